"""The model that comes with the program, run for real."""

import math
from array import array
from pathlib import Path

import pytest

from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.minilm import MiniLm


@pytest.fixture(scope="module")
def minilm() -> MiniLm:
    return MiniLm()


def cosine(one: bytes, other: bytes) -> float:
    return sum(a * b for a, b in zip(array("f", one), array("f", other), strict=True))


def test_a_vector_has_length_1(minilm: MiniLm) -> None:
    vector = array("f", minilm.embed_query("Anna is allergic to walnuts."))

    assert len(vector) == minilm.dimension
    assert math.hypot(*vector) == pytest.approx(1, abs=1e-5)


def test_what_means_the_same_is_nearer_than_what_shares_words(minilm: MiniLm) -> None:
    asked = minilm.embed_query("Which beverage should I order in the morning?")

    meant = minilm.embed_query("Jonas drinks oolong tea and no coffee.")
    said = minilm.embed_query("The order of the morning prayers was changed.")

    assert cosine(asked, meant) > cosine(asked, said) + 0.05


def test_a_text_always_gets_the_same_vector_and_a_long_one_gets_one_too(minilm: MiniLm) -> None:
    text = "word " * 20_000

    assert minilm.embed_query(text) == minilm.embed_query(text) == MiniLm().embed_query(text)


def test_nothing_can_be_embedded_as_well(minilm: MiniLm) -> None:
    assert len(minilm.embed_query("")) == minilm.dimension * 4


def test_it_reads_latin_letters_only(minilm: MiniLm) -> None:
    assert (minilm.reads("tea"), minilm.reads("猫")) == (True, False)


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        pytest.param("zorblax quindle frambo", False, id="nonsense"),
        pytest.param("Vrontak mellis orpheu", False, id="nonsense that sounds foreign"),
        pytest.param("qwertyuiop", False, id="keys"),
        pytest.param("favorite beverage", True, id="two words"),
        pytest.param("was trinkt Jonas gern?", True, id="German"),
        pytest.param("¿qué bebida debo pedir?", True, id="Spanish"),
        pytest.param("quelle boisson dois-je commander", True, id="French"),
    ],
)
def test_it_reads_what_it_knows_a_word_of(minilm: MiniLm, text: str, is_read: bool) -> None:
    minilm.load()

    assert minilm.reads(text) is is_read


def test_other_weights_are_refused_with_the_remedy(tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"something else")

    with pytest.raises(EmbeddingFailed, match=r"not the ones .* memory.embedding.model"):
        MiniLm(file).embed_query("tea")


def test_missing_weights_are_told_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFailed, match=r"cannot be loaded .* memory.embedding.model"):
        MiniLm(tmp_path / "model.onnx").load()


def test_a_runtime_that_fails_leaves_search_to_words() -> None:
    model = MiniLm()

    def fail(_: str) -> bytes:
        raise MemoryError

    model._run = fail

    with pytest.raises(EmbeddingFailed, match=r"cannot be used \(MemoryError\)"):
        model.embed_query("tea")


@pytest.mark.parametrize(
    "quick",
    [
        pytest.param(lambda _: lambda ids: array("f", [1.0] * 384), id="gives other vectors"),
        pytest.param(lambda _: 1 / 0, id="cannot be written"),
        pytest.param(lambda _: lambda ids: 1 / 0, id="cannot be run"),
    ],
)
def test_a_machine_that_does_not_take_the_quick_way_gets_the_plain_one(
    quick: object, monkeypatch: pytest.MonkeyPatch, minilm: MiniLm
) -> None:
    monkeypatch.setattr("recall_sidecar.memory.embedding.minilm._quick", quick)

    plain = MiniLm()

    assert cosine(plain.embed_query("oolong tea"), minilm.embed_query("oolong tea")) > 0.99999
