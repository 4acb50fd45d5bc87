"""Kinds of secrets that are hard to tell from words; the others are in test_masker.py."""

import pytest

from recall_sidecar.masking import SecretMasker

MASKER = SecretMasker()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("the password is swordfish", "the password is [password removed]", id="a word at the end"),
        pytest.param("the wifi password is swordfish for guests", "the wifi password is [password removed] for guests", id="with what it is for"),
        pytest.param("The password is swordfish, so take care.", "The password is [password removed], so take care.", id="with a comma"),
        pytest.param("Das Passwort ist Sonnenblume.", "Das Passwort ist [password removed].", id="German"),
        pytest.param("4111 1111\n1111 1111", "[card number removed]\n", id="a card number on two lines"),
        pytest.param("SSN: 078-05-1120", "SSN: [id number removed]", id="a social security number that is called one"),
        pytest.param("password:\n  - hunter2xyz", "password:\n  - [password removed]", id="in a list"),
        pytest.param("<db.password>hunter2xyz</db.password>", "<db.password>[password removed]</db.password>", id="in XML"),
        pytest.param("<apiKey> abc </apiKey>", "<apiKey> abc </apiKey>", id="nothing of a key in XML"),
        pytest.param("curl -s -u mara:hunter2xyz https://x", "curl -s -u mara:[password removed] https://x", id="for curl"),
        pytest.param("mysql -h db -phunter2xyz teas", "mysql -h db -p[password removed] teas", id="for mysql"),
        pytest.param("Set-Cookie: sid=abcdef0123456789ab; Path=/", "Set-Cookie: sid=[token removed]; Path=/", id="a cookie"),
        pytest.param("password:\n  hunter2xyz", "password:\n  [password removed]", id="a password on the next line"),
    ],
)  # fmt: skip
def test_they_are_masked(text: str, expected: str) -> None:
    assert MASKER.mask(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The password is required.",
        "My password is too weak",
        "the password is stored in the vault",
        "the password is expired and must be changed",
        "Das Passwort ist falsch.",
        "the passcode is easy to remember",
        "numbers 4111 1111\n1111 1112 are no card",
        "078-05-1120 may be a part number",
    ],
)
def test_what_tells_how_a_password_is_stays(text: str) -> None:
    assert MASKER.mask(text) == text
