"""What installing changes, asks for, and is stopped by."""

from typing import Any

import pytest

from recall_sidecar.hosts.openclaw.install.changes import ABSENT, Change, applied
from recall_sidecar.hosts.openclaw.install.plan import ALLOW, ENTRY, Copy, Plan, Wanted, make_plan

WANTED = Wanted("/run/recall.sock", "/state/token", 15_000, "http://127.0.0.1:23517", "/bin/recall-sidecar")
NONE, OLD, CURRENT = (
    Copy(None, is_current=False),
    Copy("0.0.9", is_current=False),
    Copy("0.1.0", is_current=True),
)
BUNDLED_ON = {"plugins": {"entries": {"active-memory": {"enabled": True, "config": {"mode": "always"}}}}}


def plan(config: dict[str, Any], copy: Copy = NONE, wanted: Wanted = WANTED) -> Plan:
    return make_plan(config, wanted, copy, gateway_tools=("memory_search",), is_plain=True)


def test_a_first_install_sets_the_whole_entry() -> None:
    made = plan({})

    assert applied({}, made.changes) == {
        "plugins": {
            "entries": {
                "recall-sidecar": {
                    "enabled": True,
                    "hooks": {"allowConversationAccess": True},
                    "config": {
                        "socketPath": "/run/recall.sock",
                        "url": "http://127.0.0.1:23517",
                        "tokenFile": "/state/token",
                        "command": "/bin/recall-sidecar",
                        "timeoutMs": 15_000,
                    },
                }
            }
        }
    }
    assert made.copies_plugin


def test_a_second_install_has_nothing_to_do() -> None:
    config = applied(BUNDLED_ON, plan(BUNDLED_ON).changes)

    again = plan(config, CURRENT)

    assert again.is_done
    assert again.consents == ()


def test_an_older_copy_is_all_that_an_upgrade_replaces() -> None:
    upgrade = plan(applied({}, plan({}).changes), OLD)

    assert (upgrade.changes, upgrade.copies_plugin, upgrade.is_done) == ((), True, False)


@pytest.mark.parametrize(
    ("config", "change"),
    [
        pytest.param(
            BUNDLED_ON,
            Change(("plugins", "entries", "active-memory", "enabled"), True, False),
            id="the bundled plugin is switched off",
        ),
        pytest.param({}, None, id="one that is off by default is left alone"),
        pytest.param(
            {"plugins": {"allow": ["x"]}},
            Change(ALLOW, ["x"], ["x", "recall-sidecar"]),
            id="a list that allows",
        ),
        pytest.param({"plugins": {"allow": []}}, None, id="an empty list allows everything"),
        pytest.param(
            {"plugins": {"entries": {"recall-sidecar": {"hooks": {"allowPromptInjection": False}}}}},
            Change((*ENTRY, "hooks", "allowPromptInjection"), False, True),
            id="a ban on adding text",
        ),
    ],
)
def test_what_else_is_changed(config: dict[str, Any], change: Change | None) -> None:
    own = {(*ENTRY, "enabled"), (*ENTRY, "hooks", "allowConversationAccess")}

    others = [c for c in plan(config).changes if c.path not in own and c.path[:-1] != (*ENTRY, "config")]

    assert others == ([] if change is None else [change])


def test_how_long_a_reply_may_wait_is_the_users_once_it_is_there() -> None:
    config = {"plugins": {"entries": {"recall-sidecar": {"config": {"timeoutMs": 4_000}}}}}

    assert (*ENTRY, "config", "timeoutMs") not in {change.path for change in plan(config).changes}


def test_an_address_that_no_longer_holds_is_taken_away_and_an_unknown_program_left_out() -> None:
    config = {"plugins": {"entries": {"recall-sidecar": {"config": {"url": "http://127.0.0.1:1"}}}}}

    changes = plan(config, wanted=Wanted("/s", "/t", 1_000)).changes

    assert Change((*ENTRY, "config", "url"), "http://127.0.0.1:1", ABSENT) in changes
    assert not any(change.path[-1] == "command" for change in changes)


LENDING = Wanted("/s", "/t", 1_000, asks_host_model=True)
LLM = (*ENTRY, "llm", "allowAgentIdOverride")
TWO_AGENTS: dict[str, Any] = {"agents": {"entries": {"main": {}, "work": {}}}}


def test_lending_to_more_than_one_agent_is_allowed_with_consent() -> None:
    made = plan(TWO_AGENTS, wanted=LENDING)

    assert Change(LLM, ABSENT, after=True) in made.changes
    assert "plugins.entries.recall-sidecar.llm.allowAgentIdOverride" in "\n".join(made.consents)
    assert plan(applied(TWO_AGENTS, made.changes), CURRENT, LENDING).is_done


@pytest.mark.parametrize(
    ("config", "wanted"),
    [
        pytest.param(TWO_AGENTS, WANTED, id="where our settings ask no host's model"),
        pytest.param({}, LENDING, id="where no agent is named"),
        pytest.param({"agents": {"list": [{"id": "main"}]}}, LENDING, id="where there is one agent"),
        pytest.param(
            {
                **TWO_AGENTS,
                "plugins": {"entries": {"recall-sidecar": {"llm": {"allowAgentIdOverride": False}}}},
            },
            LENDING,
            id="where the user has forbidden it",
        ),
    ],
)
def test_otherwise_what_the_plugin_may_lend_stays_as_it_is(config: dict[str, Any], wanted: Wanted) -> None:
    made = plan(config, wanted=wanted)

    assert LLM not in {change.path for change in made.changes}
    assert "allowAgentIdOverride" not in "\n".join(made.consents)


@pytest.mark.parametrize(
    ("config", "copy", "words"),
    [
        pytest.param(
            {}, NONE, ["code copied", "read your conversations", "is written"], id="a first install"
        ),
        pytest.param(BUNDLED_ON, NONE, ["active-memory is switched off"], id="over the bundled plugin"),
        pytest.param({"plugins": {"allow": ["x"]}}, NONE, ["plugins.allow"], id="with a list that allows"),
        pytest.param({}, OLD, ["runs the new code"], id="an upgrade"),
        pytest.param(
            {"plugins": {"entries": {"recall-sidecar": {"hooks": {"allowPromptInjection": False}}}}},
            CURRENT,
            ["add text to prompts again"],
            id="after a ban on adding text",
        ),
    ],
)
def test_each_power_is_asked_for_in_words(config: dict[str, Any], copy: Copy, words: list[str]) -> None:
    consents = "\n".join(plan(config, copy).consents)

    assert [word for word in words if word not in consents] == []


def test_it_is_said_that_comments_go() -> None:
    made = make_plan({}, WANTED, NONE, gateway_tools=(), is_plain=False)

    assert "comments in the file go" in made.consents[-1]


@pytest.mark.parametrize(
    ("config", "words"),
    [
        pytest.param({}, [], id="nothing"),
        pytest.param(
            {"plugins": {"deny": ["x", "recall-sidecar"]}}, ["plugins.deny"], id="a list that denies"
        ),
        pytest.param({"plugins": {"deny": ["x"]}}, [], id="a list that denies others"),
        pytest.param({"plugins": {"enabled": False}}, ["plugins.enabled"], id="plugins are off"),
        pytest.param({"gateway": {"mode": "remote"}}, ["gateway.mode"], id="the gateway is elsewhere"),
    ],
)
def test_what_stands_in_the_way_is_named_with_its_remedy(config: dict[str, Any], words: list[str]) -> None:
    obstacles = plan(config).obstacles

    assert len(obstacles) == len(words)
    assert all(word in obstacle for word, obstacle in zip(words, obstacles, strict=True))


def test_what_would_be_lost_is_part_of_the_plan() -> None:
    config = {"plugins": {**BUNDLED_ON["plugins"], "slots": {"memory": "memory-lancedb"}}}

    def lost(*tools: str) -> list[str]:
        made = make_plan(config, WANTED, NONE, gateway_tools=tools, is_plain=True)
        return [loss.tool for loss in made.lost]

    assert lost() == ["memory_recall"]
    assert lost("memory_recall") == []
