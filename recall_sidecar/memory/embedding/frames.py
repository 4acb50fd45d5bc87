"""Frames between the daemon and the process of an embedding model: a length, a letter that says what it is, and its parts.

`EMBED` asks for the vectors of its parts, texts in UTF-8; `VECTORS` gives one for each, empty where the model does not read the
text; `FAILED` says why there are none. `READY` comes first of all, once the model is loaded, with what is known of it only then.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from recall_sidecar.memory.embedding.scale import Scale

__all__ = ["EMBED", "FAILED", "HEAD_BYTES", "READY", "VECTORS", "Frame", "FrameError", "Loaded", "decoded", "encoded", "size_of"]  # fmt: skip

READY, EMBED, VECTORS, FAILED = b"R", b"E", b"V", b"F"
HEAD_BYTES = 4
# A lot of passages is some 100 KB.
_MAX_BYTES = 8 * 1024 * 1024


class FrameError(ValueError):
    """What arrives is no frame; nothing after it can be trusted."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message."""

    kind: bytes
    parts: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is known of a model once it is loaded."""

    model: str
    dimension: int
    scale: Scale

    def framed(self) -> Frame:
        """Return the frame that says so."""
        facts = (self.model, str(self.dimension), repr(self.scale.factor), repr(self.scale.offset))
        return Frame(READY, tuple(fact.encode() for fact in facts))

    @classmethod
    def of(cls, frame: Frame) -> "Loaded":
        """Return what a frame says.

        Raises:
            FrameError: It says something else.
        """
        if frame.kind != READY:
            raise FrameError("something else comes before a model is ready")
        try:
            model, dimension, factor, offset = (part.decode() for part in frame.parts)
            return cls(model, int(dimension), Scale(float(factor), float(offset)))
        except ValueError as error:
            raise FrameError("a model that is ready does not say what it is") from error


def encoded(frame: Frame) -> bytes:
    """Return the bytes of a frame."""
    body = b"".join([frame.kind, *_measured(frame.parts)])
    return len(body).to_bytes(HEAD_BYTES, "big") + body


def size_of(head: bytes) -> int:
    """Return how many bytes follow the first `HEAD_BYTES`.

    Raises:
        FrameError: None, or more than a frame has.
    """
    size = int.from_bytes(head, "big")
    if not 0 < size <= _MAX_BYTES:
        raise FrameError(f"a frame of {size} bytes")
    return size


def decoded(body: bytes) -> Frame:
    """Return the frame whose bytes after the length are `body`.

    Raises:
        FrameError: It is none.
    """
    parts, at = [], 1
    while at < len(body):
        begin = at + HEAD_BYTES
        at = begin + int.from_bytes(body[at:begin], "big")
        if begin > len(body) or at > len(body):
            raise FrameError("a part goes on beyond its frame")
        parts.append(body[begin:at])
    return Frame(body[:1], tuple(parts))


def _measured(parts: Sequence[bytes]) -> Iterable[bytes]:
    for part in parts:
        yield len(part).to_bytes(HEAD_BYTES, "big")
        yield part
