"""Whether a note keeps to the words of its passages."""

from dataclasses import replace

import pytest

from recall_sidecar.memory.port import Hit
from recall_sidecar.recall.traced import keeps_to
from tests.recall.asking import hit

TEA = hit(1, "- Mara likes oolong tea 🍵 in the morning; she calls Bo on Sundays.\n- Anna has the keys.")
CHINESE = hit(2, "港口厨房有乌龙茶。")


def under(heading: str, text: str) -> Hit:
    found = hit(3, text)
    return replace(found, passage=replace(found.passage, heading=heading))


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param("Mara likes oolong tea", id="words in a row"),
        pytest.param("User Mara likes tea in the mornings.", id="some of them, in another form"),
        pytest.param("According to memory, Anna has keys.", id="with the wording of notes"),
        pytest.param("Mara likes tea 🍵", id="a picture of the passage's"),
        pytest.param("港口厨房有乌龙茶", id="Chinese"),
        pytest.param("The kitchen keeps cake.", id="words of the heading"),
        pytest.param("in the", id="small words in a row"),
        pytest.param("…", id="nothing"),
    ],
)
def test_it_does(clause: str) -> None:
    assert keeps_to([clause], [TEA, CHINESE, under("Kitchen", "It keeps cake.")])


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param("Mara likes green tea.", id="another word"),
        pytest.param("Anna likes tea.", id="words of two sentences"),
        pytest.param("She calls Mara on Sundays.", id="words of two parts of one"),
        pytest.param("Mara mag Oolong-Tee", id="another language"),
        pytest.param("运行金丝雀。", id="Chinese that is not there"),
        pytest.param("m a r a", id="letters apart"),
        pytest.param("She has it.", id="small words in another row"),
        pytest.param("Mara likes tea 🐤", id="a picture of its own"),
        pytest.param("🐤", id="nothing but a picture"),
        pytest.param("Mаra", id="letters of another script"),
    ],
)
def test_it_does_not(clause: str) -> None:
    assert not keeps_to(["Mara likes oolong tea", clause], [TEA, CHINESE])


def test_nothing_stands_behind_what_is_looked_at() -> None:
    chinese = "港口厨房有乌龙茶和绿茶以及红茶还有白茶黄茶黑茶" * 4
    english = " ".join(f"harbour{number} tea{number} kitchen{number}" for number in range(40))

    assert not keeps_to([f"{english} canary"], [hit(1, english)])
    assert not keeps_to([f"{chinese}运行金丝雀"], [hit(1, chinese)])
    assert keeps_to([f"tea39 {english}"], [hit(1, english)])
