"""What every test gets: a guard against blocking the loop, and no way to touch the real home or the network."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from blockbuster import BlockBuster, blockbuster_ctx

from tests.measuring import Measuring

# Before the first import of ours: what a module says when it is imported is measured as well.
MEASURING = Measuring.of_this_worker()

from recall_sidecar.paths import HOME_VARIABLE, Paths  # noqa: E402
from recall_sidecar.recall.verify.verdict import prepare  # noqa: E402
from tests.harness import TEA, Build, Harness, make  # noqa: E402
from tests.scheduling import Scheduling, in_order  # noqa: E402

# How long an example takes says something about the machine, not about the property.
hypothesis.settings.register_profile(
    "machine-independent", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("machine-independent")


def pytest_configure(config: pytest.Config) -> None:
    """Let what is measured follow the tests."""
    if MEASURING:
        config.pluginmanager.register(MEASURING)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes long first, when several workers share the tests."""
    if "PYTEST_XDIST_WORKER" in os.environ:  # noqa: TID251 -- set by xdist, to be asked for
        items[:] = in_order(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:  # noqa: ANN401 -- xdist's own
    """Share the tests out by unit."""
    return Scheduling(config, log)


@pytest.fixture(autouse=True, scope="session")
def prepared() -> None:
    """Read the word lists, as a daemon does before it has a model."""
    prepare()


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
    # A model that loads in the background would make scores depend on when a test asks; tests of meanings bring their own.
    monkeypatch.setenv("RECALL_SIDECAR_MEMORY__EMBEDDING__MODEL", "off")
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def paths(home: Path) -> Paths:
    """Return the folders of the test's own installation."""
    return Paths.below(home)


@pytest.fixture
async def build(home: Path) -> AsyncIterator[Build]:
    """Build pipelines over fakes that remember `TEA`, and close them after the test."""
    built: list[Harness] = []

    async def _build(flags: dict[str, Any] | None = None, **parts: Any) -> Harness:  # noqa: ANN401
        # The settings and styles are read from files, which the loop must not wait for.
        harness = await asyncio.to_thread(make, home, flags, **parts)
        harness.memory.add(TEA)
        built.append(harness)
        return harness

    yield _build
    for harness in built:
        await harness.aclose()
