"""Run the plugin's own tests, which are JavaScript as it is, under Node's test runner."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.openclaw.packages import Packages

FOLDER = Path(__file__).parent / "plugin"
OLDEST_NODE = 20


def _node() -> str | None:
    """Return the Node.js on PATH when it is new enough, else the one that was installed for the gateway."""
    programs = Packages.discover().programs
    for found in filter(None, (shutil.which("node"), shutil.which("node", path=programs))):
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.removeprefix("v").split(".")[0]) >= OLDEST_NODE:
            return found
    return None


NODE = _node()


@pytest.mark.skipif(NODE is None, reason=f"no node {OLDEST_NODE} or newer on PATH; run: make openclaw")
@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.test.mjs")))
def test_the_plugin_passes(name: str) -> None:
    assert NODE is not None
    # The runner's own limit names the test that hangs; it is far above what any of them takes.
    command = [NODE, "--test", "--test-timeout=60000", str(FOLDER / name)]

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "\n# fail 0\n" in done.stdout or "\nℹ fail 0\n" in done.stdout, done.stdout
    assert "\n# pass 0\n" not in done.stdout, "no test was found"
