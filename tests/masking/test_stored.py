"""What goes into our own files: no secret, and as many lines as the note has."""

import pytest

from recall_sidecar.masking import without_secrets

KEY = "ghp_" + "a8Kd03LmQz" * 3 + "b7Ye21"
PRIVATE_KEY = (
    "-----BEGIN PRIVATE KEY-----\n"
    + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n" * 40
    + "-----END PRIVATE KEY-----\n"
)


def test_secrets_are_masked_and_lines_keep_their_numbers() -> None:
    stored = without_secrets(f"# Keys\n\n{PRIVATE_KEY}\nThe key {KEY} opens the gate.\n")

    lines = stored.split("\n")
    assert lines[2] == "[private key removed]"
    assert "MIIEvQ" not in stored
    assert lines[45] == "The key [api key removed] opens the gate."


@pytest.mark.parametrize("before", [16_000, 16_383, 16_384, 17_000, 33_000])
def test_a_long_text_is_masked_in_parts_that_break_no_key(before: int) -> None:
    words = ("tea and cake " * (before // 13 + 1))[:before]

    text = f"{words}\n{PRIVATE_KEY}{words}\n{KEY}\n"
    stored = without_secrets(text)

    assert "MIIEvQ" not in stored
    assert KEY not in stored
    assert stored.count("\n") == text.count("\n")
    assert stored.count("removed]") == 2


def test_a_key_that_is_never_closed_ends_where_it_stops_to_look_like_one() -> None:
    open_key = PRIVATE_KEY.partition("-----END")[0]

    stored = without_secrets(f"{open_key}{'tea and cake, ' * 3000}\nlast line\n")

    assert "MIIEvQ" not in stored
    assert stored.endswith("last line\n")


def test_text_without_secrets_is_not_touched() -> None:
    text = "Mara prefers oolong.\r\n" * 2000

    assert without_secrets(text) == text
    assert without_secrets("") == ""
