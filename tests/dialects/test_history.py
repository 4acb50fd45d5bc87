"""History is read from its end, skips what is no message with text, and is bounded whatever it holds."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.dialects.history import MAX_HISTORY_CHARS, MAX_HISTORY_MESSAGES, EarlierMessages
from recall_sidecar.events import Message


def user(content: object) -> dict[str, Any]:
    return {"role": "user", "content": content}


def assistant(content: object) -> dict[str, Any]:
    return {"role": "assistant", "content": content}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        pytest.param("plain text", "plain text", id="text"),
        pytest.param(
            [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb", id="text parts are joined"
        ),
        pytest.param(["a", "b"], "a\nb", id="strings as parts"),
        pytest.param([{"text": "a"}], "a", id="a part that does not say its type"),
        pytest.param([{"type": "input_text", "text": "a"}], "a", id="input text"),
        pytest.param([{"type": "output_text", "text": "a"}], "a", id="output text"),
        pytest.param(
            [
                {"type": "thinking", "thinking": "hm", "text": "hm"},
                {"type": "image", "source": {}},
                {"type": "toolCall", "name": "read", "text": "x"},
                {"type": "tool_result", "content": "x"},
                {"type": "text", "text": "said"},
            ],
            "said",
            id="thinking, pictures and tools are left out",
        ),
        pytest.param(
            [None, 1, [], {"type": []}, {"type": "text"}, {"type": "text", "text": 1}, "a"],
            "a",
            id="broken parts are left out",
        ),
    ],
)
def test_content_becomes_plain_text(content: object, text: str) -> None:
    assert EarlierMessages([user(content)], current="?") == (Message("user", text),)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(None, id="null"),
        pytest.param("user: hi", id="text"),
        pytest.param(1, id="number"),
        pytest.param([], id="array"),
        pytest.param({}, id="no role"),
        pytest.param({"role": "toolResult", "content": "x"}, id="tool result"),
        pytest.param({"role": "system", "content": "x"}, id="system"),
        pytest.param({"role": ["user"], "content": "x"}, id="role is an array"),
        pytest.param({"role": "user"}, id="no content"),
        pytest.param(user(None), id="null content"),
        pytest.param(user({"text": "x"}), id="content is an object"),
        pytest.param(user(" \n"), id="blank"),
        pytest.param(user([{"type": "image"}]), id="a picture only"),
    ],
)
def test_what_is_no_message_with_text_is_passed_over(raw: object) -> None:
    messages = [user("before"), raw, assistant("after")]

    assert EarlierMessages(messages, current="?") == (
        Message("user", "before"),
        Message("assistant", "after"),
    )


@pytest.mark.parametrize("messages", [None, [], [None]])
def test_no_messages_are_no_history(messages: list[Any] | None) -> None:
    assert EarlierMessages(messages, current="?") == ()


def test_order_is_kept_oldest_first() -> None:
    messages = [user("1"), assistant("2"), user("3"), assistant("4")]

    assert [m.text for m in EarlierMessages(messages, current="5")] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("messages", "current", "is_assembled", "kept"),
    [
        pytest.param([user("a"), user("now ")], "now", False, ["a"], id="the current message is left out"),
        pytest.param([user("now"), user("now")], "now", False, ["now"], id="once only"),
        pytest.param(
            [user("now"), {"role": "toolResult", "content": "x"}],
            "now",
            False,
            [],
            id="behind a tool result as well",
        ),
        pytest.param(
            [user("now"), assistant("yes")], "now", False, ["now", "yes"], id="an answered one is earlier"
        ),
        pytest.param([assistant("now")], "now", False, ["now"], id="the assistant's own words stay"),
        pytest.param(
            [user("now")], "right now", False, ["now"], id="a part of the message is another message"
        ),
        pytest.param([user("now?")], "[Mon 09:00] now?", True, [], id="at the end of an assembled prompt"),
        pytest.param(
            [user("now?")], "user: x\nnow?\n", True, [], id="on the last line of an assembled prompt"
        ),
        pytest.param([user("now")], "I know", True, ["now"], id="not in the middle of a word"),
        pytest.param([user("now")], "", False, ["now"], id="no current text"),
    ],
)
def test_the_current_message_is_not_history(
    messages: list[Any],
    current: str,
    is_assembled: bool,
    kept: list[str],
) -> None:
    found = EarlierMessages(messages, current=current, current_is_assembled=is_assembled)

    assert [message.text for message in found] == kept


def test_a_current_message_is_the_users_own_unless_said_otherwise() -> None:
    assert len(EarlierMessages([user("now")], current="right now")) == 1


def test_a_message_that_just_fits_is_whole_and_ends_the_history() -> None:
    found = EarlierMessages([user("too old"), user("a" * MAX_HISTORY_CHARS)], current="?")

    assert found == (Message("user", "a" * MAX_HISTORY_CHARS),)


def test_only_the_newest_messages_are_kept() -> None:
    messages = [user(str(number)) for number in range(MAX_HISTORY_MESSAGES + 5)]

    found = EarlierMessages(messages, current="?")

    assert len(found) == MAX_HISTORY_MESSAGES
    assert (found[0].text, found[-1].text) == ("5", str(MAX_HISTORY_MESSAGES + 4))


def test_a_message_that_crosses_the_limit_is_cut_and_ends_the_history() -> None:
    messages = [user("too old"), user("b" * MAX_HISTORY_CHARS), assistant("a" * 40)]

    found = EarlierMessages(messages, current="?")

    assert [message.text[0] for message in found] == ["b", "a"]
    assert sum(len(message.text) for message in found) == MAX_HISTORY_CHARS


def test_the_cut_does_not_split_a_letter() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

    (found,) = EarlierMessages([user(family * MAX_HISTORY_CHARS)], current="?")

    assert set(found.text.removesuffix("…").split(family)) == {""}


class Watched(list[Any]):
    """A list that counts what is read of it, one by one."""

    def __init__(self, size: int) -> None:
        super().__init__([None] * size)
        self.iterated = False

    def __iter__(self) -> Any:  # noqa: ANN401 -- never returns
        self.iterated = True
        return super().__iter__()

    def __reversed__(self) -> Any:  # noqa: ANN401 -- never returns
        self.iterated = True
        return super().__reversed__()


def test_a_huge_array_is_not_walked() -> None:
    huge = Watched(1_000_000)
    huge[0] = user("out of reach")
    huge[-1] = user("newest")

    found = EarlierMessages(huge, current="?")

    assert found == (Message("user", "newest"),)
    assert not huge.iterated


def test_a_message_of_very_many_parts_is_not_walked() -> None:
    parts: list[Any] = [{"type": "image"}] * 100_000
    parts.append({"type": "text", "text": "out of reach"})

    assert EarlierMessages([user("first"), assistant(parts)], current="?") == (Message("user", "first"),)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["role", "content", "type", "text"]), inner)
    ),
    max_leaves=8,
)


@given(st.lists(ANY_JSON | st.builds(user, ANY_JSON), max_size=6), st.text(max_size=5))
def test_any_json_is_read_without_a_fault(messages: list[Any], current: str) -> None:
    found = EarlierMessages(messages, current=current)

    assert all(message.text.strip() for message in found)
    assert len(found) <= len(messages)


def test_the_messages_are_a_sequence_that_is_read_when_it_is_looked_at() -> None:
    messages = EarlierMessages([user("one"), assistant("two"), user("three")], current="?")

    newest = next(iter(reversed(messages)))

    assert newest == messages[-1] == Message("user", "three")
    assert messages[:2] == (Message("user", "one"), Message("assistant", "two"))
    assert len(messages) == 3
    assert [message.text for message in reversed(messages)] == ["three", "two", "one"]
    assert messages != "three"
