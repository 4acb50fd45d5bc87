"""Vectors are packed in the worker and checked in the daemon; what is half or unclear is an error."""

from array import array
from base64 import b64encode
from types import SimpleNamespace

import pytest

from recall_sidecar.errors import ModelReplyInvalid
from recall_sidecar.llm.embedding_calls import EMBEDDING_PROVIDERS
from recall_sidecar.llm.embedding_replies import embeddings_of, packed
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.llm.providers import Route, route

USAGE = {"input_tokens": 4, "cost": None}


def way() -> Route:
    found = route(ModelRef("openai", "m"), {}, EMBEDDING_PROVIDERS)
    assert isinstance(found, Route)
    return found


def floats(*values: float) -> str:
    return b64encode(array("f", values).tobytes()).decode()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param([{"embedding": [1.0, 2.0]}, {"embedding": [3.0, 4.0]}], id="in order"),
        pytest.param(
            [{"index": 1, "embedding": [3.0, 4.0]}, {"index": 0, "embedding": [1.0, 2.0]}], id="out of order"
        ),
        pytest.param(
            [SimpleNamespace(index=0, embedding=[1, 2]), SimpleNamespace(index=1, embedding=[3, 4])],
            id="objects",
        ),
    ],
)
def test_vectors_stand_in_the_order_of_the_texts(data: list[object]) -> None:
    assert packed(data) == [floats(1, 2), floats(3, 4)]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        pytest.param([{"index": 0, "embedding": [1.0]}] * 2, ValueError, id="two for one text"),
        pytest.param([{"index": 5, "embedding": [1.0]}], ValueError, id="for no text"),
        pytest.param([{"index": 0}], KeyError, id="no vector"),
        pytest.param([{"embedding": ["a"]}], TypeError, id="no numbers"),
        pytest.param([{"embedding": None}], TypeError, id="nothing"),
    ],
)
def test_what_is_no_vector_is_an_error(data: list[object], error: type[Exception]) -> None:
    with pytest.raises(error):
        packed(data)


def test_the_vectors_come_with_what_they_took() -> None:
    made = embeddings_of({"vectors": [floats(1, 2), floats(3, 4)], "usage": USAGE}, 2, way())

    assert [array("f", vector).tolist() for vector in made.vectors] == [[1, 2], [3, 4]]
    assert (made.usage.input_tokens, made.usage.cost) == (4, None)


@pytest.mark.parametrize(
    ("vectors", "told"),
    [
        pytest.param([floats(1, 2)], r"openai/m gave 1 vectors of \[2\] numbers for 2 texts", id="half an answer"),
        pytest.param([], "gave 0 vectors of no numbers", id="an empty list"),
        pytest.param([floats(1), floats(1, 2)], r"of \[1, 2\] numbers", id="two lengths"),
        pytest.param(["", ""], r"of \[0\] numbers", id="no numbers"),
    ],
)  # fmt: skip
def test_half_an_answer_is_none(vectors: list[str], told: str) -> None:
    with pytest.raises(ModelReplyInvalid, match=told):
        embeddings_of({"vectors": vectors, "usage": USAGE}, 2, way())
