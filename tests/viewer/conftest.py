"""What the tests of the page share: a browser, a daemon with its model, and one without."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.calls import Caller, over_unix
from tests.e2e.installation import Installation
from tests.e2e.sidecar import Sidecar, running
from tests.provider import Reply, Say
from tests.viewer.chromium import CHROMIUM, Chromium, chromium

TEA = Reply((Say("[1] Mara prefers oolong tea in the afternoon."),), repeat=True)
# A note, a file's name and a summary that would be a program if anybody took them for one.
SCRIPT = "<img src=x onerror=window.taken=1><script>window.taken=1</script>"
HOSTILE = "memory/<img src=x onerror=window.taken=1>.md"


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def _chromium() -> AsyncIterator[Chromium]:
    if not CHROMIUM:
        pytest.skip("no Chromium here; run: make chromium")
    async with chromium() as started:
        yield started


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def _sidecar(_chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Sidecar]:
    tables = {"server": {"port": 0}, "trace": {"history": True, "keep_text_days": 1}}
    async with running(tmp_path_factory.mktemp("viewer"), tables) as made:
        note = f"# Harbour\n\nThe harbour pilot is Ines {SCRIPT} \u202egnp.exe\n"
        made.installation.note(HOSTILE, note)
        yield made


@pytest.fixture
def browser(_chromium: Chromium) -> Chromium:
    """Return the browser, whose pages have complained of nothing."""
    _chromium.said.clear()
    return _chromium


@pytest.fixture
def sidecar(_sidecar: Sidecar) -> Sidecar:
    """Return the daemon with its model, which knows what Mara drinks."""
    _sidecar.provider.clear()
    _sidecar.provider.enqueue(TEA)
    return _sidecar


@pytest_asyncio.fixture(loop_scope="package")
async def host(sidecar: Sidecar) -> AsyncIterator[Caller]:
    """Return a host that calls it."""
    async with over_unix(sidecar.paths) as caller:
        yield caller


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def plain(_chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Installation]:
    """Run a daemon without a model, which is up at once."""
    installation = Installation(tmp_path_factory.mktemp("plain"))
    installation.note("MEMORY.md", "# People\n\n- Mara prefers oolong tea in the afternoon.\n")
    installation.configure({"model": {"use_turn_model": False}, "trace": {"history": True}})
    async with installation.serving():
        yield installation
