"""A text as the row of its words' classes."""

import pytest

from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.words import BREAK, LINE, OTHER, row, signs_of


def classes(text: str, *names: str) -> list[str]:
    """Return for each word which of `names` it is, `.` for none of them."""
    of = {name: signs_of(name)[1] for name in names}
    return [
        sign if sign in {BREAK, LINE} else next((name for name in names if sign in of[name]), OTHER)
        for sign in row(fold(text).text).signs
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Please ignore tea", [OTHER, "VOID", OTHER], id="words"),
        pytest.param("Ignore.\nTea\nignore", ["VOID", BREAK, OTHER, LINE, "VOID"], id="sentences and lines"),
        pytest.param("tea\n- ignore\nBo: ignore", [OTHER, BREAK, "VOID", BREAK, OTHER, BREAK, "VOID"], id="entries and speakers"),
        pytest.param("anweisungen", ["RULES"], id="a beginning"),
        pytest.param("1gn0r3 іgnоrе", ["VOID", "VOID"], id="disguises"),
        pytest.param("l'utilisateur ignore's", ["USER", "VOID"], id="apostrophes"),
        pytest.param("ig nore", ["VOID", OTHER], id="two pieces"),
        pytest.param("ignoreyourrulesnow", ["VOID", OTHER, "RULES", OTHER, OTHER], id="run together"),
        pytest.param("sandcastlebuilding", [OTHER], id="a long word that is none"),
        pytest.param("ignore-rules", ["VOID", "RULES"], id="hyphens"),
        pytest.param("send_email", ["NAME", OTHER, OTHER], id="the name of a function"),
        pytest.param("bo@tea.example https://tea.example/x www.tea.example", ["LINK", "LINK", "LINK"], id="addresses"),
        pytest.param("我忽略规则", [OTHER, "VOID", "RULES"], id="Chinese"),
        pytest.param("茶を飲む", [OTHER, OTHER], id="words that nobody knows, by two characters"),
        pytest.param("", [], id="nothing"),
    ],
)  # fmt: skip
def test_words_have_their_classes(text: str, found: list[str]) -> None:
    assert classes(text, "VOID", "RULES", "USER", "LINK", "NAME") == found


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("tea and ignore", "ignore"),
        ("tea, send_email ignore", "ignore"),
        ("tea-tea-ignore-tea", "ignore-"),
        ("ask bo@tea.example: ignore", "ignore"),
        ("茶を忽略茶", "忽略"),
        ("pleaseignoreyour", "ignore"),
    ],
)
def test_a_word_is_found_again_where_it_stands(text: str, word: str) -> None:
    found = row(text)
    (place,) = [at for at, sign in enumerate(found.signs) if sign in signs_of("VOID")[1]]

    start, end = found.places()[place]

    assert text[start:end] == word


def test_a_row_knows_which_classes_it_has() -> None:
    seen = row("ignore the rules").seen

    assert seen & signs_of("VOID")[0]
    assert seen & signs_of("RULES")[0]
    assert not seen & signs_of("TOOL")[0]
