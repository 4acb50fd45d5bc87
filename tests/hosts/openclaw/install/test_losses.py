"""What the bundled plugin finds and ours would not."""

from typing import Any

import pytest

from recall_sidecar.hosts.openclaw.install.changes import applied, differing
from recall_sidecar.hosts.openclaw.install.losses import bundled_recalls, losses

ON: dict[str, Any] = {
    "plugins": {"entries": {"active-memory": {"enabled": True}}},
    "memory": {"search": {"rememberAcrossConversations": False}},
}
REMEMBER = ("memory", "search", "rememberAcrossConversations")
SLOT = ("plugins", "slots", "memory")
TOOLS = ("plugins", "entries", "active-memory", "config", "toolsAllow")


def on(*pairs: tuple[tuple[str, ...], Any]) -> dict[str, Any]:
    return applied(ON, differing(ON, dict(pairs)))


@pytest.mark.parametrize(
    ("config", "recalls"),
    [
        pytest.param({}, False, id="off unless its entry says otherwise"),
        pytest.param(ON, True, id="on when its entry is"),
        pytest.param(on((("plugins", "enabled"), False)), False, id="off when all plugins are"),
        pytest.param(on(((*TOOLS[:-1], "enabled"), False)), False, id="off by its own switch"),
    ],
)
def test_the_bundled_plugin_recalls(config: dict[str, Any], recalls: bool) -> None:
    assert bundled_recalls(config) is recalls


@pytest.mark.parametrize(
    ("config", "tools"),
    [
        pytest.param(ON, [], id="memory files alone lose nothing"),
        pytest.param(on((SLOT, "memory-core")), [], id="nor does the built-in slot, when it is named"),
        pytest.param(on((SLOT, "none")), [], id="nor no slot at all"),
        pytest.param(on((SLOT, "memory-lancedb")), ["memory_recall"], id="LanceDB is lost"),
        pytest.param(on((SLOT, "memory-other")), ["memory_search"], id="any other plugin's memory is lost"),
        pytest.param(on((REMEMBER, True)), ["memory_search"], id="transcripts that are asked for are lost"),
        pytest.param(on((REMEMBER, "?")), ["memory_search"], id="and by default, for one person"),
        pytest.param(
            on((REMEMBER, "?"), (("session", "dmScope"), "per-peer")),
            [],
            id="not by default where chats are apart",
        ),
        pytest.param(
            on((REMEMBER, "?"), (("bindings",), [{"session": {"dmScope": "per-peer"}}])),
            [],
            id="nor where one route keeps them apart",
        ),
        pytest.param(
            on(
                (REMEMBER, "?"), (("bindings",), [{"agentId": "main"}, "?"]), (("session", "dmScope"), "main")
            ),
            ["memory_search"],
            id="routes that say nothing of it change nothing",
        ),
        pytest.param(
            on((("agents", "entries"), {"a": {"memory": {"search": {REMEMBER[-1]: True}}}, "b": {}})),
            ["memory_search"],
            id="one agent is enough",
        ),
        pytest.param(
            on(
                (REMEMBER, True),
                (("agents", "list"), [{"id": "a", "memory": {"search": {REMEMBER[-1]: False}}}]),
            ),
            [],
            id="an agent may be the exception, in the older form too",
        ),
        pytest.param(
            on((REMEMBER, True), (SLOT, "memory-lancedb")),
            ["memory_recall"],
            id="only the built-in memory recalls transcripts",
        ),
        pytest.param(
            on((REMEMBER, True), (TOOLS, ["lcm_grep", "lcm_describe"])),
            ["lcm_grep"],
            id="Lossless Claw is lost, and transcripts were not searched beside it",
        ),
        pytest.param({"plugins": {}}, [], id="a plugin that is off loses nothing"),
    ],
)
def test_what_would_be_lost_is_named_with_the_tool_that_finds_it(
    config: dict[str, Any], tools: list[str]
) -> None:
    assert [loss.tool for loss in losses(config, ())] == tools


def test_nothing_is_lost_that_the_gateway_is_asked_for() -> None:
    config = on((SLOT, "memory-lancedb"), (TOOLS, ["memory_recall", "lcm_grep"]))

    assert [loss.tool for loss in losses(config, {"memory_recall"})] == ["lcm_grep"]
    assert losses(config, {"memory_recall", "lcm_grep"}) == ()


@pytest.mark.parametrize(
    ("search", "entry", "commands"),
    [
        pytest.param(
            {},
            {},
            ["""openclaw config set memory.search.sources '["memory", "sessions"]'"""],
            id="unless transcripts are a source",
        ),
        pytest.param({"sources": ["memory", "sessions"]}, {}, [], id="a source of all agents"),
        pytest.param({}, {"sources": ["sessions"]}, [], id="a source of this agent"),
        pytest.param(
            {"sources": ["sessions"]},
            {"sources": ["wiki"]},
            ["""openclaw config set agents.entries.home.memory.search.sources '["wiki", "sessions"]'"""],
            id="the agent's own word wins, and is kept",
        ),
    ],
)
def test_transcripts_are_lost_although_the_gateway_is_asked(
    search: dict[str, Any], entry: dict[str, Any], commands: list[str]
) -> None:
    config = on(
        (("memory", "search"), {REMEMBER[-1]: True, **search}),
        (("agents", "entries"), {"home": {"memory": {"search": entry}}}),
    )

    found = losses(config, {"memory_search"})

    assert [command for loss in found for command in loss.of_openclaw] == commands
    assert bool(found) is bool(commands)


def test_one_command_is_enough_for_all_agents_without_sources_of_their_own() -> None:
    config = on((REMEMBER, True), (("agents", "entries"), {"home": {}, "work": {}}))

    (loss,) = losses(config, ())

    assert len(loss.of_openclaw) == 1


def test_the_agents_that_remember_are_named() -> None:
    config = on((REMEMBER, True), (("agents", "entries"), {"home": {}, "work": {}}))

    (loss,) = losses(config, ())

    assert "for home, work" in loss.what
