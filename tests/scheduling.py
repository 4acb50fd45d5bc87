"""How tests are shared out among workers: what is costly to start is started once, and what takes long begins first."""

from collections import Counter

import pytest
from xdist.scheduler import LoadScopeScheduling

__all__ = ["Scheduling", "in_order", "unit_of"]

# Folders whose files share a daemon or a gateway, apart from the files that start one of their own.
TOGETHER = ("tests/openclaw", "tests/e2e", "tests/viewer")
ALONE = frozenset({"tests/openclaw/test_install.py", "tests/openclaw/test_cold_memory.py"})
# The longest first, so that no worker begins one when the others have nothing left to do.
FIRST = (
    "tests/openclaw", "tests/e2e", "tests/viewer", *sorted(ALONE), "tests/benchmarks/test_openclaw.py",
    "tests/benchmarks/test_openclaw_search.py", "tests/benchmarks/test_soak.py", "tests/hosts/openclaw/test_plugin.py", "tests/test_daemon.py",
    "tests/llm/test_client.py", "tests/test_crossings.py", "tests/cli/test_install.py",
)  # fmt: skip


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives a worker one unit after the other, in the order in which they were collected."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)


def unit_of(nodeid: str) -> str:
    """Return what stays within one worker: a file, because its tests may share what is costly to start, or a folder."""
    file = nodeid.split("::", 1)[0]
    folder = next((folder for folder in TOGETHER if file.startswith(f"{folder}/")), file)
    return file if file in ALONE else folder


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests with those units first that take long, then those of many tests; a unit keeps its order."""
    units = [unit_of(item.nodeid) for item in items]
    sizes = Counter(units)
    places = {
        unit: (FIRST.index(unit) if unit in FIRST else len(FIRST), -sizes[unit], unit) for unit in sizes
    }
    return [item for _, item in sorted(zip(units, items, strict=True), key=lambda pair: places[pair[0]])]
