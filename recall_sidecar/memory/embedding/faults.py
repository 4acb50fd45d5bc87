"""What a model's own libraries raise, told as the one error that search goes on without."""

from collections.abc import Iterator
from contextlib import contextmanager

from recall_sidecar.memory.embedding.port import EmbeddingFailed

__all__ = ["told"]


@contextmanager
def told(model: str, what: str, remedy: str) -> Iterator[None]:
    """Turn whatever is raised within into `EmbeddingFailed`: that `model` cannot be `what` (loaded, used), why, and `remedy`."""
    try:
        yield
    except EmbeddingFailed:
        raise
    # A runtime, a tokenizer, a hub and numpy each have errors of their own, with no class in common.
    except Exception as error:
        # Of these two the text names a package or a file; of others it may hold what was embedded.
        why = str(error) if isinstance(error, ImportError | OSError) else type(error).__name__
        message = f"The embedding model {model} cannot be {what} ({why}); {remedy}."
        raise EmbeddingFailed(message) from error
