"""What was changed is kept for this user alone until it is taken back."""

import json
import stat
from pathlib import Path

import pytest

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.changes import ABSENT, Change
from recall_sidecar.hosts.openclaw.install.receipt import Receipt, Receipts

CONFIG = Path("/home/kim/.openclaw/openclaw.json")
RECEIPT = Receipt(
    str(CONFIG),
    "/state/backup.json",
    (Change(("a", "b"), ABSENT, None), Change(("c",), [1], ABSENT)),
    {"k": 1},
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_receipt_is_read_as_it_was_written(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path / "state")

    receipts.write(CONFIG, RECEIPT)

    assert receipts.read(CONFIG) == RECEIPT
    assert receipts.read(Path("/other.json")) is None


def test_a_receipt_that_was_dropped_is_gone(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path / "state")
    receipts.write(CONFIG, RECEIPT)

    receipts.drop(CONFIG)
    receipts.drop(CONFIG)

    assert receipts.read(CONFIG) is None


def test_everything_is_for_this_user_alone(tmp_path: Path) -> None:
    config = tmp_path / "openclaw.json"
    config.write_text("{}")
    receipts = Receipts(tmp_path / "state")

    receipts.write(CONFIG, RECEIPT)
    copy, patch = receipts.back_up(config), receipts.patch_file({"a": None})

    assert {mode(path) for path in receipts.folder.iterdir()} == {0o600}
    assert mode(receipts.folder) == mode(tmp_path / "state") == 0o700
    assert copy.read_text() == "{}"
    assert json.loads(patch.read_text()) == {"a": None}


def test_the_same_content_is_copied_once(tmp_path: Path) -> None:
    config = tmp_path / "openclaw.json"
    receipts = Receipts(tmp_path / "state")
    config.write_text("{}")
    first = receipts.back_up(config)

    assert receipts.back_up(config) == first
    config.write_text("{ }")
    assert receipts.back_up(config) != first


@pytest.mark.parametrize("text", ["", "[]", '{"changes": [{}]}', '{"changes": [1]}'])
def test_a_damaged_receipt_is_told_and_nothing_guessed(tmp_path: Path, text: str) -> None:
    receipts = Receipts(tmp_path / "state")
    receipts.write(CONFIG, RECEIPT)
    (file,) = receipts.folder.iterdir()
    file.write_text(text)

    with pytest.raises(RecallSidecarError, match="is damaged"):
        receipts.read(CONFIG)
