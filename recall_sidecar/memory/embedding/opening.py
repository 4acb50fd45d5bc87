"""What models that are run from their weights have in common when they are opened."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from recall_sidecar.memory.embedding.release import keep_no_large_blocks, release

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["opening", "tokenizer", "weights"]


@contextmanager
def opening() -> Iterator[None]:
    """Give back what was needed within, to open a model, and have no large block kept from then on."""
    keep_no_large_blocks()
    yield
    release()


def weights(file: Path, sha256: str) -> bytes:
    """Return what is in a file of weights.

    Raises:
        OSError: It cannot be read, or is not the one that was measured.
    """
    found = file.read_bytes()
    if hashlib.sha256(found).hexdigest() != sha256:
        raise OSError("its weights are not the ones that were measured")
    return found


def tokenizer(described: str, max_tokens: int | None = None) -> "Tokenizer":
    """Return what cuts one text at a time into tokens, at most `max_tokens` where that is said."""
    from tokenizers import Tokenizer  # noqa: PLC0415 - for memories with vectors alone

    made = Tokenizer.from_str(described)
    made.no_padding()
    if max_tokens is None:
        made.no_truncation()
    else:
        made.enable_truncation(max_tokens)
    return made
