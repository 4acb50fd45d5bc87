"""A pattern of many words finds the same where its words are looked for first."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory import facts, statements
from recall_sidecar.memory.foretold import Foretold

PATTERNS = {"relations": facts._RELATIONS, "denial": facts._DENIAL, "unsure": statements._UNSURE}
SAID = (
    "lives in", "live at", "moved to", "relocated to", "wohnt in", "zog nach", "vive en", "vive a", "mora em", "works at", "work for",
    "arbeitet bei", "travaille chez", "trabaja en", "trabaja para", "lavora per", "runs on", "run on", "running on", "switched to",
    "migrated to", "upgraded to", "tourne sur", "corre en", "gira su", "Port: 3", "port =3", "port=3", "is now", "is", "are",
    "was changed to", "changed to", "is set to", "set to", "became", "cost", "costs", "has", "use", "uses", "ist", "sind", "kostet",
    "est", "es", "no longer", "not", "not only", "never", "has stopped", "stopped", "quit", "given up", "have gave up", "stops", "doesn't",
    "don't", "isn't", "aren't", "didn't", "any more", "anymore", "nicht mehr", "kein", "keine", "keinen", "keiner", "keinem", "mehr",
    "nicht", "nicht nur", "ne", "n'a", "plus", "pas", "ya no", "non", "parou de", "deixou de", "~~", "if", "unless", "whether", "would",
    "should", "could", "might", "may", "May", "must", "maybe", "perhaps", "probably", "supposedly", "allegedly", "rumor", "rumours",
    "planned", "wrong", "false", "untrue", "mistaken", "falls", "wenn", "ob", "vielleicht", "wahrscheinlich", "soll", "sollte", "sollten",
    "falsch", "faux", "quizas", "tal vez", "falso", "forse", "dovrebbe", "potrebbe", "talvez", "deveria", "poderia",
)  # fmt: skip
OTHERS = ("the kitchen", "green", "Anna's", "住在", "läuft auf", "más", "x_is", "2026", "\n", ".")


def span(found: re.Match[str] | None) -> tuple[int, int] | None:
    return None if found is None else found.span()


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS.keys())
@pytest.mark.parametrize("said", SAID)
def test_every_word_is_looked_for(pattern: Foretold, said: str) -> None:
    for text in (f"Anna {said} Bonn", f"ANNA {said.upper()} BONN", f"{said} x"):
        assert span(pattern.search(text)) == span(pattern.pattern.search(text))


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS.keys())
@given(st.lists(st.sampled_from((*SAID, *OTHERS)) | st.text(max_size=4), max_size=8).map(" ".join))
def test_the_same_is_found(pattern: Foretold, text: str) -> None:
    assert span(pattern.search(text)) == span(pattern.pattern.search(text))


def test_a_text_without_a_word_is_not_searched() -> None:
    pattern = Foretold(r"tea|[a-z]+ milk", "tea milk", ("~",))
    assert pattern.search("green TEA") is not None
    assert pattern.search("oat milk") is not None
    assert pattern.search("~ teapot") is not None
    # It would match within a word, which is against the promise; so this shows that it was not tried.
    assert pattern.search("teapot") is None
