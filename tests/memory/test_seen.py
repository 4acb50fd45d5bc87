from recall_sidecar.memory.seen import Seen


def test_what_is_seen_later_replaces_what_was_known_of_the_places_looked_at() -> None:
    seen = Seen(
        entered={"k": {"", "a", "a/b", "c"}},
        unsettled={"k": {"a/x.md", "c/y.md"}},
        problems={"k": {"a/x.md": "old", "c/y.md": "stays"}},
    )

    seen.take_over(Seen(entered={"k": {"a"}}, problems={"k": {"a/z.md": "new"}}), {"k": {"a"}}, {"k"})

    assert seen.entered == {"k": {"", "a", "c"}}
    assert seen.unsettled == {"k": {"c/y.md"}}
    assert seen.problems == {"k": {"c/y.md": "stays", "a/z.md": "new"}}


def test_folders_that_left_are_forgotten_and_others_are_not_touched() -> None:
    seen = Seen(entered={"gone": {""}, "other": {""}}, problems={"gone": {"": "no such folder"}})

    seen.take_over(Seen(), {"new": {""}}, {"other", "new"})

    assert seen.entered == {"other": {""}, "new": set()}
    assert "gone" not in seen.problems


def test_problems_are_told_by_folder_and_path() -> None:
    seen = Seen(problems={"k": {"b.md": "too large", "": "no such folder", "a.md": "binary"}})

    assert seen.lines([("k", "notes", "/home/notes"), ("other", "o", "/o")]) == (
        "/home/notes: no such folder",
        "notes/a.md: binary",
        "notes/b.md: too large",
    )
