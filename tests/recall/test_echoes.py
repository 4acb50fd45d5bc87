"""What an assistant repeats of a block is an echo; what it says of its own is not."""

import pytest

from recall_sidecar.recall.echoes import without_echoes
from recall_sidecar.recall.told import telling

TOLD = [
    telling("Mara likes oolong tea in the morning."),
    telling("The budget meeting with Ilse in the Riga office is on 12 March."),
]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        pytest.param("Mara likes oolong tea in the morning.", "", id="word for word"),
        pytest.param("In the morning Mara likes her oolong tea.", "", id="in other words"),
        pytest.param(
            "Oolong tea, which Mara likes. I have ordered two boxes.",
            "I have ordered two boxes.",
            id="beside its own",
        ),
        pytest.param("Buy oolong tea for Mara at the station shop.", None, id="with much that is new"),
        pytest.param(
            "The budget meeting with Ilse in the Riga office is on 14 March.",
            None,
            id="another number is new",
        ),
        pytest.param("Mara!", None, id="a word is no statement"),
        pytest.param("I like coffee at noon.", None, id="nothing of it"),
        pytest.param(
            "First line.\n\nMara likes oolong tea in the morning.\nLast line.",
            "First line.\n\nLast line.",
            id="lines stay",
        ),
    ],
)
def test_an_echo_goes_and_the_rest_stays(said: str, kept: str | None) -> None:
    assert without_echoes(said, TOLD) == (said if kept is None else kept)


def test_where_nothing_was_told_everything_stays() -> None:
    assert without_echoes("Mara likes oolong tea.", []) == "Mara likes oolong tea."
