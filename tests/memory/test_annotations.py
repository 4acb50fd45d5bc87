"""What counts as an annotation, and what of a note is no text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.annotations import Annotation, annotation, phrase_terms, without_comments


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        pytest.param("- Keep it local. <!-- trigger: setup, network safety --> <!-- importance: 9 -->", Annotation(("setup", "network safety"), 9), id="OpenClaw's own example"),
        pytest.param("- x <!--TRIGGER:a;b|c，d；e、f-->", Annotation(("a", "b", "c", "d", "e", "f")), id="every separator, any case, no spaces"),
        pytest.param("- x <!-- trigger: a, , a ;-->", Annotation(("a",)), id="empty and repeated phrases are dropped"),
        pytest.param("- x <!-- trigger: b --> <!-- why not --> <!-- trigger: a -->  ", Annotation(("a", "b")), id="another comment between"),
        pytest.param("- x\n  y <!-- trigger: a -->\n  z <!-- importance: 3 -->", Annotation(("a",), 3), id="at the ends of an entry's further lines"),
        pytest.param("- x\n  <!-- trigger: a -->", Annotation(("a",)), id="on a line of their own within the entry"),
        pytest.param("- x <!-- importance: 3 --> <!-- importance: 8 -->", Annotation((), 8), id="the highest importance counts"),
        pytest.param("- x <!-- importance: 0 --> <!-- importance: 11 --> <!-- importance: high -->", Annotation(), id="no importance of 1 to 10"),
        pytest.param("- x <!-- trigger: a --> y", Annotation(), id="not at the end of the line"),
        pytest.param("- x `<!-- trigger: a -->`", Annotation(), id="quoted as code"),
        pytest.param("- x <!-- trigger: a", Annotation(), id="never closed"),
        pytest.param("- x <!-- a --> b -->", Annotation(), id="an arrow at the end"),
        pytest.param("- x trigger: a -->", Annotation(), id="never opened"),
        pytest.param("- x <!-- triggers: a --> <!-- origin: owner -->", Annotation(), id="words of ours alone mean something"),
        pytest.param("- x <!-- trigger: a --> <!-- importance: 4 --> <!-- project: k -->", Annotation(("a",), 4), id="beside the comment of a project"),
    ],
)  # fmt: skip
def test_what_an_entry_says_of_itself(entry: str, said: Annotation) -> None:
    assert annotation(entry.split("\n")) == said


def test_phrases_and_comments_are_bounded() -> None:
    (long,) = annotation([f"- x <!-- trigger: {'a' * 500} -->"]).triggers
    many = annotation([f"- x <!-- trigger: {','.join(str(n) for n in range(100))} -->"]).triggers
    far = annotation([f"- x <!-- trigger: a -->{' <!-- b -->' * 20}"]).triggers

    assert (len(long), len(many), far) == (160, 24, ())


@pytest.mark.parametrize(
    ("phrase", "terms"),
    [
        pytest.param("the Router's setups", ("router", "setup"), id="small words and endings do not count"),
        pytest.param("网络安全", ("网络", "络安", "安全"), id="Chinese in pairs"),
        pytest.param("what is it", (), id="nothing but small words"),
        pytest.param("", (), id="nothing"),
    ],
)
def test_the_terms_of_a_phrase(phrase: str, terms: tuple[str, ...]) -> None:
    assert phrase_terms(phrase) == terms


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        pytest.param("- a <!-- trigger: b --> <!-- c -->", "- a", id="at the end"),
        pytest.param("a <!-- b <i> --> c", "a c", id="in the middle, with a tag inside"),
        pytest.param("a <!--> b", "a b", id="the shortest"),
        pytest.param("a\n<!-- b\nc\n-->\nd", "a\n\n\n\nd", id="over lines, which all stay"),
        pytest.param("a <!-- b\nc --> d <!-- e --> f", "a\n d f", id="ends in a line that goes on"),
        pytest.param("a <!-- b\nc", "a <!-- b\nc", id="never closed"),
        pytest.param("a <!-- b\nc <!-- d -->", "a <!-- b\nc", id="not closed before the next begins"),
        pytest.param("- a <!-- trigger: b\n- c", "- a\n- c", id="an annotation never closed"),
        pytest.param("- a <!-- trigger: b\n- c <!-- trigger: d -->", "- a\n- c", id="an annotation closed on the next entry only"),
        pytest.param("a <!-- b" + "\n" * 30 + "-->", "a <!-- b" + "\n" * 30 + "-->", id="too long to be one"),
        pytest.param("a --> b", "a --> b", id="an arrow"),
    ],
)  # fmt: skip
def test_comments_are_left_out_and_lines_keep_their_numbers(written: str, shown: str) -> None:
    assert without_comments(written.split("\n")) == shown.split("\n")


@given(st.lists(st.text(alphabet="ab <!->trigger:\t", max_size=40), max_size=12))
def test_whatever_is_written_lines_keep_their_number_and_grow_by_nothing(lines: list[str]) -> None:
    shown = without_comments(lines)

    assert len(shown) == len(lines)
    assert all(len(after) <= len(before) for before, after in zip(lines, shown, strict=True))
    assert isinstance(annotation(lines), Annotation)
