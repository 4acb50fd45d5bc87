"""Which statements of its passages a text tells: those that stand in it, else the one that it comes nearest to.

An extract repeats statements word for word, a summary in words of its own, perhaps in another language. Where nothing
says which one it tells, none counts as told: to tell a thing twice costs little, to keep it back may cost the answer.
"""

from collections.abc import Iterable, Sequence

from recall_sidecar.memory.terms import query_terms
from recall_sidecar.outcomes import Recalled
from recall_sidecar.recall.seen import Statement, form, statements

__all__ = ["own_words", "telling", "told_by"]

# What a text in its own words holds of the terms of a statement, to tell it beside another of the same passage.
_AS_GOOD_AS_WHOLE = 0.85
# And what it must hold of the one that it comes nearest to.
_NEAREST = 0.34


def telling(text: str) -> frozenset[str]:
    """Return the terms of a text that say something."""
    return frozenset(term.text for term in query_terms(text))


def own_words(recalled: Recalled) -> Statement:
    """Return the answer itself as a statement, of the passages it rests on: the same one tells the same, whatever that is."""
    places = sorted(f"{source.source} {source.path} {source.from_line}" for source in recalled.sources)
    return Statement(" ".join([*places, recalled.summary]), "")


def told_by(text: str, passages: Iterable[tuple[str, str]], query: str = "") -> tuple[Statement, ...]:
    """Return the statements of `passages`, which a text rests on, that it tells.

    Args:
        text: An extract, a note or a summary.
        passages: The passages that it names, each as its path and its text.
        query: What was asked: of several statements it asks for one, where the text itself does not say which.
    """
    words, terms = form(text), telling(text)
    asked = telling(query)
    found = (_told(statements(passage, path), words, terms, asked) for path, passage in passages)
    return tuple(statement for each in found for statement in each)


def _told(
    said: Sequence[Statement], words: str, terms: frozenset[str], asked: frozenset[str]
) -> Sequence[Statement]:
    if len(said) < 2:
        return said
    if whole := [each for each in said if (stands := form(each.text)) and stands in words]:
        return whole
    shares = [_share(each, terms) for each in said]
    if near := [each for each, share in zip(said, shares, strict=True) if share > _AS_GOOD_AS_WHOLE]:
        return near
    for each in (shares, [_share(one, asked) for one in said]):
        if (best := max(each)) >= _NEAREST:
            return [said[each.index(best)]]
    return ()


def _share(statement: Statement, terms: frozenset[str]) -> float:
    wanted = telling(statement.text)
    return len(wanted & terms) / len(wanted) if wanted else 0.0
