from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.terms import MAX_QUERY_TERMS, date_tokens, query_terms, tokens


def texts(query: str) -> list[str]:
    return [term.text for term in query_terms(query)]


@pytest.mark.parametrize(
    ("note", "query"),
    [
        pytest.param("I have a 猫 at home", "猫", id="a single Chinese character"),
        pytest.param("今天和小李讨论了飞书插件的配置", "飞书插件配置", id="a Chinese phrase in other order"),
        pytest.param("今天和小李讨论了飞书插件的配置", "配置", id="a Chinese word"),
        pytest.param("今天和小李讨论了飞书插件的配置", "小李", id="a Chinese name"),
        pytest.param("每晚运行GitHub备份脚本", "github 备份", id="mixed script, either part"),
        pytest.param("明日は京都へ行きます", "京都", id="Japanese"),
        pytest.param("コーヒーが好き", "ｺｰﾋｰ", id="half-width kana"),
        pytest.param("커피를 좋아한다", "커피", id="Korean with a particle"),
        pytest.param("ฉันชอบดื่มกาแฟทุกเช้า", "กาแฟ", id="Thai"),
        pytest.param("Das Café in Zürich", "cafe zurich", id="accents"),
        pytest.param("ΑΘΗΝΑ", "Αθήνα", id="Greek capitals and accents"),
        pytest.param("ＡＢＣ corp", "abc", id="full-width letters"),
        pytest.param("call load_user_data first", "load_user_data", id="snake_case whole"),
        pytest.param("call load_user_data first", "user", id="snake_case by part"),
        pytest.param("see parseHTTPHeader", "http header", id="camelCase by part"),
        pytest.param("see parseHTTPHeader", "parsehttpheader", id="camelCase in lower case"),
        pytest.param("it is in notes/plan.md now", "plan.md", id="a file name within a path"),
        pytest.param("it is in notes/plan.md now", "notes/plan.md", id="a path whole"),
        pytest.param("runs v2.3.1 since May", "v2.3.1", id="a version"),
        pytest.param("write to anna.k@example.org", "anna.k@example.org", id="an address whole"),
        pytest.param("write to anna.k@example.org", "example.org", id="an address by part"),
        pytest.param("Caroline's new car", "caroline", id="possessive"),
        pytest.param("Caroline’s new car", "caroline", id="possessive with a curly apostrophe"),
        pytest.param("she painted the wall", "painting walls", id="other forms of a word"),
        pytest.param("हिन्दी सीखना", "हिन्दी", id="Hindi with vowel signs"),
    ],
)
def test_a_query_meets_the_note(note: str, query: str) -> None:
    wanted = [term.text for term in query_terms(query) if term.unknown_share]

    assert set(wanted) & set(tokens(note))
    assert len(set(wanted) & set(tokens(note))) >= len(wanted) / 2


@pytest.mark.parametrize(
    ("note", "query"),
    [
        pytest.param("runs v2.3.1", "v2.3.2", id="another version"),
        pytest.param("see load_user_data", "load_user_date", id="another name"),
    ],
)
def test_a_compound_as_a_whole_meets_only_itself(note: str, query: str) -> None:
    whole = [term.text for term in query_terms(query) if not term.unknown_share]

    assert whole
    assert not set(whole) & set(tokens(note))


def test_stop_words_are_not_asked_for() -> None:
    assert texts("What is the colour of my dog?") == ["colour", "dog"]


def test_a_query_of_stop_words_alone_asks_for_them_at_little_weight() -> None:
    terms = query_terms("who are you")

    assert [term.text for term in terms] == ["who", "are", "you"]
    assert all(term.weight < 0.2 for term in terms)


def test_a_pair_of_characters_that_memory_does_not_know_counts_less_than_such_a_word() -> None:
    pair, word = query_terms("插件 plugin")

    assert 0 < pair.unknown_share < word.unknown_share


def test_words_of_every_request_weigh_little() -> None:
    weights = {term.text: term.weight for term in query_terms("tell kitchen")}

    assert weights["tell"] < weights["kitchen"]


def test_pairs_of_grammar_characters_are_not_asked_for() -> None:
    assert texts("我的猫") == ["的猫"]


def test_a_query_has_each_term_once_and_not_too_many() -> None:
    assert texts("dog Dog dogs") == ["dog"]
    assert len(query_terms(" ".join(f"word{n}" for n in range(100)))) == MAX_QUERY_TERMS
    assert texts("dog " * 2000 + "cat") == ["dog"]


def test_endless_words_are_no_terms() -> None:
    assert tokens("x" * 65) == []
    assert tokens("é" * 80) == []
    assert "_" not in " ".join(tokens("/".join("abcdefghijklmnop")))


def test_a_short_thai_word_is_one_term() -> None:
    assert tokens("กา") == ["กา"]


def test_a_day_is_found_by_its_parts() -> None:
    terms = date_tokens(date(2026, 3, 8))

    assert {"8", "march", "2026", "2026_03_08"} <= set(terms)


@given(st.text())
def test_terms_hold_nothing_but_letters_digits_and_joints(text: str) -> None:
    for term in [*tokens(text), *texts(text)]:
        assert term
        assert not any(mark.isspace() or mark in "\"'*()^:{}+-" for mark in term)


@given(st.text(max_size=1000))
def test_what_a_note_says_is_found_by_the_same_words(text: str) -> None:
    asked = [term.text for term in query_terms(text)]

    assert set(asked) <= set(tokens(text))
