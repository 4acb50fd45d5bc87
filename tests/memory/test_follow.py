"""The index keeps in step with real folders, by real events, and by looking where there are none."""

import asyncio
import threading
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import MemorySettings
from recall_sidecar.tasks import TaskSet
from recall_sidecar.testing import FakeClock
from tests.memory.conftest import NOW, Workspace
from tests.memory.following import NEVER_MS, Follow, follow
from tests.memory.openclaw.state import OpenClawState
from tests.waiting import until

__all__ = ["follow"]


async def test_every_kind_of_change_is_found_by_its_event(workspace: Workspace, follow: Follow) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder())
    await followed.until_watching("events")

    await followed.until_found("kitchen", "MEMORY.md")
    workspace.write("memory/new.md", "The kitchen has a window.")
    await followed.until_found("kitchen", "MEMORY.md", "memory/new.md")
    workspace.write("memory/deep/er/still.md", "The kitchen has a door.")
    await followed.until_found("kitchen", "MEMORY.md", "memory/new.md", "memory/deep/er/still.md")
    (workspace.root / "memory/deep").rename(workspace.root / "memory/moved")
    await followed.until_found("kitchen", "MEMORY.md", "memory/new.md", "memory/moved/er/still.md")
    workspace.write("memory/moved/er/still.md", "The attic has a door.")
    await followed.until_found("attic", "memory/moved/er/still.md")
    (workspace.root / "memory/new.md").unlink()
    await followed.until_found("kitchen", "MEMORY.md")
    swap = workspace.write("MEMORY.md.tmp", "The cellar is blue.")
    swap.replace(workspace.root / "MEMORY.md")
    await followed.until_found("cellar", "MEMORY.md")
    await followed.until_found("kitchen")


async def test_two_thousand_files_that_come_and_go_at_once_are_found(
    workspace: Workspace, follow: Follow
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder())
    await followed.until_watching("events")

    def check_out() -> None:
        for number in range(2000):
            workspace.write(f"memory/{number % 40}/{number}.md", f"Note zebra{number}.")

    await asyncio.to_thread(check_out)
    await followed.until_found("zebra1999", "memory/39/1999.md")
    await followed.until_found("zebra0", "memory/0/0.md")
    (workspace.root / "memory").rename(workspace.root / "away")
    await followed.until_found("zebra1999")

    async with asyncio.timeout(30):
        while (await followed.memory.status()).files != 1:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(".git/objects/aa.md", id="hidden"),
        pytest.param("node_modules/p/readme.md", id="packages"),
        pytest.param("skills/note.md", id="not memory of an OpenClaw workspace"),
    ],
)
async def test_what_happens_in_folders_without_notes_is_not_even_heard(
    path: str, workspace: Workspace, follow: Follow
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    workspace.write(path, "The attic is green.")
    followed = follow(workspace.folder())
    await followed.until_watching("events")
    await followed.until_found("kitchen", "MEMORY.md")

    workspace.write(path, "The attic is blue.")
    workspace.write("MEMORY.md", "The cellar is blue.")
    await followed.until_found("cellar", "MEMORY.md")

    watched = followed.memory._follower._watched
    assert not any(path.split("/", maxsplit=1)[0] in each for each in watched)
    assert await followed.paths("attic") == []


def _remove(folder: Path, aside: Path) -> None:
    folder.rename(aside)


def _replace(folder: Path, aside: Path) -> None:
    folder.rename(aside)
    folder.mkdir()
    (folder / "USER.md").write_text("The kitchen is blue.")


@pytest.mark.parametrize(
    ("change", "there"),
    [
        pytest.param(_remove, [], id="taken away"),
        pytest.param(_replace, ["USER.md"], id="replaced by another of its name"),
    ],
)
async def test_a_folder_that_goes_or_is_replaced_is_noticed(
    change: Callable[[Path, Path], None],
    there: list[str],
    tmp_path: Path,
    workspace: Workspace,
    follow: Follow,
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder(), refresh_ms=100)
    await followed.until_found("kitchen", "MEMORY.md")
    await followed.until_watching("events")

    change(workspace.root, tmp_path / "aside")

    await followed.until_found("kitchen", *there)
    await followed.until_watching("events" if there else "waiting: it is not there")
    # What went is found no more at once; the next look at the folder is what tells of it.
    while not there and not (await followed.memory.status()).folders[0].problems:
        await asyncio.sleep(0.01)
    (problems,) = [folder.problems for folder in (await followed.memory.status()).folders]
    assert bool(problems) is not bool(there)


async def test_a_folder_that_comes_later_is_read_and_then_followed(tmp_path: Path, follow: Follow) -> None:
    late = Workspace(tmp_path / "late")
    followed = follow(late.folder(), refresh_ms=100)
    await followed.until_watching("waiting: it is not there")

    late.write("MEMORY.md", "The kitchen is green.")
    await followed.until_found("kitchen", "MEMORY.md")
    await followed.until_watching("events")
    late.write("memory/more.md", "The kitchen has a window.")

    await followed.until_found("window", "memory/more.md")


async def test_a_folder_behind_a_link_is_followed_and_so_is_the_link(
    tmp_path: Path, workspace: Workspace, follow: Follow
) -> None:
    other = Workspace(tmp_path / "other")
    other.write("MEMORY.md", "The cellar is blue.")
    link = tmp_path / "link"
    link.symlink_to(workspace.root)
    followed = follow(Workspace(link).folder(), refresh_ms=100)
    await followed.until_watching("events")

    workspace.write("MEMORY.md", "The kitchen is green.")
    await followed.until_found("kitchen", "MEMORY.md")
    fresh = tmp_path / "fresh"
    fresh.symlink_to(other.root)
    fresh.replace(link)

    await followed.until_found("cellar", "MEMORY.md")
    await followed.until_found("kitchen")


async def test_without_events_folders_are_looked_through(workspace: Workspace, follow: Follow) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder(), refresh_ms=100, watch=False)
    await followed.until_watching("polling: memory.watch is off")

    workspace.write("memory/new.md", "The cellar is blue.")

    await followed.until_found("cellar", "memory/new.md")


async def test_a_system_that_gives_no_more_watches_is_polled_and_says_so(
    workspace: Workspace, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "OS file watch limit reached")

    monkeypatch.setattr("watchfiles._rust_notify.RustNotify", refuse)
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder(), refresh_ms=100)
    await followed.until_found("kitchen", "MEMORY.md")

    workspace.write("MEMORY.md", "The cellar is blue.")
    await followed.until_found("cellar", "MEMORY.md")

    (watching,) = await followed.watching()
    assert watching.startswith("polling: ")
    assert "watch limit" in watching
    assert "fs.inotify" in watching


async def test_a_folder_of_a_network_is_polled(
    workspace: Workspace, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recall_sidecar.memory.roots.silent_kind", lambda *_: "nfs4")
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder(), refresh_ms=100)

    await followed.until_watching("polling: nfs4 does not tell of changes")
    workspace.write("MEMORY.md", "The cellar is blue.")

    await followed.until_found("cellar", "MEMORY.md")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
async def test_names_are_found_in_whatever_form_they_are_written(
    form: str, workspace: Workspace, follow: Follow
) -> None:
    name = unicodedata.normalize(form, "memory/Café à la crème.md")  # type: ignore[arg-type]
    followed = follow(workspace.folder())
    await followed.until_watching("events")

    workspace.write("memory/x.md", "x")
    workspace.write(name, "The cellar is blue.")
    await followed.until_found("cellar", name)
    (workspace.root / name).unlink()

    await followed.until_found("cellar")


async def test_a_file_renamed_in_its_letter_case_alone_is_found_under_its_new_name(
    workspace: Workspace, follow: Follow
) -> None:
    workspace.write("memory/Readme.md", "The cellar is blue.")
    followed = follow(workspace.folder())
    await followed.until_watching("events")
    await followed.until_found("cellar", "memory/Readme.md")

    (workspace.root / "memory/Readme.md").rename(workspace.root / "memory/README.md")

    await followed.until_found("cellar", "memory/README.md")


async def test_a_change_of_settings_is_followed(tmp_path: Path, workspace: Workspace, follow: Follow) -> None:
    other = Workspace(tmp_path / "other")
    other.write("MEMORY.md", "The cellar is blue.")
    followed = follow(workspace.folder())
    await followed.until_watching("events")

    followed.memory.use(MemorySettings(folders=(other.folder(),), refresh_ms=NEVER_MS))
    followed.due.set()
    await followed.until_found("cellar", "MEMORY.md")
    await followed.until_watching("events")
    other.write("MEMORY.md", "The attic is blue.")

    await followed.until_found("attic", "MEMORY.md")
    assert followed.memory._follower._watched == {str(other.root)}


async def test_what_could_not_be_written_is_written_later(
    workspace: Workspace, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder())
    await followed.until_watching("events")
    await followed.tasks.aclose()
    real = SqliteMemory.refresh

    async def locked(*_: object, **__: object) -> None:
        message = "locked"
        raise MemoryStoreError(message)

    monkeypatch.setattr(SqliteMemory, "refresh", locked)
    followed.due.clear()
    workspace.write("memory/new.md", "The cellar is blue.")
    await followed.until(followed.due.is_set)
    with pytest.raises(MemoryStoreError):
        await followed.memory.catch_up()
    monkeypatch.setattr(SqliteMemory, "refresh", real)
    await followed.memory.catch_up()

    assert await followed.paths("cellar") == ["memory/new.md"]


async def test_a_folder_that_does_not_answer_is_told(
    tmp_path: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    clock = FakeClock()
    memory = LiveMemory(
        tmp_path / "index.sqlite3", MemorySettings(folders=(workspace.folder(),)), clock=clock
    )
    await memory.catch_up()
    begun, go_on = threading.Event(), threading.Event()

    def hang(*_: object) -> None:
        begun.set()
        go_on.wait(60)
        raise MemoryStoreError

    monkeypatch.setattr("recall_sidecar.memory.follow.look_at", hang)
    waiting = TaskSet().start(memory.catch_up(), name="memory")
    await until(begun.is_set)
    clock.advance(30)
    told = (await memory.status()).problems
    found = await memory.search(SearchQuery("kitchen", Viewer("main"), NOW))
    go_on.set()
    await asyncio.wait([waiting])

    assert told == ("A memory folder has not answered for 30 s; no change is noticed until it does.",)
    assert len(found.hits) == 1
    assert (await memory.status()).problems == ()
    await memory.aclose()


async def test_what_the_host_puts_on_record_later_is_noticed_though_no_note_changes(
    tmp_path: Path, workspace: Workspace, follow: Follow
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    host = OpenClawState(tmp_path / "openclaw", workspace.root)
    followed = follow(workspace.folder(), refresh_ms=100, openclaw={"state": str(host.root)})
    await followed.until_watching("events")

    async def origins() -> list[Origin]:
        found = await followed.memory.search(SearchQuery("kitchen", Viewer("main"), NOW))
        return [hit.passage.origin for hit in found.hits]

    assert await origins() == [Origin.OWNER]
    await asyncio.to_thread(host.record, "MEMORY.md", "untrusted")

    async with asyncio.timeout(30):
        while await origins() != [Origin.UNTRUSTED]:
            await asyncio.sleep(0.01)


def descriptors() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


async def test_the_end_leaves_no_thread_and_no_descriptor(workspace: Workspace, follow: Follow) -> None:
    workspace.write("memory/a/b.md", "The kitchen is green.")
    # Pools of the loop fill with the first round.
    most = 0
    for number in range(4):
        followed = follow(workspace.folder())
        await followed.until_watching("events")
        workspace.write("memory/c/d.md", "The cellar is blue.")
        await followed.until_found("cellar", "memory/c/d.md")
        await followed.tasks.aclose()
        await followed.memory.aclose()
        assert [each.name for each in threading.enumerate() if "memory" in each.name] == []
        if number == 0:
            most = descriptors()
    await until(lambda: descriptors() <= most)
