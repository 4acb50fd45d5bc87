"""Layers become one tree, or a list of everything that is wrong with them."""

import tomllib
from typing import Any

import pytest

from recall_sidecar.errors import SettingsError
from recall_sidecar.settings.resolve import Layer, LoadedSettings, resolve
from recall_sidecar.settings.tables import Settings


def loaded(*texts: str) -> LoadedSettings:
    return resolve([Layer(f"layer {number}", tomllib.loads(text)) for number, text in enumerate(texts, 1)])


def problems(*texts: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        loaded(*texts)
    return [str(problem) for problem in caught.value.problems]


def test_no_layer_means_the_defaults() -> None:
    assert resolve([]) == LoadedSettings(Settings())


def test_a_later_layer_wins_key_by_key() -> None:
    settings = loaded("[gate]\nenabled = false\nowners = ['a', 'b']", "[gate]\nowners = ['c']")

    assert settings.base.gate.enabled is False
    assert settings.base.gate.owners == ("c",)


def test_each_value_knows_where_it_came_from() -> None:
    settings = loaded(
        "[gate]\nenabled = false\nmain_key = 'x'",
        "[gate]\nmain_key = 'y'\n[agents.a.query]\nmode = 'full'\n[model.providers.'llama.cpp']\nkind = 'openai'",
    )

    assert settings.source("gate.enabled") == "layer 1"
    assert settings.source("gate.main_key") == "layer 2"
    assert settings.source("gate.agents") == "default"
    assert settings.source("agents.a.query.mode") == "layer 2"
    assert settings.source("agents.a.gate.enabled") == "layer 1"
    assert settings.source('model.providers."llama.cpp".kind') == "layer 2"


def test_an_agent_has_the_common_tree_with_its_own_keys_over_it() -> None:
    settings = loaded("[gate]\nenabled = false\n[query]\nmode = 'full'\n[agents.work.gate]\nenabled = true")

    work = settings.for_agent(" Work ")

    assert (work.gate.enabled, work.query.mode) == (True, "full")
    assert settings.for_agent("home") is settings.base


def test_an_agent_without_keys_is_like_every_other() -> None:
    assert loaded("[agents.work]").for_agent("work") == Settings()


def test_every_problem_is_told_at_once() -> None:
    found = problems(
        """
        tyme = 1
        [gate]
        enabled = "yes"
        enabld = true
        [query]
        mode = "all"
        [[memory.folders]]
        name = "x"
        [[memory.folders]]
        path = "notes"
        [agents.work.cache]
        ttl_ms = 5
        """
    )

    assert found == [
        "gate.enabled (layer 1): must be true or false, without quotes",
        "gate.enabld (layer 1): is not a setting; did you mean enabled?",
        "query.mode (layer 1): must be 'message', 'recent' or 'full'",
        "memory.folders (layer 1): item 1, path is missing",
        "memory.folders (layer 1): item 2, path 'notes' depends on where the daemon was started; begin with / or ~/",
        found[5],
        "agents.work.cache.ttl_ms (layer 1): must be at least 1000 (is 5)",
    ]
    assert found[5].startswith("tyme (layer 1): is not a setting; the file takes")


def test_a_fault_in_the_common_tree_is_not_told_again_for_each_agent() -> None:
    found = problems(
        "[cache]\nttl_ms = 5\n[agents.a.query]\nmode = 'full'\n[agents.b.cache]\nmax_entries = 1"
    )

    assert [line.split(" ")[0] for line in found] == ["agents.b.cache.max_entries", "cache.ttl_ms"]


def test_an_agent_may_mend_what_is_wrong_in_common_but_the_common_fault_stays() -> None:
    assert problems("[cache]\nttl_ms = 5\n[agents.a.cache]\nttl_ms = 2000") == [
        "cache.ttl_ms (layer 1): must be at least 1000 (is 5)"
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("[agents.a.server]\nport = 1", "agents.a.server.port (layer 1): cannot be set for one agent: "
                     "one daemon serves every agent; set it in [server]", id="a table of the daemon"),
        pytest.param("[agents.a.trace]", "agents.a.trace (layer 1): cannot be set for one agent: "
                     "one trace records every agent; set it in [trace]", id="even when it is empty"),
        pytest.param("[[agents.a.memory.folders]]\npath = '/x'",
                     "agents.a.memory.folders (layer 1): cannot be set for one agent: "
                     "a folder names its agents itself: agents = [...] in [[memory.folders]]", id="folders"),
        pytest.param("agents = ['a']", "agents (layer 1): must hold tables, one for each agent: [agents.NAME.gate]",
                     id="a list of agents"),
        pytest.param("[agents]\na = 1", "agents.a (layer 1): must be a table that holds tables: [agents.NAME.gate]",
                     id="an agent that is no table"),
        pytest.param("[agents.A.gate]\nenabled = true", "agents.A (layer 1): is not an agent's id: "
                     "lower-case letters, digits, - and _, at most 64", id="an id in capitals"),
        pytest.param("[agents.a]\ngate = 1", "agents.a.gate (layer 1): must be a table", id="a table that is none"),
        pytest.param("[agents.a.gate]\nenabld = 1",
                     "agents.a.gate.enabld (layer 1): is not a setting; did you mean enabled?", id="an unknown key"),
        pytest.param("[agents.a.agents.b.gate]\nenabled = true",
                     "agents.a.agents (layer 1): is not a setting here; agents belongs in [agents.a.gate]", id="agents of an agent"),
    ],
)  # fmt: skip
def test_what_an_agent_cannot_have_is_refused_with_the_reason(text: str, problem: str) -> None:
    assert problems(text) == [problem]


def test_a_name_that_no_provider_can_have_is_told_as_such() -> None:
    assert problems("[model.providers.'a b']\nkind = 'openai'") == [
        'model.providers."a b" (layer 1): its name must have the form ^[A-Za-z0-9_.-]{1,64}$'
    ]


def test_a_problem_of_a_table_is_placed_by_the_layer_that_holds_it() -> None:
    layer = Layer("file", {"gate": {"x": 1}}, {("gate",): "file:1", ("gate", "x"): "file:2"})

    with pytest.raises(SettingsError) as caught:
        resolve([layer])

    assert caught.value.problems[0].source == "file:2"


def test_a_value_without_a_place_of_its_own_has_that_of_its_table() -> None:
    layer = Layer("file", {}, {("gate",): "file:1"})

    assert layer.place(("gate", "x")) == "file:1"
    assert layer.place(("query", "x")) == "file"


def test_resolving_leaves_the_layers_as_they_were() -> None:
    tree: dict[str, Any] = {"gate": {"owners": ["a"]}, "agents": {"x": {"gate": {"owners": ["b"]}}}}

    resolve([Layer("one", tree), Layer("two", {"gate": {"main_key": "k"}})])

    assert tree == {"gate": {"owners": ["a"]}, "agents": {"x": {"gate": {"owners": ["b"]}}}}
