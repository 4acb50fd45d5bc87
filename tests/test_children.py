"""What a child process of ours is started with."""

import sys
from pathlib import Path

import recall_sidecar
from recall_sidecar.children import command, environment_of


def test_a_child_runs_our_interpreter_without_the_present_folder() -> None:
    assert command("package.module", "1", "2") == [sys.executable, "-P", "-m", "package.module", "1", "2"]


def test_it_gets_our_code_and_the_network_and_what_it_needs_but_no_key() -> None:
    ours = {"PATH": "/bin", "https_proxy": "http://proxy", "OPENAI_API_KEY": "sk-1", "HF_HOME": "/models", "X": "1"}  # fmt: skip

    made = environment_of(ours, ("HF_HOME", "HF_TOKEN"))

    code = str(Path(recall_sidecar.__file__).parents[1])
    assert made == {"PATH": "/bin", "https_proxy": "http://proxy", "HF_HOME": "/models", "PYTHONPATH": code}
