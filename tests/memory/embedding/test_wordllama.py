"""The light model, run for real from its package's two files."""

import math
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.wordllama import WordLlama

TEXT = "Jonas drinks oolong tea, 龙井 and no coffee."


@pytest.fixture(scope="module")
def model() -> WordLlama:
    return WordLlama()


def test_it_gives_the_vector_that_its_own_package_gives(model: WordLlama) -> None:
    # In a process of its own: the package sets up logging for whoever imports it.
    program = (
        "import pathlib, sys, wordllama; folder = pathlib.Path(wordllama.__file__).parent;"
        "found = wordllama.WordLlama.load(cache_dir=folder, disable_download=True).embed(sys.argv[1], norm=True);"
        "print(found.astype('float32').tobytes().hex())"
    )
    own = subprocess.run([sys.executable, "-c", program, TEXT], capture_output=True, text=True, check=True)

    vector = array("f", model.embed_query(TEXT))

    assert vector.tolist() == pytest.approx(array("f", bytes.fromhex(own.stdout)).tolist(), abs=1e-6)
    assert len(vector) == model.dimension
    assert math.hypot(*vector) == pytest.approx(1, abs=1e-5)


def test_a_passage_gets_the_same_vector_in_any_company(model: WordLlama) -> None:
    alone = model.embed_passages([TEXT])

    assert model.embed_passages(["Cello.", TEXT])[1:] == alone == [model.embed_query(TEXT)]


def test_nothing_and_very_much_can_be_embedded_as_well(model: WordLlama) -> None:
    assert len(model.embed_query("")) == len(model.embed_query("word " * 20_000)) == model.dimension * 4


def test_it_reads_latin_letters_only(model: WordLlama) -> None:
    assert (model.reads("tea"), model.reads("猫")) == (True, False)


def test_a_package_without_its_files_is_told_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFailed, match=r"cannot be loaded .*recall-sidecar\[light\]"):
        WordLlama(tmp_path).load()


def test_other_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "l2_supercat_256.safetensors").write_bytes(b"other")

    with pytest.raises(EmbeddingFailed, match="not the ones that were measured"):
        WordLlama(tmp_path).load()


def test_a_package_that_is_not_there_is_told_with_the_remedy() -> None:
    # The tests have the package; in a process of its own it is not found.
    program = (
        "from recall_sidecar.memory.embedding.wordllama import WordLlama, _installed\n"
        "try: _installed()\nexcept ImportError as error: print(error)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", "import sys, importlib.util as u; u.find_spec = lambda _: None\n" + program],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert ran.stdout == "the package wordllama is not installed\n"
