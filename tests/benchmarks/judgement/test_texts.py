"""Sets of texts with labels."""

import json
from pathlib import Path

from benchmarks.judgement.texts import Labelled, found, load


def test_a_set_is_read(tmp_path: Path) -> None:
    file = tmp_path / "one" / "texts.jsonl"
    file.parent.mkdir()
    row = {"id": "1", "text": "Tea.", "label": "benign", "source": "us", "group": "g"}
    file.write_text(json.dumps(row) + "\n\n", encoding="utf-8")
    (tmp_path / "two").mkdir()

    assert found(tmp_path) == {"one": file}
    assert load(file) == (Labelled("1", "Tea.", "benign", "us"),)
