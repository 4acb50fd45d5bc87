"""Text is cut between what a reader sees as characters, and always can be encoded."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.graphemes import head, readable, tail

FAMILY = "👨\u200d👩\u200d👧"
FLAG = "🇩🇪"
ACCENTED = "e\u0301"
CLUSTERED = st.lists(
    st.sampled_from(
        [FAMILY, FLAG, ACCENTED, "👍🏽", "한", "ก็", "क्षि", "a", "猫", " ", "\n", "\r\n", " \u0301", "\u0301"]
    ),
    max_size=60,
).map("".join)


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        pytest.param("short", 5, "short", id="text that fits is left alone"),
        pytest.param("too long", 5, "too…", id="white space before the mark goes"),
        pytest.param("abcdef", 4, "abc…", id="the mark counts"),
        pytest.param("abc", 1, "…", id="a limit of the mark's length leaves the mark"),
        pytest.param("abc", 0, "", id="a limit of nothing leaves nothing"),
        pytest.param("ab\r\ncd", 4, "ab…", id="a line end of two characters is not torn apart"),
        pytest.param(f"ab{FAMILY}cd", 6, "ab…", id="a family is not torn apart"),
        pytest.param(f"ab{FAMILY}cd", 8, f"ab{FAMILY}…", id="a family that fits is kept"),
        pytest.param(f"a{FLAG}{FLAG}", 4, f"a{FLAG}…", id="a flag is not halved"),
        pytest.param(f"x{ACCENTED}y", 3, "x…", id="a letter keeps its accent or goes with it"),
        pytest.param("a" + "\u0301" * 3000, 50, "…", id="a letter under a heap of accents goes as a whole"),
    ],
)
def test_head_keeps_the_start(text: str, limit: int, expected: str) -> None:
    assert head(text, limit) == expected


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        pytest.param("short", 5, "short", id="text that fits is left alone"),
        pytest.param("so long", 5, "…long", id="white space after the mark goes"),
        pytest.param("abcdef", 4, "…def", id="the mark counts"),
        pytest.param("abc", 1, "…", id="a limit of the mark's length leaves the mark"),
        pytest.param("abc", 0, "", id="a limit of nothing leaves nothing"),
        pytest.param(f"ab{FAMILY}cd", 5, "…cd", id="a family is not torn apart"),
        pytest.param(f"ab{FAMILY}cd", 8, f"…{FAMILY}cd", id="a family that fits is kept"),
        pytest.param(f"{FLAG}{FLAG}a", 4, f"…{FLAG}a", id="a flag is not halved"),
        pytest.param("ab \u0301c", 4, "… \u0301c", id="a space that carries an accent stays under it"),
        pytest.param("abc   ", 4, "…", id="an end of white space leaves the mark"),
    ],
)
def test_tail_keeps_the_end(text: str, limit: int, expected: str) -> None:
    assert tail(text, limit) == expected


@pytest.mark.parametrize("limit", [500, 2001, 2002, 3003])
def test_a_long_row_of_flags_is_cut_between_flags(limit: int) -> None:
    row = FLAG * 2000

    assert len(head(row, limit, mark="")) % 2 == 0
    assert tail(row, limit, mark="").startswith(FLAG)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain 猫", "plain 猫", id="good text is left alone"),
        pytest.param("a\ud83d", "a\ufffd", id="half of an emoji is replaced"),
        pytest.param("\ude00b", "\ufffdb", id="the other half too"),
        pytest.param("\ud83d\ude00", "😀", id="two halves that belong together become one"),
        pytest.param("\ufeffa\ud800", "\ufeffa\ufffd", id="a byte order mark is text like any other"),
    ],
)
def test_readable_text_can_be_encoded(text: str, expected: str) -> None:
    assert readable(text) == expected
    assert readable(text).encode()


@given(CLUSTERED, st.integers(0, 80))
def test_a_cut_never_exceeds_the_limit(text: str, limit: int) -> None:
    assert len(head(text, limit)) <= limit
    assert len(tail(text, limit)) <= limit


@given(CLUSTERED, st.integers(1, 80))
def test_a_cut_falls_between_clusters(text: str, limit: int) -> None:
    clusters = regex.findall(r"\X", text)
    starts = ["".join(clusters[:count]).rstrip() for count in range(len(clusters) + 1)]
    ends = ["".join(clusters[count:]) for count in range(len(clusters) + 1)]
    kept = tail(text, limit, mark="")

    assert len(text) <= limit or head(text, limit, mark="") in starts
    assert any(end.endswith(kept) and end[: len(end) - len(kept)].strip() == "" for end in ends)
    # A mark that follows a line end has no letter in the text either.
    has_lone_mark = any(regex.match(r"\p{M}", cluster) for cluster in clusters)
    assert kept == text or has_lone_mark or not regex.match(r"\p{M}", kept)
