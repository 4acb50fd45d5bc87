"""Which code of ours a run measures, and when: tracing doubles what Python costs, so it is off where it tells nothing.

A worker of `tests/run.py` measures what its tests run in its own process. Scenarios over the whole program are left
out: they hold behaviour, and the tests beside each source hold that its lines are reached. Child processes are
measured for the few files whose subject runs nowhere else.
"""

import importlib
import os
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

import tests

__all__ = ["DATA_FILE", "Measuring"]

# Names the file for what is measured, and is set by tests/run.py alone.
DATA_FILE = "MEASURED_INTO"
ROOT = Path(tests.__file__).parents[1]
SCENARIOS = tuple(
    ROOT / "tests" / name for name in ("benchmarks", "cases", "e2e", "openclaw", "test_crossings.py")
)
# Their subject is a process: how it starts, what signals do to it, what it leaves open.
PROCESSES = frozenset(
    ROOT / "tests" / name
    for name in ("e2e/test_life_cycle.py", "test_daemon.py", "test_descriptors.py", "test_ending.py")
)


class Measuring:
    """Measures one worker, from the moment it is made until pytest ends."""

    def __init__(self, data_file: str) -> None:
        self._variables = {"COVERAGE_PROCESS_START": str(ROOT / "pyproject.toml"), "COVERAGE_FILE": data_file}
        self._coverage = coverage.Coverage(data_file=data_file, config_file=str(ROOT / "pyproject.toml"))
        self._on = False
        self._switch(on=True)

    @classmethod
    def of_this_worker(cls) -> "Measuring | None":
        """Begin to measure when this process runs tests for tests/run.py."""
        data_file = os.environ.get(DATA_FILE)  # noqa: TID251 -- the run's own, not the program's
        return cls(data_file) if data_file and "PYTEST_XDIST_WORKER" in os.environ else None  # noqa: TID251

    def _switch(self, *, on: bool) -> None:
        if on != self._on:
            self._on = on
            (self._coverage.start if on else self._coverage.stop)()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """Import every module while it is measured; what pytest does to collect is not."""
        for module in pkgutil.walk_packages([str(ROOT / "recall_sidecar")], "recall_sidecar."):
            importlib.import_module(module.name)
        self._switch(on=False)
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure each test that is no scenario, and the children of those whose subject is a process."""
        self._switch(on=not any(item.path.is_relative_to(path) for path in SCENARIOS))
        with pytest.MonkeyPatch.context() as patch:
            if item.path in PROCESSES:
                for name, value in self._variables.items():
                    patch.setenv(name, value)
            return (yield)

    def pytest_unconfigure(self) -> None:
        """Write what was measured."""
        self._switch(on=False)
        self._coverage.save()
