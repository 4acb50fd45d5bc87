"""Key paths: spelled, split, walked and looked up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.settings.keys import Path, field_at, flatten, join, names_at, put, split, tables


@pytest.mark.parametrize(
    ("path", "key"),
    [
        pytest.param(("gate", "enabled"), "gate.enabled", id="plain parts are joined by dots"),
        pytest.param(
            ("model", "providers", "llama.cpp"), 'model.providers."llama.cpp"', id="a dot needs quotes"
        ),
        pytest.param(("a", 'say "hi"'), 'a."say \\"hi\\""', id="quotes are escaped"),
    ],
)
def test_a_path_is_spelled_as_toml_spells_it(path: Path, key: str) -> None:
    assert join(path) == key


@given(st.lists(st.text(), min_size=1, max_size=5).map(tuple))
def test_splitting_undoes_joining(path: Path) -> None:
    assert split(join(path)) == path


def test_flatten_yields_each_value_once_and_keeps_lists_of_tables_whole() -> None:
    tree = {
        "gate": {"enabled": False},
        "memory": {"folders": [{"path": "/a"}]},
        "model": {"providers": {"x": {"extra_body": {"deep": {"er": 1}}}}},
        "agents": {"main": {"query": {"mode": "full"}}},
        "strange": {"a": {"b": 1}},
        "cache": {},
    }

    assert dict(flatten(tree)) == {
        ("gate", "enabled"): False,
        ("memory", "folders"): [{"path": "/a"}],
        ("model", "providers", "x", "extra_body"): {"deep": {"er": 1}},
        ("agents", "main", "query", "mode"): "full",
        ("strange",): {"a": {"b": 1}},
        ("cache",): {},
    }


def test_put_makes_the_tables_above_a_value() -> None:
    tree: dict[str, object] = {"a": 1}

    put(tree, ("a", "b"), 2)
    put(tree, ("a", "c"), 3)

    assert tree == {"a": {"b": 2, "c": 3}}


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        pytest.param(("gate", "enabled"), bool, id="a key of a table"),
        pytest.param(("agents", "main", "gate", "enabled"), bool, id="the same key of an agent"),
        pytest.param(("model", "providers", "x", "api_base"), str, id="a key of a provider"),
    ],
)
def test_a_field_is_found_by_its_path(path: Path, kind: type) -> None:
    field = field_at(path)

    assert field is not None
    assert field.annotation is kind


@pytest.mark.parametrize(
    "path",
    [
        pytest.param((), id="the root"),
        pytest.param(("gate", "nonsense"), id="an unknown key"),
        pytest.param(("nonsense", "enabled"), id="an unknown table"),
        pytest.param(("gate", "enabled", "more"), id="below a value"),
        pytest.param(("agents",), id="all agents"),
        pytest.param(("agents", "main"), id="one agent"),
        pytest.param(("model", "providers", "x", "extra_body", "y"), id="inside a value"),
    ],
)
def test_what_is_no_field_is_not_found(path: Path) -> None:
    assert field_at(path) is None


def test_the_tables_are_the_keys_of_the_root_but_for_agents() -> None:
    assert tuple(name for name, _ in tables()) == names_at(("agents", "main"))


def test_the_names_of_a_table_are_its_keys() -> None:
    assert names_at(("agents", "main", "inject")) == ("max_summary_chars", "note_when_unavailable")
    assert "agents" in names_at(())
    assert "agents" not in names_at(("agents", "main"))
    assert names_at(("gate", "enabled")) == ()
