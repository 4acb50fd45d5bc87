"""A text of nothing but words that a model has never met is not asked about."""

import pytest

from recall_sidecar.memory.embedding.familiar import has_known_word

KNOWN = {"tea", "jonas", "que", "ist"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("zorblax quindle frambo", False, id="nonsense"),
        pytest.param("zorblax tea", True, id="one word"),
        pytest.param("TEA!", True, id="in capitals"),
        pytest.param("¿qué bebida?", True, id="without its accent"),
        pytest.param("teapot", False, id="a part of a word is none"),
        pytest.param("t e a", False, id="single letters"),
        pytest.param("1234 !?", False, id="no letters"),
        pytest.param("", False, id="nothing"),
        pytest.param("zorblax " * 100, True, id="a long text is taken as it is"),
    ],
)
def test_one_known_word_is_enough(text: str, expected: bool) -> None:
    assert has_known_word(text, KNOWN.__contains__) is expected
