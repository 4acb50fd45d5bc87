"""Turn what a server found into hits: untrusted, private, and measured as if they stood in the index."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import blake2b
from typing import Final
from urllib.parse import quote

from recall_sidecar.memory.asked import ask, lift
from recall_sidecar.memory.beside.port import Measured
from recall_sidecar.memory.mcp.results import Finding
from recall_sidecar.memory.port import Hit, Passage, ScorePart
from recall_sidecar.memory.score import Yardstick, total
from recall_sidecar.memory.terms import date_tokens, tokens
from recall_sidecar.outcomes import Origin

__all__ = ["SOURCE", "Placed", "folder_of", "measured", "placed"]

SOURCE: Final = "mcp"
# What stays as it is in a path: everything else could be taken for a separator, a line range or markup.
_PLAIN: Final = "-_.~@+"
_MAX_PATH_CHARS: Final = 160


@dataclass(frozen=True, slots=True)
class Placed:
    """A finding with the path that people and the model see of it."""

    finding: Finding
    path: str


def folder_of(server: str) -> str:
    """Return what the paths of the server's hits begin with."""
    return f"{SOURCE}/{server}/"


def placed(findings: Iterable[Finding], server: str, mask: Callable[[str], str]) -> tuple[Placed, ...]:
    """Return the findings with secrets masked, each at a path of its own."""
    times: Counter[str] = Counter()
    found = []
    for finding in findings:
        safe = replace(finding, text=mask(finding.text), title=mask(finding.title))
        own = str(finding.id)
        name = quote(mask(own), safe=_PLAIN)
        if not name or len(name) > _MAX_PATH_CHARS or not name.strip("."):
            name = blake2b((own or finding.text).encode(), digest_size=8).hexdigest()
        times[name] += 1
        # Several hits of one document: `#` is escaped in ids, so this is no other document's path.
        path = f"{folder_of(server)}{name}" + (f"#{times[name]}" if times[name] > 1 else "")
        found.append(Placed(safe, path))
    return tuple(found)


def measured(
    found: Sequence[Placed],
    text: str,
    today: date,
    yardstick: Yardstick,
    min_score: float,
    *,
    max_hits: int,
) -> Measured:
    """Return what is found as hits for the query `text`; what only repeats it is left out."""
    asked, words = ask(text, today), tokens(text)
    scored = []
    for each in found:
        own = tokens(each.finding.text)
        if own == words:
            continue
        day = each.finding.day
        parts = yardstick.measure([*tokens(each.finding.title), *own, *(date_tokens(day) if day else ())])
        evidence = total(parts)
        parts = lift(parts, evidence, asked, day, f"{each.finding.title}\n{each.finding.text}")
        # A day is no evidence for a matter; see `search.find`.
        known = lift((ScorePart("evidence", evidence),), evidence, asked, day, each.finding.text)
        scored.append((total(known), Hit(_passage(each), total(parts), 0, parts)))
    strong = [hit for evidence, hit in scored if evidence >= min_score]
    best = sorted(strong, key=lambda hit: -hit.score)[:max_hits]
    return Measured(tuple(best), sum(0 < evidence < min_score for evidence, _ in scored))


def _passage(each: Placed) -> Passage:
    finding = each.finding
    return Passage(
        _id(each),
        SOURCE,
        each.path,
        1,
        finding.text.count("\n") + 1,
        finding.text,
        Origin.UNTRUSTED,
        "private",
        finding.title,
        finding.day,
    )


def _id(each: Placed) -> int:
    """Return a number that stays the passage's own; below those of the index and of lines that were read."""
    digest = blake2b(f"{each.path}\0{each.finding.text}".encode(), digest_size=6).digest()
    return -(2 << 48) - int.from_bytes(digest)
