"""What people read before they say yes, and after: pure."""

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


def forced(lost: Sequence[Loss]) -> str:
    """Return why the bundled plugin is not switched off without being told to."""
    tools = ", ".join(f'"{tool}"' for tool in dict.fromkeys(loss.tool for loss in lost))
    theirs = [loss.of_openclaw for loss in lost if loss.of_openclaw]
    return "\n".join(
        [
            "OpenClaw's active-memory finds what this program would not find in its place:",
            *(f"  * {loss.what}" for loss in lost),
            "Nothing was changed. To keep that, have the gateway's own memory asked as well, in config.toml:",
            "  [memory.openclaw]",
            "  enabled = true",
            f"  search_tools = [{tools}]",
            *(
                ["and let its tool show it, in OpenClaw's configuration:", *(f"  {key}" for key in theirs)]
                if theirs
                else []
            ),
            "and run this again. To give it up, run this again with --force.",
            _BOTH,
        ]
    )
