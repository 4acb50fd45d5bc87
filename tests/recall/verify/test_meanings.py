"""Words that mean the same share a key."""

import pytest

from recall_sidecar.recall.verify import meanings
from recall_sidecar.recall.verify.lexicon.cities import CITIES
from recall_sidecar.recall.verify.lexicon.countries import COUNTRIES
from recall_sidecar.recall.verify.lexicon.doings import DOINGS
from recall_sidecar.recall.verify.lexicon.exclusive import EXCLUSIVE
from recall_sidecar.recall.verify.lexicon.ideas import IDEAS
from recall_sidecar.recall.verify.lexicon.people import KIN, PEOPLE
from recall_sidecar.recall.verify.lexicon.things import THINGS
from recall_sidecar.recall.verify.meanings import GUESSED, folded, in_run, keys_of, place_of, stem_key


@pytest.fixture(autouse=True, scope="module")
def _built_anew() -> None:
    """Build the tables here, whichever test of this process was the first to need them."""
    meanings._lexicon.cache_clear()
    meanings._places.cache_clear()


@pytest.mark.parametrize("table", [CITIES, COUNTRIES, DOINGS, EXCLUSIVE, IDEAS, KIN, PEOPLE, THINGS])
def test_each_line_has_ten_languages(table: str) -> None:
    assert {line.count("|") for line in table.strip().split("\n")} == {9}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("bought", "purchase", id="synonyms"),
        pytest.param("painted", "paintings", id="forms of a word"),
        pytest.param("hund", "perro", id="two languages"),
        pytest.param("сестра", "soeur", id="two scripts"),
        pytest.param("kaufte", "acheté", id="an accent"),
    ],
)
def test_words_of_one_meaning_share_a_key(one: str, other: str) -> None:
    assert (keys_of(folded(one)) & keys_of(folded(other))) - {GUESSED}


def test_a_brother_is_no_sister_and_a_stem_makes_none() -> None:
    assert not keys_of("brother") & keys_of("sister")
    assert not any(key.startswith("kin") for key in keys_of("brotherhood"))


def test_a_meaning_that_only_a_stem_tells_is_a_guess() -> None:
    assert GUESSED in keys_of("gardeners")
    assert GUESSED not in keys_of("garden")
    assert keys_of("xyzzyx") == {"=xyzzy"}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Anna's", "anna"),
        ("James’", "james"),
        ("Éric", "eric"),
        ("Straße", "strasse"),
        ("ребёнок", "ребенок"),
        ("日本", "日本"),
    ],
)
def test_words_are_folded(word: str, expected: str) -> None:
    assert folded(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"), [("hiking", "hik"), ("amiga", "amig"), ("tea", "tea"), ("organised", "organ")]
)
def test_forms_have_a_stem(word: str, expected: str) -> None:
    assert stem_key(word)[:4] == expected[:4]


def test_a_run_is_cut_at_its_longest_word() -> None:
    size, keys = in_run("喜欢喝茶", 0)

    assert (size, bool(keys)) == (2, True)
    assert in_run("彧", 0) == (0, frozenset())


def test_places_are_known_in_each_language() -> None:
    assert place_of("deutschland") == place_of("germany") == "place:Germany"
    assert place_of("new york") == "place:New York"
    assert place_of("nowhere") == ""
