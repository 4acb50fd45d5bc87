"""What only the gateway remembers is asked of it where it is in use."""

from typing import Any

import pytest

from recall_sidecar.settings.openclaw.draft import LEFT_OUT, Draft, Note
from recall_sidecar.settings.openclaw.gateway import gateway
from recall_sidecar.settings.openclaw.roster import roster

LANCEDB = {"plugins": {"slots": {"memory": "memory-lancedb"}}}


def translated(config: dict[str, Any]) -> Draft:
    draft = Draft()
    gateway(config, roster(config, Draft()), draft)
    return draft


def table(config: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = translated(config).tree.get("memory", {}).get("openclaw", {})
    return found


def search(**keys: object) -> dict[str, Any]:
    return {"memory": {"search": keys}}


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        pytest.param({}, {}, id="nothing is said"),
        pytest.param(
            search(rememberAcrossConversations=True),
            {"enabled": True, "agents": ["main"]},
            id="transcripts are wanted",
        ),
        pytest.param(
            search(sources=["memory", "sessions"]),
            {"enabled": True, "agents": ["main"]},
            id="transcripts are a source by name",
        ),
        pytest.param(search(sources=["memory"]), {}, id="notes alone"),
        pytest.param(search(sources="sessions"), {}, id="a source that is no list"),
        pytest.param(
            search(sources=["sessions"], rememberAcrossConversations=False),
            {},
            id="transcripts are switched off",
        ),
        pytest.param(
            LANCEDB, {"enabled": True, "agents": ["main"], "search_tools": ["memory_recall"]}, id="LanceDB"
        ),
        pytest.param(
            {"plugins": {"slots": {"contextEngine": "lossless-claw"}}},
            {"enabled": True, "agents": ["main"], "search_tools": ["memory_search", "lcm_grep"]},
            id="Lossless Claw",
        ),
        pytest.param(
            {"plugins": {"slots": {"contextEngine": "lossless-claw", "memory": "memory-lancedb"}}},
            {"enabled": True, "agents": ["main"], "search_tools": ["memory_recall", "lcm_grep"]},
            id="both",
        ),
        pytest.param(
            {"plugins": {"slots": {"contextEngine": "lossless-claw", "memory": "none"}}},
            {"enabled": True, "agents": ["main"], "search_tools": ["lcm_grep"]},
            id="Lossless Claw alone",
        ),
        pytest.param({"plugins": {"slots": {"memory": "none"}}}, {}, id="no memory plugin"),
        pytest.param({"plugins": {"slots": {"memory": "other"}}}, {}, id="a plugin that is not known"),
        pytest.param(
            {**LANCEDB, "gateway": {"port": 19000}},
            {
                "enabled": True,
                "agents": ["main"],
                "search_tools": ["memory_recall"],
                "url": "http://127.0.0.1:19000",
            },
            id="another port",
        ),
        pytest.param(
            {**LANCEDB, "gateway": {"port": True}},
            {"enabled": True, "agents": ["main"], "search_tools": ["memory_recall"]},
            id="a port that is none",
        ),
        pytest.param({"gateway": {"port": 19000}}, {}, id="a port of a gateway that is not asked"),
    ],
)
def test_the_table_is_written(config: dict[str, Any], expected: dict[str, Any]) -> None:
    assert table(config) == expected


def note(draft: Draft, key: str) -> Note:
    return next(each for each in draft.notes if each.key == key)


def test_transcripts_that_the_tool_does_not_show_are_pointed_out() -> None:
    hidden = translated(search(rememberAcrossConversations=True))
    shown = translated(search(rememberAcrossConversations=True, sources=["sessions"]))

    says = '"sessions" in memory.search.sources'
    assert any(says in each.why for each in hidden.notes)
    assert not any(says in each.why for each in shown.notes)


def test_an_agent_decides_for_itself() -> None:
    entries = {
        "a": {"memory": {"search": {"rememberAcrossConversations": False}}},
        "b": {"memory": {"search": {"rememberAcrossConversations": True}}},
        "c": {},
        "d": {"memory": {"search": {"sources": ["sessions"], "enabled": False}}},
    }

    assert table({"agents": {"entries": entries}}) == {"enabled": True, "agents": ["b"]}


def test_a_plugin_serves_every_agent_that_has_memory() -> None:
    without = {"memory": {"search": {"enabled": False}}}

    assert table({**LANCEDB, "agents": {"entries": {"a": {}, "b": {}, "c": without}}})["agents"] == ["a", "b"]


def test_what_is_switched_off_for_all_is_noted() -> None:
    draft = translated(search(rememberAcrossConversations=False))

    assert draft.tree == {}
    assert note(draft, "memory.search.rememberAcrossConversations").did == "read"


@pytest.mark.parametrize(
    ("gateway", "key"),
    [
        pytest.param({"tls": {"enabled": True}}, "gateway.tls", id="with a certificate of its own"),
        pytest.param({"mode": "remote"}, "gateway.mode", id="on another machine"),
        pytest.param({"mode": " Remote ", "tls": {"enabled": True}}, "gateway.mode", id="both"),
    ],
)
def test_a_gateway_whose_address_nobody_says_is_left_to_the_user(gateway: dict[str, Any], key: str) -> None:
    """At the usual address nobody listens, or somebody else."""
    draft = translated({**LANCEDB, "gateway": {"port": 19000, **gateway}})

    assert draft.tree["memory"]["openclaw"] == {"agents": ["main"], "search_tools": ["memory_recall"]}
    assert note(draft, key).did == LEFT_OUT
    assert "memory.openclaw.url" in note(draft, key).why
    assert "memory.openclaw.enabled" in note(draft, key).why


@pytest.mark.parametrize("bind", ["loopback", "auto", "lan", "tailnet", "custom"])
def test_wherever_else_it_listens_a_gateway_listens_on_this_machine_too(bind: str) -> None:
    """OpenClaw does not start when it cannot: seen of `custom`, documented of `tailnet`."""
    config = {"gateway": {"mode": "local", "bind": bind, "customBindHost": "192.0.2.7", "port": 19000}}

    assert table({**LANCEDB, **config})["url"] == "http://127.0.0.1:19000"


def test_the_token_is_not_copied() -> None:
    draft = translated({**LANCEDB, "gateway": {"auth": {"token": "s3cret"}}})

    assert "memory.openclaw.config" in note(draft, "gateway.auth").why
    assert "s3cret" not in str(draft.tree) + str([str(each) for each in draft.notes])
