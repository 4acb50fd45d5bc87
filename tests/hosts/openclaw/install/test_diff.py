"""What is shown of a configuration never holds a secret."""

from typing import Any

import pytest

from recall_sidecar.hosts.openclaw.install.changes import ABSENT, Change
from recall_sidecar.hosts.openclaw.install.diff import diff_lines


def test_a_change_is_two_lines_and_an_addition_one() -> None:
    changes = (
        Change(("plugins", "entries", "active-memory", "enabled"), True, False),
        Change(("plugins", "allow"), ABSENT, ["a", "b"]),
        Change(("a key", "x"), "gone", ABSENT),
    )

    assert list(diff_lines(changes)) == [
        "- plugins.entries.active-memory.enabled: true",
        "+ plugins.entries.active-memory.enabled: false",
        '+ plugins.allow: ["a", "b"]',
        '- "a key".x: "gone"',
        '+ "a key".x: (not set)',
    ]


def test_of_an_object_only_what_differs_is_shown_key_by_key() -> None:
    before = {"enabled": True, "config": {"timeoutMs": 9000, "url": "http://127.0.0.1:1"}, "llm": {"a": 1}}
    after = {"enabled": False, "config": {"timeoutMs": 9000}, "llm": {"a": True}, "hooks": {}}

    assert list(
        diff_lines((Change(("entry",), before, after), Change(("gone",), {"a": {"b": 1}}, ABSENT)))
    ) == [
        "- entry.enabled: true",
        "+ entry.enabled: false",
        '- entry.config.url: "http://127.0.0.1:1"',
        "+ entry.config.url: (not set)",
        "- entry.llm.a: 1",
        "+ entry.llm.a: true",
        "+ entry.hooks: {}",
        "- gone.a.b: 1",
        "+ gone.a.b: (not set)",
    ]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"botToken": "SECRET"}, id="a token by its key"),
        pytest.param({"config": {"apiKey": "SECRET"}}, id="an api key deep inside"),
        pytest.param({"password": "SECRET"}, id="a password"),
        pytest.param({"credentials": {"kim": "SECRET"}}, id="a value below a key that tells of secrets"),
        pytest.param({"clientSecret": ["SECRET"]}, id="secrets in a list"),
        pytest.param({"tokenFile": "SECRET"}, id="a secret where the path of a file belongs"),
        pytest.param({"url": "https://me:SECRET@host.example/"}, id="a password within an address"),
        pytest.param({"note": "sk-proj-SECRET4567890abcdefghij0123456789"}, id="a key by its look"),
    ],
)
def test_a_secret_is_never_shown(value: dict[str, Any]) -> None:
    lines = "\n".join(diff_lines((Change(("entry",), value, ABSENT), Change(("entry",), ABSENT, value))))

    assert "SECRET" not in lines


def test_the_path_of_a_token_file_is_shown() -> None:
    (line,) = diff_lines((Change(("config", "tokenFile"), ABSENT, "/home/kim/state/token"),))

    assert line == '+ config.tokenFile: "/home/kim/state/token"'
