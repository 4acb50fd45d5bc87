"""Owners and senders."""

from typing import Any

import pytest

from recall_sidecar.settings.openclaw.draft import LEFT_OUT, Draft
from recall_sidecar.settings.openclaw.people import people

WEBCHAT = ["gateway-client", "openclaw-control-ui", "webchat-ui"]


def translated(config: dict[str, Any]) -> Draft:
    draft = Draft()
    people(config, draft)
    return draft


@pytest.mark.parametrize(
    ("config", "owners"),
    [
        pytest.param({"commands": {"ownerAllowFrom": ["telegram:42", "discord:user:7"]}}, ["42", "7"],
                     id="named owners, without their channel"),
        pytest.param({"commands": {"ownerAllowFrom": ["matrix:@me:server.example"]}}, ["@me:server.example"],
                     id="an id that has a colon itself"),
        pytest.param({"channels": {"telegram": {"allowFrom": [42]}}}, ["42"], id="the only person of a channel"),
        pytest.param({"channels": {"matrix": {"allowFrom": ["@me:server.example"]}}}, ["@me:server.example"],
                     id="the only person by a name with a colon"),
        pytest.param({"channels": {"a": {"allowFrom": ["1"]}, "b": {"allowFrom": ["2"]}}}, ["1", "2"],
                     id="one person on each of two channels"),
    ],
)  # fmt: skip
def test_clear_owners_are_carried_over_together_with_web_chat(
    config: dict[str, Any], owners: list[str]
) -> None:
    assert translated(config).tree == {"gate": {"owners": [*owners, *WEBCHAT]}}


@pytest.mark.parametrize(
    "senders",
    [
        pytest.param(["1", "2"], id="several people"),
        pytest.param(["*"], id="everyone"),
        pytest.param(["1", "*"], id="one person and everyone"),
        pytest.param([True, None, "${ID}"], id="nobody who is known"),
        pytest.param("1", id="no list"),
    ],
)
def test_people_who_may_write_are_no_owners(senders: object) -> None:
    draft = translated({"channels": {"telegram": {"allowFrom": senders}}})

    assert draft.tree == {}
    assert [(each.key, each.did) for each in draft.notes] == [("channels.telegram.allowFrom", LEFT_OUT)]


def test_named_owners_make_the_one_person_of_a_channel_a_guest() -> None:
    draft = translated(
        {"commands": {"ownerAllowFrom": ["telegram:1"]}, "channels": {"telegram": {"allowFrom": ["2"]}}}
    )

    assert draft.tree["gate"]["owners"] == ["1", *WEBCHAT]


def test_channels_without_a_list_say_nothing() -> None:
    assert translated({"channels": {"telegram": {"enabled": True}, "odd": 3}}).notes == []


def test_the_main_key_is_carried_over_and_the_scope_is_not_needed() -> None:
    draft = translated({"session": {"mainKey": "home", "dmScope": "per-peer"}})

    assert draft.tree == {"gate": {"main_key": "home"}}
    assert draft.notes[-1].key == "session.dmScope"
