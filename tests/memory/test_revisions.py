from recall_sidecar.memory.conversations.folder import folder_of
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.revisions import Revisions
from recall_sidecar.settings import FolderSettings

NOTES = Folder("/notes", "notes", FolderSettings(path="/notes"))
OTHERS = Folder("/others", "others", FolderSettings(path="/others"))
TALK = folder_of("/state/conversations", "p-" + "0" * 32)


def test_what_changes_in_a_folder_or_in_a_conversation_is_another_revision() -> None:
    revisions = Revisions()
    told = [revisions.of([NOTES])]
    for counts in ({NOTES.key: 1}, {NOTES.key: 1, TALK.key: 1}, {NOTES.key: 1, TALK.key: 2}):
        revisions.keep(counts)
        told.append(revisions.of([NOTES]))
    revisions.begin_anew()
    told.append(revisions.of([NOTES]))

    assert told == [
        "0 notes:0 talk:0", "0 notes:1 talk:0", "0 notes:1 talk:1", "0 notes:1 talk:2", "1 notes:1 talk:2",
    ]  # fmt: skip


def test_another_agents_folder_does_not_count_but_is_in_the_index() -> None:
    revisions = Revisions()
    before = revisions.of([NOTES])

    revisions.keep({OTHERS.key: 3})

    assert revisions.of([NOTES]) == before
    assert revisions.mark == ((OTHERS.key, 3),)
