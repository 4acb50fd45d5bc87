"""The flags of `serve` become settings that win over the others."""

import pytest

from recall_sidecar.cli.serve import flags
from tests.cli.conftest import Parse


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param([], {}, id="no flags set nothing"),
        pytest.param(["--port", "0"], {"server.port": 0}, id="any free port"),
        pytest.param(["--no-tcp"], {"server.tcp": False}, id="the Unix socket alone"),
    ],
)
def test_flags(words: list[str], expected: dict[str, object], parse: Parse) -> None:
    assert flags(parse("serve", *words)) == expected
