"""What of a text somebody states."""

import pytest

from recall_sidecar.memory.statements import statements


def test_statements_are_sentences_and_entries() -> None:
    text = "# Servers\n- [x] Staging runs on 3.11. It is slow!\n\n2. 下班了。回家\n" + "x" * 300

    assert list(statements(text)) == ["Servers", "Staging runs on 3.11", "It is slow", "下班了", "回家"]


def test_statements_are_few() -> None:
    assert len(list(statements("a.\n" * 200))) <= 40


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Staging runs on 3.12?", id="a question"),
        pytest.param("Does staging run on 3.12", id="a question without its mark"),
        pytest.param("小李住在上海吗", id="a Chinese one"),
        pytest.param("¿Vive en Graz", id="a Spanish one"),
        pytest.param("> Staging runs on 3.12.", id="another's words"),
        pytest.param("- > Staging runs on 3.12.", id="in a list"),
        pytest.param('"Staging runs on 3.12."', id="in quotation marks"),
        pytest.param("~~Staging runs on 3.12~~", id="struck out"),
        pytest.param("- [ ] Staging runs on 3.12", id="to be done"),
        pytest.param("Staging runs on 3.12 if the upgrade succeeds.", id="under a condition"),
        pytest.param("Maybe staging runs on 3.12.", id="a guess"),
        pytest.param("Staging runs on 3.12, they said, but that was wrong.", id="taken back"),
    ],
)
def test_what_nobody_states_is_left_out(text: str) -> None:
    assert list(statements(text)) == []


def test_a_month_is_no_guess() -> None:
    assert list(statements("Anna moved to Graz in May.")) == ["Anna moved to Graz in May"]
