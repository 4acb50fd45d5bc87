"""An application over fakes, on real sockets."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.fakes import House, Served, served


@pytest.fixture
def house() -> House:
    """Return fakes that can be scripted before and while they are served."""
    return House()


@pytest.fixture
async def daemon(house: House, tmp_path: Path) -> AsyncIterator[Served]:
    """Serve the fakes."""
    async with served(house, str(tmp_path / "s.sock"), heartbeat_s=0.02) as listening:
        yield listening
