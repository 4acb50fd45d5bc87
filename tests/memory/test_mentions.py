"""What a message names, and what holds a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.mentions import holds, named_exactly


@pytest.mark.parametrize(
    ("message", "names"),
    [
        pytest.param('what is "Project  Falcon"?', ("project falcon",), id="a quoted string"),
        pytest.param("“Falcon” and 「青空」 and 《红楼梦》 and `make check`", ("falcon", "青空", "红楼梦", "make check"), id="quoted in other ways"),
        pytest.param("set MAX_RETRIES in notes/plan.md", ("max_retries", "notes/plan.md"), id="an identifier and a file"),
        pytest.param("mara@example.org, v2.3.1", ("mara@example.org", "v2.3.1"), id="an address and a version"),
        pytest.param("a well-known fact, e.g. this", (), id="plain words, a hyphen and an abbreviation"),
        pytest.param("MAX_RETRIES and max_retries", ("max_retries",), id="each once"),
        pytest.param('"" "ab" plain', (), id="nothing"),
    ],
)  # fmt: skip
def test_what_a_message_names(message: str, names: tuple[str, ...]) -> None:
    assert named_exactly(message) == names


def test_names_are_few() -> None:
    assert len(named_exactly(" ".join(f"a_{n}_x" for n in range(50)))) == 8


@pytest.mark.parametrize(
    ("text", "name", "held"),
    [
        pytest.param("- Project\n  Falcon is ours.", "project falcon", True, id="over a line"),
        pytest.param("xMAX_RETRIES", "max_retries", False, id="as a part of another word"),
        pytest.param("max_retriesx or MAX_RETRIES", "max_retries", True, id="also behind such a part"),
        pytest.param("我们读红楼梦吧", "红楼梦", True, id="amid Chinese"),
        pytest.param("tea", "falcon", False, id="not at all"),
    ],
)
def test_a_text_holds_a_name_word_for_word(text: str, name: str, held: bool) -> None:
    assert holds(text, name) is held


@given(st.text(max_size=200))
def test_any_message_has_bounded_names_that_it_holds_itself(message: str) -> None:
    names = named_exactly(message)

    assert len(names) <= 8
    assert all(name == name.strip() and name for name in names)
