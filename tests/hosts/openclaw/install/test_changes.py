"""Changes are computed, made and taken back key by key."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.hosts.openclaw.install.changes import (
    ABSENT,
    Change,
    applied,
    differing,
    merged,
    patch_of,
    pruned,
    taken_back,
    value_at,
)

A, B, DEEP = ("a",), ("b",), ("x", "y", "z")


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        pytest.param({"x": {"y": {"z": 1}}}, 1, id="a value is found"),
        pytest.param({"x": {"y": {"z": None}}}, None, id="null is a value"),
        pytest.param({"x": {"y": {}}}, ABSENT, id="a missing key is absent"),
        pytest.param({"x": "text"}, ABSENT, id="below something that is no object nothing is there"),
        pytest.param(None, ABSENT, id="nothing is in nothing"),
    ],
)
def test_a_value_is_looked_up_by_its_path(tree: object, found: object) -> None:
    assert value_at(tree, DEEP) == found


@pytest.mark.parametrize(
    ("before", "after", "differs"),
    [
        pytest.param(True, True, False, id="the same value is no change"),
        pytest.param(1, True, True, id="true is not 1"),
        pytest.param([1], [True], True, id="nor is it within a list"),
        pytest.param({"k": 0}, {"k": False}, True, id="nor is 0 false within an object"),
        pytest.param(["a"], ["a"], False, id="equal lists are no change"),
        pytest.param(["a"], ["a", "b"], True, id="a longer list is one"),
        pytest.param({"k": 1}, {"k": 1}, False, id="equal objects are no change"),
        pytest.param({"k": 1}, {"j": 1}, True, id="other keys are one"),
    ],
)
def test_only_what_differs_is_changed(before: object, after: object, differs: bool) -> None:
    assert bool(differing({"a": before}, {A: after})) is differs


def test_a_key_that_is_to_go_and_is_not_there_is_no_change() -> None:
    assert differing({}, {A: ABSENT}) == ()


def test_a_key_that_changed_twice_keeps_its_first_value_before_and_its_last_one_after() -> None:
    earlier = (Change(A, True, False), Change(B, ABSENT, 1))

    both = merged(earlier, (Change(A, True, 7), Change(DEEP, 1, 2)))

    assert both == (Change(A, True, 7), Change(B, ABSENT, 1), Change(DEEP, 1, 2))


@pytest.mark.parametrize(
    ("now", "back"),
    [
        pytest.param({"a": False}, (Change(A, False, True),), id="what is still ours becomes what it was"),
        pytest.param({"a": True}, (), id="what the user put back stays"),
        pytest.param({"a": "else"}, (), id="what the user changed stays"),
        pytest.param({}, (), id="what the user removed stays removed"),
        pytest.param(
            {"a": False, "b": 1},
            (Change(A, False, True), Change(B, 1, ABSENT)),
            id="what was not there goes",
        ),
    ],
)
def test_only_what_is_still_ours_is_taken_back(now: dict[str, Any], back: tuple[Change, ...]) -> None:
    made = (Change(A, True, False), Change(B, ABSENT, 1))

    assert taken_back(made, now) == back


def test_a_key_that_was_set_to_what_it_had_been_is_not_taken_back() -> None:
    assert taken_back((Change(A, 1, 1),), {"a": 1}) == ()


def test_a_patch_nests_the_keys_and_removes_with_null() -> None:
    changes = (Change(DEEP, ABSENT, 1), Change(("x", "y", "w"), 2, ABSENT), Change(A, ABSENT, ["v"]))

    assert patch_of(changes) == {"x": {"y": {"z": 1, "w": None}}, "a": ["v"]}


def test_a_patch_that_puts_an_object_in_place_of_another_removes_the_keys_that_go() -> None:
    before = {"enabled": True, "config": {"ours": 1, "theirs": 2}, "hooks": {"x": 1}}
    after = {"enabled": False, "config": {"theirs": 2}}

    patch = patch_of((Change(A, before, after),))

    assert patch == {"a": {"enabled": False, "config": {"theirs": 2, "ours": None}, "hooks": None}}


def test_objects_that_hold_nothing_are_pruned() -> None:
    assert pruned({"a": {"b": {}}, "c": 0, "d": {"e": []}}) == {"c": 0, "d": {"e": []}}


_JSON = st.recursive(
    st.booleans() | st.integers(-2, 2) | st.text("ab", max_size=2),
    lambda below: st.dictionaries(st.sampled_from("abc"), below, max_size=3) | st.lists(below, max_size=2),
    max_leaves=6,
)
_TREES = st.dictionaries(st.sampled_from("abc"), _JSON, max_size=3)


@given(
    tree=_TREES, path=st.sampled_from([("a",), ("a", "b"), ("c", "a", "b")]), value=_JSON | st.just(ABSENT)
)
def test_whatever_was_changed_has_its_value_and_can_be_taken_back(
    tree: dict[str, Any], path: tuple[str, ...], value: object
) -> None:
    changes = differing(tree, {path: value})

    after = applied(tree, changes)
    again = applied(after, taken_back(changes, after))

    assert value_at(after, path) == value
    if value_at(tree, path[:-1]) is not ABSENT and isinstance(value_at(tree, path[:-1]), dict):
        assert again == tree
