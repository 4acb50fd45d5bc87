"""Answer without a model: the sentences of the best passages that match the query best.

Only passages whose origin is `owner` or `agent` are used, and of one that gives orders what stands beside them. The caller
decides whether the chat may see an extract.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

from recall_sidecar.graphemes import head, tail
from recall_sidecar.memory.port import Hit
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.plain import lowered, sentences
from recall_sidecar.recall.shapes import says_nothing, shape_of

__all__ = ["Extract", "closed", "extract", "speaks_for_itself"]

_TRUSTED = (Origin.OWNER, Origin.AGENT)
_MAX_PASSAGES = 3
_MAX_SENTENCES = 150
# They order hits; only a model, or shared words, can tell that one answers.
_NO_PROOF = frozenset(
    {
        "complaint",
        "context",
        "importance",
        "meaning",
        "older",
        "preference",
        "recency",
        "repeat",
        "similarity",
    }
)
# Beside the day of what a newer passage says otherwise.
_OLDER = ", out of date"
# A sentence stands beside the best one when it is at least this share as relevant.
_NEAR_BEST = 0.6
# What is shown in front of the words that match, in a sentence of which only a part fits.
_LEAD_CHARS = 30
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]+")
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_CJK_AT_END = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]\Z")
_CLOSED = re.compile(r"[.!?…。！？｡:;：；][\"'”’»)\]」』）]*\Z")
_ASKS = re.compile(r"[?？][\"'”’»)\]」』）]*\Z")
_STOP_WORDS = frozenset(
    {
        "a", "an", "and", "are", "at", "be", "but", "by", "can", "could", "did", "do", "does", "for", "from",
        "had", "has", "have", "how", "i", "if", "in", "is", "it", "its", "me", "my", "of", "on", "or", "our",
        "please", "should", "so", "than", "that", "the", "their", "them", "then", "there", "they", "this",
        "to", "was", "we", "were", "what", "when", "where", "which", "who", "whom", "whose", "why", "will",
        "with", "would", "you", "your", "user",
        "的", "了", "是", "在", "我", "你", "他", "她", "它", "有", "和", "这", "那", "什", "么", "麼", "哪", "谁", "誰", "怎", "一", "不", "就",
        "都", "也", "吗", "嗎", "呢", "吧", "个", "個", "何", "私", "什么", "什麼", "我的", "你的", "怎么", "です", "ます", "した", "して",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Extract:
    """Plain text on one line, and the hits it was cut from, best first."""

    text: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a hit. `relevance` is how well it matches beside the best one (0 to 1), plus the hit's score."""

    hit: Hit
    place: int
    text: str
    folded: str
    relevance: float = 0.0

    @property
    def day(self) -> date:
        return self.hit.passage.date or date.min


def extract(hits: tuple[Hit, ...], query: str, *, max_chars: int) -> Extract | None:
    """Return the best sentences of `hits` for `query`, at most `max_chars` characters in all.

    Of sentences that say the same only the newest stays, and of two equally good the newer comes first into the
    room there is. A dated note keeps its date in front ("2026-03-02: …"). Sentences are taken whole, except the
    best one when it alone is too long: of that the part that matches is shown. None when nothing is left.
    """
    folded = lowered(query)
    found = _newest_of_equals(_weighed(_sentences(hits), folded))
    chosen = _chosen(sorted(found, key=lambda s: (s.relevance, s.hit.score, s.day), reverse=True), max_chars)
    if not chosen:
        return None
    if (excess := len(_joined(chosen)) - max_chars) > 0:
        # Only the best one is ever too long, and then it is alone.
        text = chosen[0].text
        chosen = [replace(chosen[0], text=_around_matches(text, folded, len(text) - excess))]
    return Extract(
        head(_joined(chosen), max_chars), tuple(dict.fromkeys(sentence.hit for sentence in chosen))
    )


def speaks_for_itself(hit: Hit, floor: float) -> bool:
    """Return whether a hit has `floor` (0 to 1) of evidence without its nearness in meaning, which proves nothing."""
    return hit.score - sum(part.value for part in hit.parts if part.name in _NO_PROOF) >= floor


def _sentences(hits: tuple[Hit, ...]) -> list[_Sentence]:
    """Return the sentences of the passages that may answer without a model's judgement."""
    found = (
        _Sentence(hit, place, text, lowered(text))
        for hit in hits
        for place, text in enumerate(sentences(_quotable(hit)))
        if _WORD.search(text)
    )
    return list(islice(found, _MAX_SENTENCES))


def _quotable(hit: Hit) -> str:
    """Return what of a passage may be told: nothing of a stranger's, and of one with orders what stands beside them."""
    return hit.passage.text if hit.passage.origin in _TRUSTED else hit.harmless


def _weighed(found: list[_Sentence], query: str) -> list[_Sentence]:
    """Give each sentence its relevance; a word that few of them hold counts more than one that many do."""
    forms = _wanted(query)
    shared = [{forms[token] for token in _tokens(sentence.folded) & forms.keys()} for sentence in found]
    spread = Counter(term for terms in shared for term in terms)
    matches = [sum(1 / (1 + spread[term]) for term in terms) for terms in shared]
    best = max(matches, default=0.0) or 1.0
    return [
        replace(sentence, relevance=match / best + sentence.hit.score)
        for sentence, match in zip(found, matches, strict=True)
    ]


def _around_matches(text: str, query: str, max_chars: int) -> str:
    """Return the part of `text` that holds most matches with the query, at most so many characters."""
    forms = _wanted(query)
    places = [word.start() for word in _WORD.finditer(text) if lowered(word.group()) in forms]
    for run in _CJK_RUN.finditer(text):
        places += (run.start() + i for i in range(len(run.group())) if run.group()[i : i + 2] in forms)
    within = max_chars - _LEAD_CHARS
    places.sort()
    # How many lie behind each, by halving: to hold each against each would take the square of their number.
    follow = {place: bisect_left(places, place + within) - bisect_left(places, place) for place in places}
    first = max(places, key=lambda place: (follow[place], -place), default=0)
    start = max(min(first - _LEAD_CHARS, len(text) - max_chars), 0)
    return head(tail(text, len(text) - start) if start else text, max_chars)


def _tokens(folded: str) -> set[str]:
    """Return the words of a text; of CJK text its neighbouring pairs and its ideographs."""
    runs = _CJK_RUN.findall(folded)
    words = set(_WORD.findall(_CJK_RUN.sub(" ", folded) if runs else folded))
    words.update(run[i : i + 2] for run in runs for i in range(len(run) - 1))
    words.update(_IDEOGRAPH.findall(folded) if runs else ())
    return words


def _wanted(query: str) -> dict[str, str]:
    """Return the words of a query that say something, by each of their forms."""
    return {form: term for term in _tokens(query) - _STOP_WORDS for form in _forms(term)}


def _forms(term: str) -> set[str]:
    """Return an English word with and without its possessive or plural ending, so that `flights` meets `flight`."""
    stem = term.removesuffix("'s")
    if len(stem) > 3 and stem.endswith("s") and not stem.endswith("ss"):
        stem = stem[:-1]
    return {term, stem, f"{stem}s", f"{stem}'s"}


def _newest_of_equals(found: Iterable[_Sentence]) -> list[_Sentence]:
    newest: dict[str, _Sentence] = {}
    for sentence in found:
        same = sentence.folded.rstrip(".。! ")
        if same not in newest or sentence.day > newest[same].day:
            newest[same] = sentence
    return list(newest.values())


def _chosen(best_first: list[_Sentence], max_chars: int) -> list[_Sentence]:
    """Return the sentences that fit, passages by their best sentence, sentences in the order of their passage.

    Chatter and failure text that somebody kept as memory are passed over. Where no word of the query is found, only
    the best passage speaks.
    """
    usable = (sentence for sentence in best_first if _is_usable(sentence))
    best = next(usable, None)
    if best is None:
        return []
    max_passages = _MAX_PASSAGES if best.relevance > best.hit.score else 1
    chosen = _with_answer(best, best_first, max_chars)
    for sentence in usable:
        if sentence.relevance < best.relevance * _NEAR_BEST:
            break
        if sentence in chosen:
            continue
        hits = list(dict.fromkeys(s.hit for s in [*chosen, sentence]))
        more = sorted([*chosen, sentence], key=lambda s: (hits.index(s.hit), s.place))
        if len(hits) <= max_passages and len(_joined(more)) <= max_chars:
            chosen = more
    return chosen


def _is_usable(sentence: _Sentence) -> bool:
    return not says_nothing(sentence.text) and shape_of(sentence.text) is None


def _with_answer(best: _Sentence, found: Iterable[_Sentence], max_chars: int) -> list[_Sentence]:
    """Return the best sentence, and with a question the sentence after it if there is room: the answer shares few words."""
    if _ASKS.search(best.text):
        for sentence in found:
            follows = sentence.hit == best.hit and sentence.place == best.place + 1
            if follows and _is_usable(sentence) and len(_joined([best, sentence])) <= max_chars:
                return [best, sentence]
    return [best]


def _joined(chosen: list[_Sentence]) -> str:
    parts: list[str] = []
    dated: set[date] = set()
    older: set[Hit] = set()
    for sentence in chosen:
        day = sentence.hit.passage.date
        if day is not None and day not in dated and day.isoformat() not in sentence.text:
            parts.append(f"{day.isoformat()}{_OLDER if sentence.hit.superseded_by else ''}:")
            dated.add(day)
        elif sentence.hit.superseded_by and sentence.hit not in older:
            parts.append(f"{_OLDER.strip(' ,').capitalize()}:")
        if sentence.hit.superseded_by:
            older.add(sentence.hit)
        parts.append(closed(sentence.text) if sentence is not chosen[-1] else sentence.text)
    return " ".join(parts)


def closed(text: str) -> str:
    """Return `text` with a full stop where a list item ends without one."""
    if _CLOSED.search(text):
        return text
    return text + ("。" if _CJK_AT_END.search(text) else ".")
