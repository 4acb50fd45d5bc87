"""The words of wishes: each as a folded text has it, none in vain, and no class twice."""

from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.lexicon import ORDERS
from recall_sidecar.screen.rules import needed
from recall_sidecar.screen.wishes import WISHES


def test_a_word_is_written_as_it_is_looked_up() -> None:
    assert {name: words for name, words in WISHES.items() if words != fold(words).text} == {}


def test_every_class_is_asked_for_by_a_rule() -> None:
    assert {*WISHES} - needed() == set()


def test_no_class_is_written_twice() -> None:
    assert {*WISHES} & {*ORDERS} == set()
