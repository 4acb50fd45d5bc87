"""One world per test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cases.world import World


@pytest.fixture
async def world(home: Path, tmp_path: Path) -> AsyncIterator[World]:
    """Return a sidecar over an empty workspace, closed at the end."""
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    made = World(home, workspace)
    yield made
    await made.aclose()
