"""One gateway with its daemon for all scenarios of this folder: a start takes ten seconds and more."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.openclaw.client import connected
from tests.openclaw.stage import Stage, staged


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the scenarios more time than other tests: on a busy machine a gateway alone takes a minute to start."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(400))


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def _stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with staged(tmp_path_factory.mktemp("openclaw")) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="package")
async def stage(_stage: Stage) -> AsyncIterator[Stage]:
    """Return the shared gateway, with a chat of this scenario's own, before a provider that answers at once."""
    # A connection would not outlive the files of other loops in between: nobody answers its pings meanwhile.
    async with connected(_stage.gateway) as client:
        _stage.client = client
        yield _stage
    await _stage.provider.set(latency_ms=0, held=[])
