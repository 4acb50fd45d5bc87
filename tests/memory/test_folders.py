from datetime import date

import pytest

from recall_sidecar.memory.folders import Folder, Trust, named, visible_to
from recall_sidecar.memory.lines import numbered
from recall_sidecar.memory.port import Viewer
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import FolderSettings

_PRIVATE = Trust(Origin.AGENT, "private")


def folder(**settings: object) -> Folder:
    return Folder("/notes", "notes", FolderSettings.model_validate({"path": "/notes", **settings}))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("MEMORY.md", id="curated memory"),
        pytest.param("memory.md", id="curated memory in lower case"),
        pytest.param("USER.md", id="user profile"),
        pytest.param("memory/2026-11-30.md", id="daily note"),
        pytest.param("memory/imports/codex/a.MD", id="deep note, other letter case"),
    ],
)
def test_an_openclaw_folder_holds(path: str) -> None:
    assert folder().holds(path)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("AGENTS.md", id="other files in the root"),
        pytest.param("docs/a.md", id="other folders"),
        pytest.param("memory/a.txt", id="other kinds of files"),
        pytest.param("memory/.dreams/a.md", id="hidden folder"),
        pytest.param("memory/.draft.md", id="hidden file"),
        pytest.param("memory/active-memory/a.md", id="recall transcripts"),
    ],
)
def test_an_openclaw_folder_does_not_hold(path: str) -> None:
    assert not folder().holds(path)


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        pytest.param("a.md", True, id="markdown in the root"),
        pytest.param("deep/er/b.txt", True, id="text below"),
        pytest.param("memory/.dreams/x.txt", False, id="hidden folder"),
        pytest.param("node_modules/pkg/README.md", False, id="installed packages"),
        pytest.param("a.json", False, id="other kinds of files"),
    ],
)
def test_a_plain_folder_holds_text(path: str, holds: bool) -> None:
    assert folder(layout="plain").holds(path) is holds


@pytest.mark.parametrize(
    ("layout", "path", "enters"),
    [
        pytest.param("openclaw", "memory", True, id="memory"),
        pytest.param("openclaw", "memory/imports", True, id="below memory"),
        pytest.param("openclaw", "src", False, id="beside memory"),
        pytest.param("openclaw", "memory/.dreams", False, id="hidden"),
        pytest.param("plain", "src", True, id="any in a plain folder"),
    ],
)
def test_only_folders_that_may_hold_notes_are_entered(layout: str, path: str, enters: bool) -> None:
    assert folder(layout=layout).enters(path) is enters


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        pytest.param("runbooks/deep/a.md", True, id="below a folder that is named"),
        pytest.param("notes.md", True, id="a file that is named"),
        pytest.param("other.md", False, id="neither"),
        pytest.param("runbooks/.git/a.md", False, id="what machines keep"),
        pytest.param("runbooks/a.json", False, id="what the layout does not read"),
    ],
)
def test_a_folder_may_be_narrowed_to_some_files(path: str, holds: bool) -> None:
    narrowed = folder(layout="plain", only=["runbooks/**/*.md", "runbooks/*.json", "notes.md"])

    assert narrowed.holds(path) is holds
    assert narrowed.key != folder(layout="plain").key


@pytest.mark.parametrize("layout", ["openclaw", "claude_code", "codex", "hermes", "obsidian", "plain"])
@pytest.mark.parametrize(
    "path",
    [
        pytest.param("memory/.dreams/x.md", id="hidden folder"),
        pytest.param("projects/x/memory/node_modules/a.md", id="installed packages"),
        pytest.param("memories/MEMORY (conflicted copy).md", id="a copy that lost"),
        pytest.param("~$MEMORY.md", id="a lock"),
    ],
)
def test_what_machines_keep_is_memory_in_no_layout(layout: str, path: str) -> None:
    assert not folder(layout=layout).holds(path)


def test_imports_are_never_curated_and_rules_come_after_the_layout() -> None:
    assert folder().trust("memory/imports/codex/MEMORY.md") == Trust(Origin.UNTRUSTED, "private")
    assert not folder().is_curated("memory/imports/codex/MEMORY.md", _PRIVATE)
    trusted = folder(rules=[{"paths": "memory/imports/mine/**", "origin": "agent"}])
    assert trusted.trust("memory/imports/mine/a.md") == Trust(Origin.AGENT, "private")


def test_a_note_is_cut_as_its_layout_reads_it() -> None:
    text = "---\ntags: [car]\n---\n# Gearbox\nOil at [[Max]].\nNO_REPLY\n"

    (found,) = folder(layout="obsidian").chunks(text, "2026-11-02 Gearbox.md", _PRIVATE)

    assert (found.text, found.heading) == ("# Gearbox\nOil at Max.", "2026-11-02 Gearbox #car > Gearbox")
    assert (found.date, found.projects) == (date(2026, 11, 2), frozenset())


@pytest.mark.parametrize("layout", ["openclaw", "plain", "obsidian"])
def test_an_entry_belongs_to_its_project_in_every_layout(layout: str) -> None:
    found = folder(layout=layout).chunks("- x <!-- project: p -->\n", "memory/a.md", _PRIVATE)

    assert [chunk.projects for chunk in found] == [frozenset("p")]


HIDING = """\
# Falcon <!-- project: p -->
- a
```sh
# no heading
```
- b
# Heron
- c
- d <!-- project: -->
- e <!-- project: q -->
"""


@pytest.mark.parametrize(
    ("about", "hidden"),
    [
        pytest.param(set(), {1, 2, 3, 4, 5, 6, 9, 10}, id="no project"),
        pytest.param({"p"}, {9, 10}, id="one"),
        pytest.param({"p", "q"}, {9}, id="both"),
    ],
)
def test_reading_hides_what_search_hides(about: set[str], hidden: set[int]) -> None:
    projects = frozenset(about)
    found = folder().hidden_lines(HIDING, "MEMORY.md", projects)

    assert found == hidden
    for chunk in folder().chunks(HIDING, "MEMORY.md", _PRIVATE):
        lines = {*range(chunk.from_line, chunk.to_line + 1)}
        assert (lines <= found) is not (chunk.projects is not None and chunk.projects <= projects)


@pytest.mark.parametrize(
    ("layout", "long"),
    [
        pytest.param(
            "openclaw",
            '{"type": "tool_call", "output": "' + "log " * 3000 + '"}',
            id="a dump that is left out",
        ),
        pytest.param("obsidian", "%%" + "log " * 3000 + "%%", id="a comment of a vault"),
        pytest.param("obsidian", "[[Note#^a-block-id-of-it|x]] " * 400, id="links that are shown shorter"),
        pytest.param("obsidian", "[[A#B#C#D#E#F#G]] " * 400, id="links that are shown longer"),
    ],
)
def test_a_long_line_that_is_shown_otherwise_keeps_an_entry_in_its_project(layout: str, long: str) -> None:
    (folder,) = named([("/notes", FolderSettings.model_validate({"path": "/notes", "layout": layout}))])
    text = f"# A\n\n{long}\n\n- Open.\n- Hidden. <!-- project: acme -->\n- Open too.\n"

    (hidden,) = (chunk for chunk in folder.chunks(text, "memory/a.md", _PRIVATE) if chunk.projects)

    assert hidden.text == "- Hidden."
    assert numbered(text)[hidden.from_line - 1].startswith("- Hidden.")
    assert folder.hidden_lines(text, "memory/a.md", frozenset()) == {hidden.from_line}


def test_line_ends_of_another_system_change_nothing() -> None:
    text = "A fact. ^a1\r\nNO_REPLY\r\n> [!note]\r\n"

    (found,) = folder(layout="obsidian").chunks(text, "x.md", _PRIVATE)

    assert found.text.split() == ["A", "fact.", ">"]


OWNER_PRIVATE = Trust(Origin.OWNER, "private")
RULES = (
    {"paths": "memory/imports/**", "origin": "untrusted"},
    {"paths": "memory/team/*.md", "visibility": "shared"},
    {"paths": "memory/**/secret?.md", "origin": "system", "visibility": "private"},
)


@pytest.mark.parametrize(
    ("settings", "path", "trust"),
    [
        pytest.param({}, "MEMORY.md", OWNER_PRIVATE, id="curated memory is the owner's"),
        pytest.param({}, "memory/a.md", Trust(Origin.AGENT, "private"), id="notes are the agent's"),
        pytest.param(
            {"layout": "plain"}, "MEMORY.md", Trust(Origin.AGENT, "private"), id="plain folders have none"
        ),
        pytest.param(
            {"origin": "untrusted"}, "MEMORY.md", Trust(Origin.UNTRUSTED, "private"), id="settings say less"
        ),
        pytest.param({"origin": "owner"}, "memory/a.md", OWNER_PRIVATE, id="settings say more"),
        pytest.param(
            {"visibility": "shared"}, "memory/a.md", Trust(Origin.AGENT, "shared"), id="a shared folder"
        ),
        pytest.param(
            {"rules": RULES},
            "memory/imports/x/y.md",
            Trust(Origin.UNTRUSTED, "private"),
            id="a rule for a tree",
        ),
        pytest.param(
            {"rules": RULES}, "memory/team/a.md", Trust(Origin.AGENT, "shared"), id="a rule for a folder"
        ),
        pytest.param(
            {"rules": RULES},
            "memory/team/x/a.md",
            Trust(Origin.AGENT, "private"),
            id="a star stays in a name",
        ),
        pytest.param(
            {"rules": RULES},
            "memory/team/secret1.md",
            Trust(Origin.SYSTEM, "private"),
            id="the last rule wins",
        ),
        pytest.param(
            {"rules": RULES},
            "memory/secret2.md",
            Trust(Origin.SYSTEM, "private"),
            id="no folder is a tree too",
        ),
    ],
)
def test_trust_goes_by_path(settings: dict[str, object], path: str, trust: Trust) -> None:
    assert folder(**settings).trust(path) == trust


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"layout": "plain"}, id="layout"),
        pytest.param({"origin": "untrusted"}, id="origin"),
        pytest.param({"visibility": "shared"}, id="visibility"),
        pytest.param({"rules": RULES}, id="rules"),
    ],
)
def test_a_folder_under_other_rules_is_another_folder(settings: dict[str, object]) -> None:
    assert folder(**settings).key != folder().key


def test_name_and_agents_do_not_change_what_is_in_a_folder() -> None:
    assert folder(name="other", agents=("a",)).key == folder().key


def test_each_folder_has_a_name_of_its_own() -> None:
    settings = FolderSettings(path="/x")
    roots = ["/a/notes", "/b/notes", "/c/notes/", "/"]

    names = [found.name for found in named([(root, settings) for root in roots])]

    assert names == ["notes", "notes-2", "notes-3", "root"]


@pytest.mark.parametrize(
    ("agents", "seen"),
    [
        pytest.param(("*",), True, id="every agent's"),
        pytest.param(("main", "other"), True, id="listed"),
        pytest.param(("other",), False, id="another agent's"),
        pytest.param((), False, id="nobody's"),
    ],
)
def test_memory_belongs_to_the_agents_that_are_listed(agents: tuple[str, ...], seen: bool) -> None:
    assert bool(visible_to([folder(agents=agents)], Viewer("main"))) is seen


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        pytest.param(Viewer("main", "shared"), False, id="unknown sender in a shared chat"),
        pytest.param(Viewer("main", "shared", sender_id="42"), True, id="known sender in a shared chat"),
        pytest.param(Viewer("main", "private"), True, id="private chat"),
        pytest.param(Viewer("main", "private", "42", True), True, id="the owner in a private chat"),
        pytest.param(Viewer("main", "private", "42", False), False, id="a known non-owner in a private chat"),
        pytest.param(Viewer("main", "shared", "42", False), True, id="a known non-owner in a shared chat"),
    ],
)
def test_a_stranger_sees_no_memory(viewer: Viewer, seen: bool) -> None:
    assert bool(visible_to([folder()], viewer)) is seen


@pytest.mark.parametrize(
    ("path", "settings", "curated"),
    [
        pytest.param("MEMORY.md", {}, True, id="a root file"),
        pytest.param("user.md", {"origin": "owner"}, True, id="in any letter case"),
        pytest.param("memory/MEMORY.md", {}, False, id="not at the root"),
        pytest.param("MEMORY.md", {"layout": "plain"}, False, id="not in a workspace"),
        pytest.param("MEMORY.md", {"visibility": "shared"}, False, id="not when shared"),
        pytest.param("MEMORY.md", {"origin": "untrusted"}, False, id="not when untrusted"),
    ],
)
def test_entries_of_private_trusted_root_files_may_speak_for_themselves(
    path: str, settings: dict[str, object], curated: bool
) -> None:
    folder = Folder("/n", "n", FolderSettings.model_validate({"path": "/n", **settings}))

    assert folder.is_curated(path, folder.trust(path)) is curated


@pytest.mark.parametrize(
    ("layout", "path", "held"),
    [
        pytest.param("openclaw", "memory/dreaming/light/2026-11-29.md", False, id="what the host dreamt up"),
        pytest.param("openclaw", "memory/dreaming.md", True, id="a note about dreaming"),
        pytest.param("plain", "memory/dreaming/a.md", True, id="no folder of the host"),
    ],
)
def test_dreams_of_the_host_are_no_memory(layout: str, path: str, held: bool) -> None:
    assert folder(layout=layout).holds(path) is held


def test_a_note_is_cut_and_shown_as_it_is_and_is_no_conversation() -> None:
    notes = folder()

    assert [chunk.text for chunk in notes.chunks("# M\n\n- tea\n", "MEMORY.md", _PRIVATE)] == ["# M\n\n- tea"]
    assert notes.shown("# M\n") == "# M\n"
    assert not notes.is_being_answered("MEMORY.md", Viewer("main", session_key="k"))
    assert notes.being_answered_glob(Viewer("main")) == "*"
