"""Whether a text says a fact, and where a fact is said to stand."""

import pytest

from recall_sidecar.memory.port import Passage
from recall_sidecar.memory.standing import Standing, says
from recall_sidecar.outcomes import Origin

FACT = "Jonas keeps the locker code 4711"


@pytest.mark.parametrize(
    ("text", "fact", "is_said"),
    [
        pytest.param("The code 4711 of the locker is kept by Jonas.", FACT, True, id="in another order, with other endings"),
        pytest.param("Jonas' locker has the code 4711.", FACT, True, id="nearly all of its words"),
        pytest.param("Jonas keeps the locker code 9921.", FACT, False, id="another number"),
        pytest.param("Jonas keeps a dog.", FACT, False, id="something else"),
        pytest.param("备份脚本在服务器上。", "备份脚本在服务器上", True, id="in Chinese"),
        pytest.param("anything", "", False, id="no fact"),
        pytest.param("anything", "…", False, id="no word"),
    ],
)  # fmt: skip
def test_a_text_says_a_fact(text: str, fact: str, is_said: bool) -> None:
    assert says(text, fact) is is_said


def test_a_place_is_that_of_the_passage_or_the_file() -> None:
    passage = Passage(1, "notes", "MEMORY.md", 3, 4, FACT, Origin.OWNER)

    assert Standing(passage=passage).place == "MEMORY.md:3-4"
    assert Standing(file="/notes/a.log").place == "/notes/a.log"
    assert Standing().place == ""
