"""The words of orders: each as a folded text has it, and none in vain."""

from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.lexicon import ORDERS
from recall_sidecar.screen.rules import needed


def test_a_word_is_written_as_it_is_looked_up() -> None:
    assert {name: words for name, words in ORDERS.items() if words != fold(words).text} == {}


def test_every_class_is_asked_for_by_a_rule() -> None:
    # Its words only keep longer ones from being read as shorter ones.
    assert {*ORDERS} - needed() == {"TOLD_OF"}


def test_a_prefix_is_long_enough_to_mean_something() -> None:
    prefixes = {word for words in ORDERS.values() for word in words.split() if word.endswith("*")}

    assert {word for word in prefixes if len(word) < 5} == set()
