"""The stopwatch plugin, under Node's own test runner."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.openclaw.packages import Packages

_HERE = Path(__file__).parent


def _node() -> str | None:
    """Return a Node.js of this machine, else the one that the gateway runs on."""
    packaged = Packages.discover().programs / "node"
    return shutil.which("node") or (str(packaged) if packaged.exists() else None)


@pytest.mark.skipif(_node() is None, reason="run: make openclaw (or install Node.js)")
def test_the_stopwatch_takes_its_marks_around_every_other_handler() -> None:
    node = _node()
    assert node is not None

    ran = subprocess.run(
        [node, "--test", str(_HERE / "stopwatch.test.mjs")], capture_output=True, text=True, check=False
    )

    assert ran.returncode == 0, ran.stdout
