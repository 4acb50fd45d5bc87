"""What people read before they say yes, and after: pure."""

import json
import shlex
from collections.abc import Iterator, Sequence
from textwrap import indent

from recall_sidecar.hosts.openclaw.install.changes import Change
from recall_sidecar.hosts.openclaw.install.diff import diff_lines
from recall_sidecar.hosts.openclaw.install.losses import Loss
from recall_sidecar.hosts.openclaw.install.plan import Copy, Plan
from recall_sidecar.settings.openclaw import Note

__all__ = ["asked_consents", "forced", "settings_lines", "shown_changes", "shown_copy", "shown_obstacles"]

_BOTH = "With both on, each turn would wait for two recalls, pay for both and get two notes."


def shown_copy(plan: Plan, copy: Copy, version: str) -> str:
    """Return what becomes of the plugin's files."""
    if not plan.copies_plugin:
        return f"The plugin is in OpenClaw, version {copy.version}, with the files of this program."
    if copy.version is None:
        return f"The plugin, version {version}, will be copied into OpenClaw."
    return f"OpenClaw's copy of the plugin, version {copy.version}, will be replaced by version {version}."


def shown_changes(changes: Sequence[Change]) -> str:
    """Return the redacted diff of OpenClaw's configuration."""
    if not changes:
        return "OpenClaw's configuration stays as it is."
    return "\n".join(["Changes to OpenClaw's configuration:", *(f"  {line}" for line in diff_lines(changes))])


def settings_lines(file: str, to_write: str | None, missing: str, notes: Sequence[Note]) -> Iterator[str]:
    """Yield what becomes of our own settings."""
    if to_write is not None:
        yield f"Settings of ours, taken over from OpenClaw's, will be written to {file}:"
        yield indent(to_write.strip(), "  ")
    elif missing:
        yield f"{file} exists and stays as it is. It does not say what OpenClaw's configuration does:"
        yield indent(missing.strip(), "  ")
        yield "Add what you want of it by hand (a table may stand in the file only once)."
    if notes and (to_write is not None or missing):
        yield "About settings that are not the same here:"
        yield from (f"  {note}" for note in notes)


def asked_consents(consents: Sequence[str]) -> str:
    """Return what has to be agreed to."""
    if not consents:
        return "OpenClaw has everything already; only our own settings are written."
    return "\n".join(["This needs your consent:", *(f"  * {consent}" for consent in consents)])


def shown_obstacles(obstacles: Sequence[str]) -> str:
    """Return what has to be removed first."""
    return "\n".join(
        ["This stands in the way; nothing was changed:", *(f"  * {obstacle}" for obstacle in obstacles)]
    )


def forced(
    lost: Sequence[Loss], gateway_tools: Sequence[str], file: str, *, is_there: bool, openclaw_config: str
) -> str:
    """Return why the bundled plugin is not switched off without being told to, and how to keep what it finds.

    Args:
        lost: What it finds.
        gateway_tools: The tools with which our settings have the gateway's own memory asked.
        file: Our settings.
        is_there: Whether they exist; settings that are taken over ask for transcripts by themselves.
        openclaw_config: The file that they would be taken over from.
    """
    steps = ["Let OpenClaw's own search show it:"] if any(loss.of_openclaw for loss in lost) else []
    steps += [f"  {command}" for loss in lost for command in loss.of_openclaw]
    if any(is_there or not loss.of_openclaw for loss in lost if loss.tool not in gateway_tools):
        if not is_there:
            steps += ["Write our settings, to add to them:"]
            steps += [f"  recall-sidecar config import-openclaw {shlex.quote(openclaw_config)} --write"]
        tools = dict.fromkeys((*gateway_tools, *(loss.tool for loss in lost)))
        steps += [f"Have the gateway's own memory asked as well, in {file}:", "  [memory.openclaw]"]
        steps += ["  enabled = true", f"  search_tools = {json.dumps(list(tools))}"]
    return "\n".join(
        [
            "OpenClaw's active-memory finds what this program would not find in its place:",
            *(f"  * {loss.what}" for loss in lost),
            "Nothing was changed. To keep that, do this and then run this again:",
            *indent("\n".join(steps), "  ").splitlines(),
            "To give it up, run this again with --force.",
            _BOTH,
        ]
    )
