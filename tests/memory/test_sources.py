from pathlib import Path

from recall_sidecar.memory.conversations.scopes import scope_of
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.sources import Sources
from recall_sidecar.settings import MemorySettings

SETTINGS = MemorySettings.model_validate(
    {"folders": [{"path": "/notes/a"}, {"path": "/notes/b", "agents": ["work"]}]}
)
OWNER = Viewer("main", sender_is_owner=True)


def test_folders_have_names_and_absolute_paths() -> None:
    home = MemorySettings.model_validate({"folders": [{"path": "~/x"}]})

    assert [(folder.name, folder.root) for folder in configured(SETTINGS)] == [
        ("a", "/notes/a"),
        ("b", "/notes/b"),
    ]
    assert configured(home)[0].root == str(Path("~/x").expanduser())


def test_a_viewer_sees_their_agents_folders_and_their_own_conversations(tmp_path: Path) -> None:
    sources = Sources(configured(SETTINGS), ConversationStore(tmp_path))
    scope = scope_of(OWNER)
    assert scope is not None
    (tmp_path / scope.name).mkdir()
    (tmp_path / "notes").mkdir()

    assert [folder.name for folder in sources.visible_to(OWNER)] == ["a", "conversations"]
    assert [folder.name for folder in sources.visible_to(Viewer("main"))] == ["a"]
    assert [folder.name for folder in sources.everything()] == ["a", "b", "conversations"]


def test_without_conversations_there_are_folders_alone() -> None:
    sources = Sources(configured(SETTINGS))

    assert [folder.name for folder in sources.visible_to(OWNER)] == ["a"]
    assert len(sources.everything()) == 2
