"""Whatever a model's libraries raise, search is told in one way, and no text that was embedded is repeated."""

import pytest

from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.faults import told


@pytest.mark.parametrize(
    ("error", "says"),
    [
        pytest.param(ImportError("no module x"), "m cannot be loaded (no module x); do y.", id="a package"),
        pytest.param(OSError("no such file"), "m cannot be loaded (no such file); do y.", id="a file"),
        pytest.param(
            RuntimeError("bad token: my secret note"),
            "m cannot be loaded (RuntimeError); do y.",
            id="a runtime",
        ),
        pytest.param(MemoryError(), "m cannot be loaded (MemoryError); do y.", id="no memory left"),
    ],
)
def test_an_error_is_told_with_model_and_remedy(error: Exception, says: str) -> None:
    with pytest.raises(EmbeddingFailed) as caught, told("m", "loaded", "do y"):
        raise error

    assert str(caught.value) == f"The embedding model {says}"


def test_what_is_told_already_stays_as_it_is() -> None:
    with pytest.raises(EmbeddingFailed, match=r"^not now$"), told("m", "used", "do y"):
        raise EmbeddingFailed("not now")


def test_what_goes_well_is_left_alone() -> None:
    with told("m", "used", "do y"):
        pass
