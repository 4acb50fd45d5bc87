"""What the tests of installing into OpenClaw share."""

from pathlib import Path

import pytest

from tests.hosts.openclaw.install.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "desk")
