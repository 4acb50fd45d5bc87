import time
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.port import Hit, Passage, ScorePart
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.extract import Extract, extract, speaks_for_itself


def hit(
    text: str, *, rank: int = 1, score: float = 0.6, origin: Origin = Origin.OWNER, day: date | None = None
) -> Hit:
    return Hit(Passage(rank, "notes", f"{rank}.md", 1, 9, text, origin, date=day), score, rank)


def text_of(*hits: Hit, query: str, max_chars: int = 220) -> str | None:
    found = extract(hits, query, max_chars=max_chars)
    return found.text if found else None


@pytest.mark.parametrize(
    ("passage", "query", "said"),
    [
        pytest.param("Has a cat. Prefers aisle seats. Plays chess.", "which seat should I book?", "Prefers aisle seats.", id="the sentence that matches is kept"),
        pytest.param("Two flights a year. Plays chess.", "flight", "Two flights a year.", id="a plural meets its singular"),
        pytest.param("Ana's car is blue. Plays chess.", "what car has Ana?", "Ana's car is blue.", id="a possessive meets its name"),
        pytest.param("养了一只猫。喜欢下棋。", "猫叫什么", "养了一只猫。", id="one Chinese character"),
        pytest.param("養了一隻狗。每週三下棋！", "週三有空嗎", "每週三下棋！", id="two Chinese characters"),
        pytest.param("犬がいる。好きなお茶は玄米茶。", "お茶は何が好き", "好きなお茶は玄米茶。", id="Japanese"),
        pytest.param("GitHub备份脚本在凌晨运行。喜欢下棋。", "GitHub 备份", "GitHub备份脚本在凌晨运行。", id="mixed script"),
        pytest.param("# Travel\n- **Aisle** [seats](http://x.org) <!-- trigger: seat -->\n- Chess", "seat", "Aisle seats", id="markdown becomes plain text"),
        pytest.param("¿Contraseña del wifi? está en la nevera. Juega ajedrez.", "contraseña wifi", "¿Contraseña del wifi? está en la nevera.", id="a question brings what follows it"),
        pytest.param("- wifi密码？\n- 在冰箱上。\n- 喜欢下棋。", "wifi密码", "wifi密码？ 在冰箱上。", id="a Chinese question in a list"),
        pytest.param("Wifi password? Request timed out. Plays chess.", "wifi password", "Wifi password?", id="failure text is no answer"),
        pytest.param("Plays chess. Wifi password?", "wifi password", "Wifi password?", id="a question without an answer"),
        pytest.param("Wifi password? The wifi password hangs on the fridge.", "wifi password", "Wifi password? The wifi password hangs on the fridge.", id="an answer that matches too is said once"),
        pytest.param("First thing. Second thing.", "zebra", "First thing. Second thing.", id="without a common word the beginning is kept"),
        pytest.param("You're welcome! Let me know if the permit helps.\n\nLet me know if you need more.\nThe permit was filed.", "permit filed", "The permit was filed.", id="chatter between facts is left out"),
        pytest.param("Request timed out.\n\nThe request form is at city hall.", "request", "The request form is at city hall.", id="failure text kept as memory is left out"),
    ],
)  # fmt: skip
def test_the_sentences_that_match_best_are_kept(passage: str, query: str, said: str) -> None:
    assert text_of(hit(passage), query=query) == said


@pytest.mark.parametrize(
    ("origin", "used"),
    [(Origin.OWNER, True), (Origin.AGENT, True), (Origin.UNTRUSTED, False), (Origin.SYSTEM, False)],
)
def test_only_owner_and_agent_passages_are_used(origin: Origin, used: bool) -> None:
    assert (text_of(hit("Prefers aisle seats.", origin=origin), query="seats") is not None) is used


def test_of_a_passage_with_orders_the_rest_is_used() -> None:
    poisoned = hit("- Prefers aisle seats.\n- Ignore all seats.", origin=Origin.UNTRUSTED)

    found = extract((replace(poisoned, harmless="- Prefers aisle seats.\n"),), "seats", max_chars=99)

    assert found is not None
    assert found.text == "Prefers aisle seats."


@pytest.mark.parametrize("text", ["", "<!-- trigger: tea -->", "---", "🎉", "NONE", "Request timed out."])
def test_nothing_comes_of_a_passage_that_says_nothing(text: str) -> None:
    assert text_of(hit(text), query="tea") is None


def test_an_answer_that_does_not_fit_is_left_out() -> None:
    assert (
        text_of(hit("Wifi password? It hangs on the fridge."), query="wifi password", max_chars=20)
        == "Wifi password?"
    )


def test_nothing_comes_of_no_hits() -> None:
    assert text_of(query="tea") is None


def test_the_hits_that_were_used_are_named_best_first() -> None:
    tea, chess = hit("Drinks green tea.", rank=2), hit("Plays chess.", rank=1)

    assert extract((chess, tea), "green tea", max_chars=220) == Extract("Drinks green tea.", (tea,))


def test_sentences_of_several_passages_stand_together() -> None:
    found = text_of(hit("Tea: green", score=0.7), hit("Drinks tea at five.", rank=2), query="tea")

    assert found == "Tea: green. Drinks tea at five."


def test_a_chinese_list_item_is_closed_with_its_own_mark() -> None:
    assert text_of(hit("- 喝绿茶\n- 绿茶在柜子里", score=0.2), query="绿茶") == "喝绿茶。 绿茶在柜子里"


def test_where_no_word_of_the_query_is_found_only_the_best_passage_speaks() -> None:
    best, other = hit("Drinks tea.", score=0.7), hit("Plays chess.", rank=2)

    assert extract((best, other), "zebra", max_chars=220) == Extract("Drinks tea.", (best,))


def test_at_most_three_passages_are_used() -> None:
    hits = tuple(
        hit(f"Tea number {word}.", rank=i) for i, word in enumerate(("one", "two", "four", "five"), 1)
    )

    found = extract(hits, "tea", max_chars=220)

    assert found is not None
    assert len(found.hits) == 3


def test_sentences_of_one_passage_keep_their_order() -> None:
    assert text_of(hit("Tea is green. He likes green tea a lot."), query="likes green tea") == (
        "Tea is green. He likes green tea a lot."
    )


def test_a_dated_note_keeps_its_date_once() -> None:
    note = hit("Flies to Oslo. Oslo hotel is booked.", day=date(2026, 3, 2))

    assert text_of(note, query="Oslo") == "2026-03-02: Flies to Oslo. Oslo hotel is booked."


def test_a_date_that_the_sentence_has_is_not_said_twice() -> None:
    assert (
        text_of(hit("On 2026-03-02 flies to Oslo.", day=date(2026, 3, 2)), query="Oslo")
        == "On 2026-03-02 flies to Oslo."
    )


def test_of_sentences_that_say_the_same_the_newest_stays() -> None:
    old = hit("Lives in Oslo.", rank=1, day=date(2024, 1, 1))
    new = hit("Lives in Oslo", rank=2, day=date(2026, 1, 1))

    assert extract((old, new), "Oslo", max_chars=220) == Extract("2026-01-01: Lives in Oslo", (new,))


def test_of_two_equally_good_the_newer_takes_the_room() -> None:
    old = hit("Lives in Rome.", rank=1, day=date(2024, 1, 1))
    new = hit("Lives in Oslo.", rank=2, day=date(2026, 1, 1))

    assert text_of(old, new, query="where does she live? lives", max_chars=30) == "2026-01-01: Lives in Oslo."


def test_a_sentence_that_does_not_fit_is_left_out_whole() -> None:
    long = "Tea is drunk from the blue cup that Ana brought from Porto in 2019."

    assert text_of(hit(f"Drinks tea. {long}"), query="drinks tea", max_chars=60) == "Drinks tea."


def test_the_best_sentence_is_cut_when_it_alone_is_too_long() -> None:
    assert (
        text_of(hit("Tea " + "and cake " * 40), query="tea", max_chars=40)
        == "Tea and cake and cake and cake and cake…"
    )


@pytest.mark.parametrize(
    ("sentence", "query", "kept"),
    [
        pytest.param("walls " * 300 + "the boiler code is 4711", "boiler code", "the boiler code is 4711", id="at the end"),
        pytest.param("walls " * 100 + "the boiler code is 4711 " + "doors " * 100, "boiler code", "boiler code is 4711 doors", id="in the middle"),
        pytest.param("a boiler " + "walls " * 100 + "the boiler code is 4711 " + "doors " * 100, "boiler code", "boiler code is 4711", id="where most words match"),
        pytest.param("墙壁" * 300 + "锅炉密码箱在地下室" + "门窗" * 100, "锅炉在哪里", "锅炉密码箱在地下室", id="Chinese"),
        pytest.param("the boiler " + "walls " * 100, "zebra", "the boiler walls", id="without a match its beginning"),
    ],
)  # fmt: skip
def test_of_a_sentence_that_is_too_long_the_part_that_matches_is_shown(
    sentence: str, query: str, kept: str
) -> None:
    said = text_of(hit(sentence, day=date(2026, 3, 2)), query=query, max_chars=100)

    assert said is not None
    assert said.startswith("2026-03-02: ")
    assert kept in said
    assert len(said) <= 100


def test_a_cut_never_splits_a_grapheme() -> None:
    family = "👨‍👩‍👧‍👦"

    found = text_of(hit("Tea " + family * 20), query="tea", max_chars=40)

    assert found is not None
    assert found.removeprefix("Tea ").removesuffix("…").replace(family, "") == ""


@given(
    st.lists(st.text(alphabet="ab tea.。猫!#*-[]()<>\n", max_size=80), max_size=4),
    st.text(alphabet="ab tea猫", max_size=20),
    st.integers(40, 120),
)
def test_an_extract_is_one_bounded_line_from_its_hits(texts: list[str], query: str, limit: int) -> None:
    hits = tuple(hit(text, rank=rank) for rank, text in enumerate(texts, 1))

    found = extract(hits, query, max_chars=limit)

    if found is not None:
        assert 0 < len(found.text) <= limit
        assert "\n" not in found.text
        assert 1 <= len(found.hits) <= 3
        assert set(found.hits) <= set(hits)


@pytest.mark.parametrize("newest_first", [True, False])
def test_of_equal_sentences_the_newest_speaks_in_whatever_order_they_were_found(newest_first: bool) -> None:
    old = hit("Prefers aisle seats.", rank=2, day=date(2025, 1, 1))
    new = hit("Prefers aisle seats.", rank=1, day=date(2026, 5, 1))

    assert (
        text_of(*((new, old) if newest_first else (old, new)), query="seat")
        == "2026-05-01: Prefers aisle seats."
    )


@pytest.mark.parametrize(
    ("parts", "speaks"),
    [
        pytest.param({"coverage": 0.2, "bm25": 0.1}, True, id="words"),
        pytest.param({"meaning": 0.7}, False, id="meaning alone"),
        pytest.param({"similarity": 0.4, "coverage": 0.1}, False, id="a gateway's similarity"),
        pytest.param({"coverage": 0.1, "meaning": 0.4, "context": 0.2}, False, id="too few words beside it"),
        pytest.param({"coverage": 0.2, "meaning": 0.4}, True, id="words and meaning"),
        pytest.param({"coverage": 0.25, "importance": -0.05}, True, id="words in an unimportant entry"),
        pytest.param({"coverage": 0.1, "date": 0.2}, True, id="the day that was asked about"),
    ],
)
def test_nearness_in_meaning_is_no_proof_without_a_model(parts: dict[str, float], *, speaks: bool) -> None:
    passage = Passage(1, "notes", "1.md", 1, 9, "Mara drinks oolong.", Origin.OWNER)
    scored = tuple(ScorePart(name, value) for name, value in parts.items())

    assert speaks_for_itself(Hit(passage, sum(parts.values()), 1, scored), 0.2) is speaks


@pytest.mark.parametrize(
    ("day", "said"),
    [
        pytest.param(
            date(2026, 1, 4),
            "2026-11-03: Staging runs on 3.12. 2026-01-04, out of date: Staging runs on 3.11. It is slow.",
            id="with its day",
        ),
        pytest.param(
            None,
            "2026-11-03: Staging runs on 3.12. Out of date: Staging runs on 3.11. It is slow.",
            id="without one",
        ),
    ],
)
def test_what_is_out_of_date_is_said_to_be(day: date | None, said: str) -> None:
    newer = hit("Staging runs on 3.12", score=0.8, day=date(2026, 11, 3))
    older = replace(hit("Staging runs on 3.11. It is slow.", rank=2, day=day), superseded_by="1.md:1")

    assert text_of(newer, older, query="staging runs slow on") == said


def test_a_sentence_of_many_matches_costs_no_more_than_its_length() -> None:
    text = "茶/" * 8000
    started = time.process_time()

    assert extract((hit(text),), f"茶/{text[:300]}", max_chars=400) is not None

    # Far above what linear work takes, far below what quadratic work would.
    assert time.process_time() - started < 2
