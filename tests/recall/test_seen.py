"""What the model can see: told statements, the conversation, and files that its host shows."""

from dataclasses import replace

import pytest

from recall_sidecar.events import Message
from recall_sidecar.recall.seen import NOTHING_SEEN, Conversation, Seen, Statement, form, statements
from tests.recall.asking import hit

TEA = "Mara likes oolong tea in the morning."


def conversation(*texts: str) -> Conversation:
    return Conversation(tuple(Message("user", text) for text in texts))


def marks(*texts: str, path: str = "MEMORY.md") -> frozenset[int]:
    return frozenset(Statement(text, path).mark for text in texts)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(TEA, "- **Mara** likes OOLONG tea in the morning", True, id="markup and case"),
        pytest.param("Sie trinkt “Tee” gern.", 'Sie trinkt "Tee" gern', True, id="quotes"),
        pytest.param("她早上喜欢喝乌龙茶。", "她早上喜欢喝乌龙茶", True, id="a full stop in Chinese"),
        pytest.param(TEA, "Mara likes green tea in the morning.", False, id="another word"),
        pytest.param("The rent is 1,200 euros.", "The rent is 1,300 euros.", False, id="another number"),
    ],
)
def test_a_statement_is_known_by_its_words(one: str, other: str, *, same: bool) -> None:
    [first], [second] = statements(one, "a.md"), statements(other, "b.md")

    assert (first.mark == second.mark) is same


def test_a_short_statement_may_mean_something_else_in_another_file() -> None:
    assert Statement("On Friday.", "a.md").mark != Statement("On Friday.", "b.md").mark
    assert Statement("On Friday.", "a.md").mark == Statement("on friday", "a.md").mark


def test_half_a_surrogate_pair_has_a_mark_too() -> None:
    assert Statement("a lone \ud83d half of a pair", "a.md").mark


@pytest.mark.parametrize(
    ("said", "statement", "found"),
    [
        pytest.param(TEA, TEA, True, id="word for word"),
        pytest.param(f"As you know, {TEA[0].lower()}{TEA[1:]}", TEA, True, id="within a sentence"),
        pytest.param(f"- **{TEA}**", TEA, True, id="marked up"),
        pytest.param("Mara likes tea in the morning.", TEA, False, id="less than it says"),
        pytest.param(
            "I don't know whether Mara likes oolong tea in the morning.", TEA, False, id="left open"
        ),
        pytest.param(
            "Ich weiß nicht: Mara likes oolong tea in the morning", TEA, False, id="left open in German"
        ),
        pytest.param(
            "我不知道她早上喜欢喝乌龙茶。", "她早上喜欢喝乌龙茶。", False, id="left open in Chinese"
        ),
        pytest.param(
            "Mara does not eat meat, she says.", "Mara does not eat meat", True, id="a statement that denies"
        ),
        pytest.param(f"I don't know. {TEA}", TEA, True, id="doubt of something else"),
        pytest.param("Is it so that Mara likes oolong tea in the morning?", TEA, False, id="in a question"),
        pytest.param("We meet on Friday at the gate.", "On Friday.", False, id="too short to be told apart"),
        pytest.param("我知道她早上喜欢喝乌龙茶。", "她早上喜欢喝乌龙茶。", True, id="Chinese"),
        pytest.param("Mara&apos;s sister lives in Riga.", "Mara's sister lives in Riga.", True, id="escaped"),
    ],
)
def test_a_message_says_what_stands_in_it(said: str, statement: str, *, found: bool) -> None:
    assert conversation("hello", said, "bye").says(form(statement)) is found


def test_of_a_long_conversation_the_newest_is_looked_at() -> None:
    long = conversation(TEA, *("word " * 20_000,) * 6)

    assert long.says(form(TEA)) is False
    assert conversation(TEA, *("hello",) * 200).says(form(TEA)) is False
    assert conversation(*("hello",) * 200, TEA).says(form(TEA)) is True


def test_without_anything_nothing_is_visible() -> None:
    assert NOTHING_SEEN.is_nothing
    assert not NOTHING_SEEN.shows(hit(1, TEA))


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(Seen(told=marks(TEA)), id="told in a block"),
        pytest.param(Seen(conversation=conversation(TEA)), id="said in the conversation"),
        pytest.param(Seen(files=frozenset({"MEMORY.md"})), id="in a file that the host shows"),
        pytest.param(Seen(files=frozenset({"notes/MEMORY.md"})), id="in a file of that folder"),
    ],
)
def test_a_passage_is_visible_when_all_of_it_is(seen: Seen) -> None:
    assert not seen.is_nothing
    assert seen.shows(hit(1, TEA))
    assert not seen.shows(hit(2, f"{TEA} She was born in Riga.", path="memory/2026-03-01.md"))


def test_a_question_of_a_passage_is_visible_where_it_was_asked_or_told() -> None:
    asked = hit(1, "Which hotel in Riga takes dogs?")

    assert Seen(told=marks("Which hotel in Riga takes dogs?")).shows(asked)
    assert Seen(conversation=conversation("Hi. Which hotel in Riga takes dogs?")).shows(asked)
    assert not Seen(told=marks(TEA)).shows(hit(1, f"{TEA} Which hotel in Riga takes dogs?"))


def test_a_passage_without_a_word_is_not_visible() -> None:
    empty = hit(1, "")

    assert not Seen(told=marks(TEA)).shows(empty)
    assert not Seen(told=marks(TEA)).shows(replace(empty, rank=2))
