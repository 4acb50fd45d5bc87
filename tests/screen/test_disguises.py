"""What a text says beneath its letters."""

import pytest

from recall_sidecar.screen.disguises import Reading, readings
from recall_sidecar.screen.folding import fold

SAID = "mara likes oolong tea"


def said(text: str) -> list[Reading]:
    return [*readings(text, fold(text))]


def test_a_reading_says_where_it_stands_and_whether_it_is_seen() -> None:
    text = f"Note: <!-- {SAID} --> bWFyYSBsaWtlcyBvb2xvbmcgdGVh."

    seen, unseen, _ = said(text)

    assert (seen.text, text[seen.start : seen.end], seen.is_unseen) == (
        SAID,
        "bWFyYSBsaWtlcyBvb2xvbmcgdGVh",
        False,
    )
    assert (unseen.text.strip(), text[unseen.start : unseen.end], unseen.is_unseen) == (
        SAID,
        f"<!-- {SAID} -->",
        True,
    )


def test_a_line_that_is_split_hides_no_other() -> None:
    text = f"{SAID}\n\nt e a  a t  f o u r\n{SAID}"

    (reading,) = said(text)

    assert (reading.text, text[reading.start : reading.end]) == ("tea at four", "t e a  a t  f o u r")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(SAID, id="plain words"),
        pytest.param("Congratulations on the antidisestablishmentarianism", id="long words"),
        pytest.param("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", id="a hash"),
        pytest.param("AAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAA", id="a row of letters"),
        pytest.param("A" * 17, id="no length of base32"),
        pytest.param("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", id="a picture"),
        pytest.param("12345678901234567890", id="digits"),
        pytest.param("a%20b", id="one escape"),
        pytest.param("plans a b c of **tea** and **cake**", id="some letters apart and bold words"),
        pytest.param("a well-known note, up to date", id="a word with a hyphen"),
        pytest.param(r"\ud800\udc00\uffffff", id="escapes of nothing"),
        pytest.param("...... ----- ...... ----- ...... ----- ......", id="no Morse"),
        pytest.param("\u200b" * 40, id="bits of nothing"),
        pytest.param("\ufe00\ufe01\ufe02\ufe03", id="selectors of nothing"),
    ],
)  # fmt: skip
def test_there_is_nothing_beneath_it(text: str) -> None:
    assert said(text) == []
