"""The address of the gateway gets a token, so it is checked; what is wrong with it is told without repeating it."""

import pytest
from pydantic import ValidationError

from recall_sidecar.settings import GatewayMemorySettings


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("http://127.0.0.1:18789", "http://127.0.0.1:18789"),
        ("http://localhost:1/", "http://localhost:1"),
        ("http://[::1]:18789", "http://[::1]:18789"),
        ("https://gateway.example/claw/", "https://gateway.example/claw"),
    ],
)
def test_this_machine_and_https_are_taken(url: str, kept: str) -> None:
    assert GatewayMemorySettings(url=url).url == kept


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("http://gateway.example:18789", id="another machine without encryption"),
        pytest.param("http://127.0.0.1.example:18789", id="a name that looks like this machine"),
        pytest.param("ftp://127.0.0.1", id="another protocol"),
        pytest.param("127.0.0.1:18789", id="no protocol"),
        pytest.param("http://", id="no host"),
        pytest.param("http://127.0.0.1:x", id="no port"),
        pytest.param("http://127.0.0.1:70000", id="a port that cannot be"),
        pytest.param("http://[::1", id="half a bracket"),
        pytest.param("https://me:s3cret@gateway.example", id="a password"),
        pytest.param("https://gateway.example?s3cret", id="a query"),
        pytest.param("https://gateway.example#s3cret", id="a fragment"),
    ],
)
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(ValidationError) as refused:
        GatewayMemorySettings(url=url)

    assert "s3cret" not in refused.value.errors()[0]["msg"]


@pytest.mark.parametrize("key", ["config", "token_file"])
@pytest.mark.parametrize(
    ("value", "is_taken"), [("", True), ("/a", True), ("~/a", True), ("a", False), ("/a\0", False)]
)
def test_a_file_says_where_it_is(key: str, value: str, *, is_taken: bool) -> None:
    try:
        GatewayMemorySettings.model_validate({key: value})
    except ValidationError:
        taken = False
    else:
        taken = True

    assert taken is is_taken


def test_only_memory_tools_can_be_named_each_once() -> None:
    twice = {"search_tools": ["memory_recall", "memory_search", "memory_recall"]}

    assert GatewayMemorySettings.model_validate(twice).search_tools == ("memory_recall", "memory_search")
    for names in ([], ["exec"], ["memory_store"]):
        with pytest.raises(ValidationError):
            GatewayMemorySettings.model_validate({"search_tools": names})
