import pytest

from recall_sidecar.memory.echo import Question


@pytest.mark.parametrize(
    ("message", "repeats"),
    [
        pytest.param("which tea does Jonas drink", True, id="word for word"),
        pytest.param("Which tea does...", True, id="cut off"),
        pytest.param("…", False, id="cut off before the first word"),
        pytest.param("Jonas drinks which tea?", True, id="another question with no word of its own"),
        pytest.param("Which green tea does Jonas drink?", False, id="a question with a word of its own"),
        pytest.param("Jonas drinks tea.", False, id="a statement"),
    ],
)
def test_a_message_repeats_the_question(message: str, repeats: bool) -> None:
    assert Question("Which tea does Jonas drink?").is_repeated_by(message) is repeats
