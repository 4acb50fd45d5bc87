"""Events of real folders, and a thread that ends."""

import asyncio
import threading
from collections.abc import AsyncIterator, Collection

import pytest

from recall_sidecar.memory.watch import Watch
from recall_sidecar.tasks import TaskSet
from tests.memory.conftest import Workspace
from tests.waiting import until


class Ear:
    """Hears, and remembers which thread told it."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.threads: set[str] = set()

    def __call__(self, paths: Collection[str]) -> None:
        self.paths.update(paths)
        self.threads.add(threading.current_thread().name)


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
async def watch(ear: Ear) -> AsyncIterator[Watch]:
    made = Watch(ear)
    yield made
    await made.aclose()
    assert _threads() == []


def _threads() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name == "memory-watch"]


async def test_changes_are_told_in_the_loop(workspace: Workspace, watch: Watch, ear: Ear) -> None:
    assert await watch.over([str(workspace.root)]) == ""

    file = workspace.write("a.md", "x")
    await until(lambda: str(file) in ear.paths)
    file.unlink()
    await until(lambda: len(ear.threads) > 0)

    assert ear.threads == {threading.main_thread().name}


async def test_folders_beneath_are_not_watched(workspace: Workspace, watch: Watch, ear: Ear) -> None:
    workspace.write("inner/a.md", "x")
    await watch.over([str(workspace.root)])

    workspace.write("inner/b.md", "x")
    last = workspace.write("last.md", "x")
    await until(lambda: str(last) in ear.paths)

    assert not any("inner/b.md" in path for path in ear.paths)


async def test_another_set_takes_the_place_of_the_one_before(
    workspace: Workspace, watch: Watch, ear: Ear
) -> None:
    for name in ("one", "two"):
        workspace.write(f"{name}/a.md", "x")
    await watch.over([str(workspace.root / "one")])
    await watch.over([str(workspace.root / "two"), str(workspace.root / "not-there")])

    workspace.write("one/b.md", "x")
    told = workspace.write("two/b.md", "x")
    await until(lambda: str(told) in ear.paths)

    assert not any("one/b.md" in path for path in ear.paths)
    assert len(_threads()) == 1
    assert await watch.over([]) == ""
    assert _threads() == []


@pytest.mark.parametrize(
    ("error", "said"),
    [
        pytest.param(OSError(28, "OS file watch limit reached"), "max_user_watches", id="watches"),
        pytest.param(RuntimeError("Too many open files (os error 24)"), "max_user_instances", id="instances"),
        pytest.param(
            OSError(38, "Function not implemented"), "not implemented", id="a system without events"
        ),
        pytest.param(RuntimeError(), "RuntimeError", id="an error without words"),
    ],
)
async def test_a_system_that_does_not_watch_says_why(
    error: Exception, said: str, workspace: Workspace, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("watchfiles._rust_notify.RustNotify", refuse)

    assert said in await watch.over([str(workspace.root)])


async def test_a_watch_that_is_just_being_started_ends_too(workspace: Workspace, ear: Ear) -> None:
    watch = Watch(ear)
    starting = TaskSet().start(watch.over([str(workspace.root)]), name="starting")
    await asyncio.sleep(0)
    starting.cancel()

    await watch.aclose()

    assert await watch.over([str(workspace.root)]) == ""
    assert _threads() == []
