"""Show changes to an OpenClaw configuration, with whatever may be a secret hidden."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from recall_sidecar.hosts.openclaw.install.changes import ABSENT, Change, KeyPath, leaves
from recall_sidecar.masking import SecretMasker
from recall_sidecar.settings.keys import join

__all__ = ["HIDDEN", "diff_lines", "shown"]

HIDDEN: Final = "(hidden)"
_NOT_SET: Final = "(not set)"
_SECRET_NAME: Final = re.compile(
    r"token|secret|passw|passphrase|credential|api_?key|authorization|cookie", re.IGNORECASE
)
_NAMES_A_FILE: Final = re.compile(r"(?:file|path|env)$", re.IGNORECASE)


def diff_lines(changes: Sequence[Change]) -> Iterator[str]:
    """Yield two lines for each change: what goes, and what comes."""
    masker = SecretMasker()
    for change in (leaf for whole in changes for leaf in leaves(whole)):
        name = join(change.path)
        if change.before is not ABSENT:
            yield f"- {name}: {shown(change.path, change.before, masker)}"
        after = _NOT_SET if change.after is ABSENT else shown(change.path, change.after, masker)
        yield f"+ {name}: {after}"


def shown(path: KeyPath, value: object, masker: SecretMasker) -> str:
    """Return `value` as JSON on one line, for people; a secret is hidden by its key's name or by its own look."""
    return masker.mask(json.dumps(_without_secrets(path, value), ensure_ascii=False))


def _without_secrets(path: KeyPath, value: Any) -> Any:  # noqa: ANN401 -- JSON
    if isinstance(value, dict):
        return {key: _without_secrets((*path, str(key)), below) for key, below in value.items()}
    if isinstance(value, list):
        return [_without_secrets(path, below) for below in value]
    return HIDDEN if isinstance(value, str) and _is_secret(path, value) else value


def _is_secret(path: KeyPath, value: str) -> bool:
    # A key that names a file holds a path; whoever put the secret itself there must not see it printed either.
    if _NAMES_A_FILE.search(path[-1]) and value.startswith(("/", "~")):
        return False
    return any(map(_SECRET_NAME.search, path))
