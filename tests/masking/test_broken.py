"""A key that a line break tears apart is one key; what only stands behind a key stays."""

import pytest

from recall_sidecar.masking.broken import without_broken_keys

KEY = "sk-proj-" + "Ab3dE5fG" * 10
FIRST, REST = KEY[:40], KEY[40:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"use {FIRST}\n{REST}, please", "use [api key removed]\n, please", id="wrapped"),
        pytest.param(f"{FIRST}\r\n    {REST}", "[api key removed]\n", id="wrapped with an indent, as Windows writes it"),
        pytest.param(f"> {KEY[:30]}\n> {KEY[30:60]}\n> {KEY[60:]}", "> [api key removed]\n\n", id="quoted line by line"),
        pytest.param(f'key = "{FIRST}"\n      "{REST}"', 'key = "[api key removed]\n"', id="strings that stand side by side"),
        pytest.param(f"key = '{FIRST}' +\n  '{REST}'", "key = '[api key removed]\n'", id="strings that are added"),
        pytest.param(f"key={FIRST}\\\n{REST}", "key=[api key removed]\n", id="a line that goes on"),
        pytest.param(f"# {FIRST}\n# {REST}", "# [api key removed]\n", id="in a comment"),
        pytest.param("\n".join(KEY[at : at + 12] for at in range(0, 72, 12)), "[api key removed]" + "\n" * 5 + KEY[60:72], id="more breaks than any key has"),
        pytest.param(f"{FIRST}**{REST}", "[api key removed]", id="a mark within"),
        pytest.param(f"{FIRST}`{REST}", "[api key removed]", id="a mark of code within"),
        pytest.param(f"{FIRST}<!-- x -->{REST}", "[api key removed]", id="a comment within"),
        pytest.param(f"[{FIRST}](x){REST}", "[[api key removed]", id="a link of its first half"),
        pytest.param(f"[[y|{FIRST}]]{REST}", "[[y|[api key removed]", id="a wiki link of its first half"),
        pytest.param(f"- {FIRST}\n- {REST}", "- [api key removed]\n", id="two items of a list"),
        pytest.param(f"{FIRST}<b>{REST}", "[api key removed]", id="a tag within"),
        pytest.param(f"{FIRST}\u00ad{REST}", "[api key removed]", id="a soft hyphen within"),
        pytest.param(f"one line with {FIRST} {REST}", "one line with [api key removed]", id="a break that was made a space"),
        pytest.param(f"{FIRST}\n{REST} and {FIRST}\n{REST}", "[api key removed]\n and [api key removed]\n", id="two of them"),
    ],
)  # fmt: skip
def test_a_torn_key_is_masked_and_every_line_stays(text: str, expected: str) -> None:
    assert without_broken_keys(text) == expected
    assert without_broken_keys(text).count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{KEY}\nThanks for it", id="a word behind a key"),
        pytest.param("the task-\nforce met", id="a word that only ends like a prefix"),
        pytest.param("sk-learn\n2024 was released", id="a prefix that begins no key"),
        pytest.param(f"{KEY} of 2026-11-30T07", id="a date behind a key on its line"),
        pytest.param(f"{KEY} 9f86d081884c7d659a2feaa0", id="a commit behind a key on its line"),
        pytest.param("two lines\nwithout any key", id="no prefix"),
    ],
)
def test_what_is_no_torn_key_stays(text: str) -> None:
    assert without_broken_keys(text) == text
