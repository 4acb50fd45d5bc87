"""Text as it reads, with the place of each character kept."""

import pytest

from recall_sidecar.screen.folding import fold, latin_of, plain_word


@pytest.mark.parametrize(
    ("text", "read"),
    [
        pytest.param("Tea AT Four", "tea at four", id="letter case"),
        pytest.param("Précédentes Über ЁЖ", "precedentes uber еж", id="accents"),
        pytest.param("ﬁ Ｆｕｌｌ 𝐁old ⓒircle ⒫", "ﬁ full bold circle p", id="compatibility forms"),
        pytest.param("ɪɢɴᴏʀᴇ", "ignore", id="small capitals"),
        pytest.param("🇹🇪🇦", "tea", id="flags"),
        pytest.param("Й й", "й й", id="a letter of its own keeps its sign"),
        pytest.param("t\u200be\u0301a\U000e0041", "tea", id="what cannot be seen"),
        pytest.param("猫", "猫", id="other scripts"),
    ],
)
def test_a_text_is_read(text: str, read: str) -> None:
    assert fold(text).text == read


def test_a_place_is_found_again() -> None:
    folded = fold("a\u200bbé\u200b\u200bd")

    assert folded.text == "abed"
    assert [folded.span(place, place + 1) for place in range(4)] == [(0, 1), (2, 3), (3, 4), (6, 7)]
    assert fold("abcd").span(1, 3) == (1, 3)


def test_letters_of_other_scripts_read_as_those_they_look_like() -> None:
    assert latin_of("іgnоrе") == "ignore"


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("1gn0r3", ("ignore", "lgnore")),
        ("pr3v10u5", ("previous", "prevlous")),
        ("tea", ()),
        ("2026", ()),
    ],
)
def test_a_word_with_digits_reads_as_words(word: str, plain: tuple[str, ...]) -> None:
    assert plain_word(word) == plain
