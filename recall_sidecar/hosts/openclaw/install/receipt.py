"""What we changed in an OpenClaw configuration and what was there before, kept until it is taken back.

One receipt for each configuration. It is written before anything is changed, so that a start that stopped half-way
can be undone too.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recall_sidecar import private
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.changes import ABSENT, Change

__all__ = ["Receipt", "Receipts"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """`config` is the file that was changed, `backup` a copy of it as it was before the first change.

    `left` is what of the plugin's entry is the user's, once taking back has begun: OpenClaw removes the entry whole.
    """

    config: str
    backup: str
    changes: tuple[Change, ...]
    left: Mapping[str, Any] = field(default_factory=dict)


class Receipts:
    """The receipts of one installation of ours, in a folder for this user alone."""

    def __init__(self, state_dir: Path) -> None:
        self._state_dir = state_dir
        self.folder = state_dir / "openclaw"

    def read(self, config: Path) -> Receipt | None:
        """Return the receipt of a configuration, None when nothing of ours is in it.

        Raises:
            RecallSidecarError: It was damaged.
        """
        file = self._file(config)
        try:
            return _from_json(json.loads(file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            message = (
                f"{file} is damaged, so it is not known what to take back; compare OpenClaw's configuration with the"
                f" copies in {self.folder}, then delete that file"
            )
            raise RecallSidecarError(message) from error

    def write(self, config: Path, receipt: Receipt) -> None:
        """Keep the receipt of a configuration."""
        self._make_folder()
        private.replace_file(self._file(config), (json.dumps(_as_json(receipt), indent=2) + "\n").encode())

    def drop(self, config: Path) -> None:
        """Forget the receipt: everything has been taken back."""
        self._file(config).unlink(missing_ok=True)

    def back_up(self, config: Path) -> Path:
        """Copy the configuration as it is now, for this user alone; a copy of the same content is kept once."""
        self._make_folder()
        content = config.read_bytes()
        copy = self.folder / f"{config.stem}-{hashlib.sha256(content).hexdigest()[:12]}{config.suffix}"
        private.replace_file(copy, content)
        return copy

    def patch_file(self, patch: dict[str, Any]) -> Path:
        """Write a patch where OpenClaw's command can read it, and nobody else."""
        self._make_folder()
        file = self.folder / "patch.json"
        private.replace_file(file, json.dumps(patch).encode())
        return file

    def _make_folder(self) -> None:
        private.make_folder(self._state_dir)
        private.make_folder(self.folder)

    def _file(self, config: Path) -> Path:
        return self.folder / f"receipt-{hashlib.sha256(bytes(config)).hexdigest()[:12]}.json"


def _as_json(receipt: Receipt) -> dict[str, Any]:
    return {
        "v": 1,
        "config": receipt.config,
        "backup": receipt.backup,
        "changes": [
            {"path": list(change.path)}
            | ({} if change.before is ABSENT else {"before": change.before})
            | ({} if change.after is ABSENT else {"after": change.after})
            for change in receipt.changes
        ],
        "left": dict(receipt.left),
    }


def _from_json(wire: dict[str, Any]) -> Receipt:
    changes = tuple(
        Change(tuple(change["path"]), change.get("before", ABSENT), change.get("after", ABSENT))
        for change in wire["changes"]
    )
    return Receipt(str(wire["config"]), str(wire["backup"]), changes, dict(wire["left"]))
