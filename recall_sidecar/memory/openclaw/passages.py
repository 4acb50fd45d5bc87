"""Turn what the gateway found into hits: who may see it, how far it is trusted, and how strong it is as evidence.

The gateway's own scores are of no use as evidence. They are relevance times recency times importance: with keyword
search the right note of last year scored 0.0003 and any sentence of today 0.99. So its passages are measured like those of
the index, by `score.Yardstick`, and the floor means the same for both. Where the tool compared meanings, its similarity
may fill up a part of what the shared words leave open. Words that a conversation shares with the question because it was
asked there count half.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b

from recall_sidecar.memory.asked import Asked, lift
from recall_sidecar.memory.beside.port import Measured
from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.memory.openclaw.answers import Finding
from recall_sidecar.memory.openclaw.echoes import Saying, sayings
from recall_sidecar.memory.port import Hit, Passage, ScorePart, Viewer
from recall_sidecar.memory.projects import is_hidden
from recall_sidecar.memory.score import Yardstick, total
from recall_sidecar.memory.terms import date_tokens, tokens
from recall_sidecar.outcomes import Origin, lowest
from recall_sidecar.settings import FolderSettings

__all__ = ["SOURCE", "file_origin", "measured", "names_file"]

SOURCE = "openclaw"
# With no word in common, a similarity of one half lies just on the default floor of 0.2.
_SIMILARITY_SHARE = 0.4
# A short answer shares no word with the question that stands before it, so that cannot count for nothing.
_REPEATED_SHARE = 0.5
# Rules of a workspace that no setting says anything about.
(_WORKSPACE,) = named([("/", FolderSettings(path="/", name=SOURCE))])


def measured(
    findings: Iterable[Finding],
    asked: Asked,
    viewer: Viewer,
    folders: Sequence[Folder],
    yardstick: Yardstick,
    *,
    min_score: float,
    max_hits: int,
) -> Measured:
    """Return the findings that `viewer` may see as hits for what is `asked`; see the module for their scores."""
    seen = (finding for finding in findings if _is_of(finding, viewer))
    scored = [_hit(saying, folders, yardstick, asked) for saying in sayings(seen, asked.text)]
    strong = [hit for hit in scored if hit.score >= min_score]
    best = sorted(strong, key=lambda hit: -hit.score)[:max_hits]
    return Measured(tuple(best), len(scored) - len(strong))


def file_origin(path: str, folders: Sequence[Folder]) -> Origin:
    """Return the least that the rules of the agent's `folders` trust the workspace's file at `path`."""
    holding = [
        folder for folder in folders if folder.settings.layout == "openclaw" and folder.holds(path)
    ] or [folder for folder in (_WORKSPACE,) if folder.holds(path)]
    return lowest(tuple(folder.trust(path).origin for folder in holding)) if holding else Origin.AGENT


def names_file(path: str) -> bool:
    """Whether `path` is one that a hit of the gateway names as a file of the workspace; a transcript is none."""
    return not path.startswith(("/", "~", "sessions/")) and not {"", ".", ".."} & {*path.split("/")}


def _is_of(finding: Finding, viewer: Viewer) -> bool:
    """Whether the finding is the agent's, of the viewer's projects, and of another conversation than the one that is answered."""
    if is_hidden(finding.projects, viewer.projects):
        return False
    if finding.kind == "entry":
        return True
    if finding.kind == "file":
        return names_file(finding.path) or finding.path.startswith("/")
    match finding.path.split("/"):
        case ["sessions", agent, name] if agent.casefold() == viewer.agent_id.casefold():
            # Without its session's id a conversation cannot be told from the others.
            is_other = not viewer.session_id or not name.startswith(viewer.session_id)
            return is_other and (bool(viewer.session_id) or viewer.session_key is None)
        case _:
            return False


def _hit(saying: Saying, folders: Sequence[Folder], yardstick: Yardstick, asked: Asked) -> Hit:
    parts = _parts(saying.finding, yardstick)
    if saying.beyond is not None:
        halved = tuple(part._replace(value=_REPEATED_SHARE * part.value) for part in parts)
        # A similarity to the question is one of the whole text.
        beyond = _parts(replace(saying.finding, text=saying.beyond, similarity=0.0), yardstick)
        parts = max(halved, beyond, key=total)
    # The time and the names that are asked for count as in the index.
    parts = lift(parts, total(parts), asked, saying.finding.day, saying.finding.text)
    return Hit(_passage(saying.finding, folders), total(parts), 0, parts)


def _parts(finding: Finding, yardstick: Yardstick) -> tuple[ScorePart, ...]:
    terms = [*tokens(finding.text), *(date_tokens(finding.day) if finding.day else ())]
    parts = yardstick.measure(terms)
    if not finding.similarity:
        return parts
    open_share = max(1.0 - total(parts), 0.0)
    return (*parts, ScorePart("similarity", _SIMILARITY_SHARE * finding.similarity * open_share))


def _passage(finding: Finding, folders: Sequence[Folder]) -> Passage:
    most = file_origin(finding.path, folders) if finding.kind == "file" else Origin.AGENT
    return Passage(
        _id(finding),
        SOURCE,
        finding.path,
        finding.from_line,
        finding.to_line,
        finding.text,
        lowest((most, finding.origin)),
        date=finding.day,
    )


def _id(finding: Finding) -> int:
    """Return a number that stays the passage's own; below those of lines that were read, which are small negatives."""
    named_by = f"{finding.path}\0{finding.from_line}\0{finding.to_line}\0{finding.text}"
    digest = blake2b(named_by.encode(), digest_size=6).digest()
    return -(1 << 48) - int.from_bytes(digest)
