"""What the scenarios share: one daemon with its model worker, which takes seconds to warm, and a host that calls it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.calls import Caller, over_unix
from tests.e2e.sidecar import ELSEWHERE, GONE, SLOTS, Sidecar, running

# Agents stand for settings: any agent that is not named here answers with the model or not at all.
TABLES = {
    "server": {"port": 0, "max_turns_in_flight": SLOTS},
    "recall": {"extract": False, "breaker_max_timeouts": 20},
    "trace": {"persist_transcripts": True},
    "agents": {
        "main": {"recall": {"extract": True}},
        # Asks its model whatever the message looks like.
        "asking": {"recall": {"extract": True, "mode": "always"}},
        "hasty": {"recall": {"extract": True, "soft_budget_ms": 100}},
        # Its own limit is short: a breaker does not count a turn that the host cut short.
        "cautious": {"recall": {"breaker_max_timeouts": 3, "timeout_ms": 650}},
        "gone": {"model": {"name": GONE}},
        "elsewhere": {"model": {"name": ELSEWHERE}},
    },
}


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def _sidecar(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sidecar]:
    async with running(tmp_path_factory.mktemp("e2e"), TABLES) as made:
        yield made


@pytest.fixture
def sidecar(_sidecar: Sidecar) -> Sidecar:
    """Return the daemon that the scenarios share, before a provider that knows no script and has seen nothing."""
    _sidecar.provider.clear()
    return _sidecar


@pytest_asyncio.fixture(loop_scope="package")
async def host(sidecar: Sidecar) -> AsyncIterator[Caller]:
    """Return a host that calls the shared daemon on its Unix socket."""
    async with over_unix(sidecar.paths) as caller:
        yield caller
