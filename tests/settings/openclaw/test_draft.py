"""What a translation keeps and says."""

import pytest

from recall_sidecar.settings.openclaw.draft import Draft, Note, mapping_at, text_of


def test_a_value_that_is_refused_is_left_out_and_the_rest_stays() -> None:
    draft = Draft()

    taken = [draft.put("a", ("cache", "ttl_ms"), 2000), draft.put("b", ("cache", "max_entries"), 0)]

    assert taken == [True, False]
    assert draft.tree == {"cache": {"ttl_ms": 2000}}
    assert str(draft.notes[1]) == "b: left out (cache.max_entries must be at least 1 (is 0))"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(["a", "b"], 'gate.owners = ["a", "b"]', id="a list"),
        pytest.param(["x" * 90], "gate.owners = [text of 90 characters]", id="a long text in a list"),
    ],
)
def test_a_note_shows_what_was_set(value: object, shown: str) -> None:
    draft = Draft()

    draft.put("k", ("gate", "owners"), value)

    assert draft.notes == [Note("k", shown)]


def test_a_note_shows_a_flag_as_toml_does() -> None:
    draft = Draft()

    draft.put("k", ("gate", "enabled"), value=False)

    assert draft.notes == [Note("k", "gate.enabled = false")]


def test_an_object_is_found_by_its_path_and_nothing_is_an_empty_one() -> None:
    assert mapping_at({"a": {"b": {"c": 1}}}, "a", "b") == {"c": 1}
    assert mapping_at({"a": 1}, "a", "b") == {}


@pytest.mark.parametrize("value", [" ", 3, None])
def test_what_says_nothing_is_no_text(value: object) -> None:
    assert text_of(value) is None
