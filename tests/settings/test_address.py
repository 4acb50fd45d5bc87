"""Which addresses a token may be sent to."""

import pytest

from recall_sidecar.settings.address import is_loopback_or_https, is_plain


@pytest.mark.parametrize(
    ("value", "plain", "safe"),
    [
        pytest.param("http://127.0.0.1:8000/mcp", True, True, id="this machine"),
        pytest.param("http://[::1]:8000/mcp", True, True, id="this machine, version 6"),
        pytest.param("https://notes.example/mcp", True, True, id="elsewhere, encrypted"),
        pytest.param("http://notes.example/mcp", True, False, id="elsewhere, in the open"),
        pytest.param(
            "http://127.0.0.1.notes.example/", True, False, id="a name that looks like this machine"
        ),
        pytest.param("ftp://127.0.0.1/", True, False, id="another protocol"),
        pytest.param("https://user:secret@notes.example/", False, True, id="a password"),
        pytest.param("https://notes.example/?token=secret", False, True, id="a query"),
        pytest.param("https://notes.example/#secret", False, True, id="a fragment"),
        pytest.param("https://", False, True, id="no host"),
        pytest.param("notes.example", False, False, id="no protocol"),
    ],
)
def test_an_address_is_judged(value: str, *, plain: bool, safe: bool) -> None:
    assert is_plain(value) is plain
    assert is_loopback_or_https(value) is safe


@pytest.mark.parametrize("value", ["https://notes.example:port/", "https://[::1/"])
def test_what_is_no_address_is_not_plain(value: str) -> None:
    assert not is_plain(value)
