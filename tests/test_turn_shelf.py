"""The newest turns are kept as they were sent, in bounded room."""

from recall_sidecar.events import Message, TurnEvent
from recall_sidecar.turn_shelf import TurnShelf


def event(text: str = "tea?", **changes: object) -> TurnEvent:
    return TurnEvent(host="openclaw", agent_id="main", text=text, **changes)  # type: ignore[arg-type]


def test_a_turn_is_found_by_its_trace() -> None:
    shelf = TurnShelf()
    turn = event()
    shelf.keep("01A", turn)

    assert shelf.find("01A") is turn
    assert shelf.find("01B") is None


def test_the_oldest_make_room_by_number() -> None:
    shelf = TurnShelf(max_turns=2)
    for name in ("01A", "01B", "01C"):
        shelf.keep(name, event())

    assert [shelf.find(name) is not None for name in ("01A", "01B", "01C")] == [False, True, True]


def test_the_oldest_make_room_by_size() -> None:
    shelf = TurnShelf(max_chars=10)
    shelf.keep("01A", event("a" * 6))
    shelf.keep("01B", event("b", messages=[Message("user", "c" * 5)]))
    shelf.keep("01C", event("d" * 4))

    assert [shelf.find(name) is not None for name in ("01A", "01B", "01C")] == [False, True, True]


def test_a_turn_that_is_too_large_is_not_kept() -> None:
    shelf = TurnShelf(max_chars=3)
    shelf.keep("01A", event("too much"))

    assert shelf.find("01A") is None


def test_a_turn_kept_again_counts_once() -> None:
    shelf = TurnShelf(max_chars=10)
    shelf.keep("01A", event("a" * 8))
    shelf.keep("01A", event("a" * 8))

    assert shelf.find("01A") is not None


def test_everything_is_forgotten_at_once() -> None:
    shelf = TurnShelf(max_chars=10)
    shelf.keep("01A", event("a" * 8))
    shelf.clear()
    shelf.keep("01B", event("b" * 8))

    assert shelf.find("01A") is None
    assert shelf.find("01B") is not None
