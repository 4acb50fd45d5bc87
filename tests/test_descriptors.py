"""The limit of open files, raised as far as the system grants."""

import subprocess
import sys

import pytest

PROGRAM = """
import resource, sys
from recall_sidecar.descriptors import raise_limit
soft, hard, wanted = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
print(raise_limit(wanted), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "expected"),
    [
        pytest.param(64, 512, 256, "256 256 512", id="as many as wanted"),
        pytest.param(64, 128, 256, "128 128 128", id="no more than granted"),
        pytest.param(200, 512, 100, "200 200 512", id="a limit that is high enough stays"),
    ],
)
def test_the_limit_is_raised(soft: int, hard: int, wanted: int, expected: str) -> None:
    # In a process of its own: a hard limit cannot be raised again.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(soft), str(hard), str(wanted)],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == expected
