import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.counting import coded, counted
from recall_sidecar.memory.score import Corpus, WeighedQuery, Yardstick, score, total, weigh
from recall_sidecar.memory.terms import QueryTerm, query_terms

CORPUS = Corpus(passages=1000, terms=100_000)


def scored(query: str, passage: str, found_in: dict[str, int], corpus: Corpus = CORPUS) -> float:
    return total(score(weigh(query_terms(query), found_in, corpus), passage.split(), corpus))


def test_a_passage_with_every_word_scores_high() -> None:
    assert scored("green kitchen", "green kitchen", {"green": 5, "kitchen": 5}) > 0.8


def test_a_passage_without_any_word_scores_nothing() -> None:
    assert scored("green kitchen", "dog", {"green": 5, "kitchen": 5}) == 0.0


def test_sharing_the_rare_word_beats_sharing_the_common_one() -> None:
    found_in = {"green": 300, "zeppelin": 2}

    assert scored("green zeppelin", "zeppelin", found_in) > scored("green zeppelin", "green", found_in)


def test_words_that_memory_does_not_know_count_against_the_passage() -> None:
    assert scored("green frobnicator quux", "green", {"green": 300}) < 0.2


def test_a_compound_that_memory_does_not_know_as_a_whole_is_not_held_against_it() -> None:
    found_in = {"load": 5, "user": 5}

    assert scored("load_user", "load user", found_in) == pytest.approx(
        scored("load user", "load user", found_in)
    )


def test_common_words_alone_are_no_evidence() -> None:
    common = {"tell": 500, "week": 500}

    assert scored("tell week", "tell week", common) < 0.2


def test_repeating_a_word_helps_a_little_and_length_costs_a_little() -> None:
    once = scored("green kitchen", "kitchen " + "x " * 20, {"green": 5, "kitchen": 5})
    twice = scored("green kitchen", "kitchen kitchen " + "x " * 19, {"green": 5, "kitchen": 5})
    longer = scored("green kitchen", "kitchen " + "x " * 900, {"green": 5, "kitchen": 5})

    assert longer < once < twice


def test_long_questions_are_measured_by_their_best_terms() -> None:
    words = [f"w{number}" for number in range(40)]
    found_in = dict.fromkeys(words, 5)

    assert scored(" ".join(words), " ".join(words[:10]), found_in) > 0.7


def test_one_note_is_enough_to_score() -> None:
    assert scored("kitchen colour", "kitchen green", {"kitchen": 1}, Corpus(1, 2)) > 0.2


def test_an_empty_corpus_has_a_mean_length() -> None:
    assert Corpus(0, 0).mean_terms == 1.0


@given(
    st.lists(st.sampled_from(["a1", "b2", "c3", "d4", "e5"]), max_size=30),
    st.lists(st.sampled_from(["a1", "b2", "c3", "x_y"]), min_size=1, max_size=4, unique=True),
    st.integers(0, 5000),
    st.integers(0, 5000),
    st.floats(0.1, 1.0),
)
def test_the_parts_explain_the_score_and_stay_between_0_and_1(
    passage: list[str], asked: list[str], known: int, passages: int, weight: float
) -> None:
    corpus = Corpus(max(passages, known), passages * 3)
    found_in = dict.fromkeys(asked[:2], known)
    query: WeighedQuery = weigh([QueryTerm(text, weight) for text in asked], found_in, corpus)

    parts = score(query, passage, corpus)

    assert sum(part.value for part in parts) == total(parts)
    assert all(part.value >= 0 for part in parts)
    assert 0.0 <= total(parts) <= 1.0


def test_a_yardstick_measures_as_the_index_does() -> None:
    query = weigh(query_terms("green kitchen"), {"green": 5}, CORPUS)

    assert Yardstick(query, CORPUS).measure(["green"]) == score(query, ["green"], CORPUS)


@given(
    st.lists(st.sampled_from(["green", "kitchen", "tea", "week", "x"]), min_size=1, max_size=4, unique=True),
    st.lists(
        st.lists(st.sampled_from(["green", "kitchen", "tea", "y", "z"]), max_size=9), min_size=1, max_size=5
    ),
)
def test_many_passages_at_once_get_the_scores_that_each_gets(
    query: list[str], passages: list[list[str]]
) -> None:
    weighed = weigh(tuple(map(QueryTerm, query)), {"green": 300, "kitchen": 5, "tea": 1000}, CORPUS)
    measure = Yardstick(weighed, CORPUS)
    codes = [coded(words) for words in passages]

    shares = measure.measure_all(counted(b"".join(codes), [len(code) for code in codes], query))

    one_by_one = [measure.measure(words) for words in passages]
    assert shares.coverage.tolist() == pytest.approx([parts[0].value for parts in one_by_one])
    assert shares.bm25.tolist() == pytest.approx([parts[1].value for parts in one_by_one])


def test_a_question_without_words_is_worth_nothing_anywhere() -> None:
    codes = [coded(["green"]), coded([])]
    shares = Yardstick(weigh((), {}, CORPUS), CORPUS).measure_all(counted(b"".join(codes), [4, 0], []))
    assert (shares.coverage.tolist(), shares.bm25.tolist()) == ([0.0, 0.0], [0.0, 0.0])
