"""What every test gets: a guard against blocking the loop, and no way to touch the real home or the network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from blockbuster import BlockBuster, blockbuster_ctx

from recall_sidecar.paths import HOME_VARIABLE, Paths


@pytest.fixture(autouse=True)
def blockbuster() -> Iterator[BlockBuster]:
    """Raise when code of ours blocks the running event loop."""
    with blockbuster_ctx("recall_sidecar") as guard:
        yield guard


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Point the program at an empty installation."""
    folder = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def paths(home: Path) -> Paths:
    """Return the folders of the test's own installation."""
    return Paths.below(home)
