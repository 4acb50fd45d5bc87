"""What models that are run from their weights have in common."""

import hashlib
import json
from pathlib import Path

import pytest

from recall_sidecar.memory.embedding.minilm import _TOKENIZER
from recall_sidecar.memory.embedding.opening import opening, tokenizer, weights

DESCRIBED = _TOKENIZER.read_text(encoding="utf-8")


def test_weights_are_read_if_they_are_the_right_ones(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    file.write_bytes(b"numbers")

    assert weights(file, hashlib.sha256(b"numbers").hexdigest()) == b"numbers"
    with pytest.raises(OSError, match="not the ones that were measured"):
        weights(file, hashlib.sha256(b"others").hexdigest())


def test_texts_are_cut_off_where_that_is_said_and_never_filled_up() -> None:
    text = "tea " * 300
    # A description may have its own ideas of both.
    own = json.loads(DESCRIBED)
    own["padding"] = {"strategy": {"Fixed": 128}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"}  # fmt: skip

    assert len(tokenizer(json.dumps(own), 256).encode(text).ids) == 256
    assert len(tokenizer(json.dumps(own)).encode(text).ids) == 302
    assert len(tokenizer(json.dumps(own)).encode("tea").ids) == 3


def test_a_model_that_fails_to_open_says_so_itself() -> None:
    with pytest.raises(ZeroDivisionError), opening():
        raise ZeroDivisionError
