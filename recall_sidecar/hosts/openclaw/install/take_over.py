"""Prepare an OpenClaw configuration for translation, and compare what comes of it with settings that exist: pure."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from recall_sidecar.hosts.openclaw.install.changes import value_at
from recall_sidecar.settings.keys import flatten, put
from recall_sidecar.settings.openclaw import Note

__all__ = ["missing_settings", "notes_to_show", "to_translate", "with_gateway_at"]

_ENTRY: Final = ("plugins", "entries", "active-memory")
_FOLDERS: Final = ("memory", "folders")
# What people who come from the bundled plugin have to know; the rest is in `config import-openclaw`.
_SHOWN: Final = re.compile(
    r"plugins\.entries\.active-memory\.config|plugins\.slots|memory\."
    # A provider that cannot be asked, and a key that the daemon has to be given.
    r"|models\.providers\.[^.]+(?:\.baseUrl|\.apiKey)?$"
)


def to_translate(config: Mapping[str, Any], workspaces: Mapping[str, str]) -> dict[str, Any]:
    """Return `config` as it is to be translated.

    That the bundled plugin is off, perhaps because ours took its place, says nothing about ours; each agent's
    workspace is the one that OpenClaw itself names, because it depends on more than the configuration.
    """
    changed = deepcopy(dict(config))
    for path in ((*_ENTRY, "enabled"), (*_ENTRY, "config", "enabled")):
        above = value_at(changed, path[:-1])
        if isinstance(above, dict):
            above.pop(path[-1], None)
    _set_workspaces(changed, workspaces)
    return changed


def _set_workspaces(config: dict[str, Any], workspaces: Mapping[str, str]) -> None:
    entries, listed = value_at(config, ("agents", "entries")), value_at(config, ("agents", "list"))
    agents = dict(entries) if isinstance(entries, dict) else {}
    for entry in listed if isinstance(listed, list) else []:
        if isinstance(entry, dict):
            agents.setdefault(str(entry.get("id")), entry)
    for name, entry in agents.items():
        if isinstance(entry, dict) and (folder := workspaces.get(name.strip().lower())):
            entry["workspace"] = folder
    if not agents and (folder := workspaces.get("main")):
        put(config, ("agents", "defaults", "workspace"), folder)


def with_gateway_at(settings: Mapping[str, Any], config_file: str) -> dict[str, Any]:
    """Return translated settings that name OpenClaw's configuration, if they have the gateway's memory asked."""
    named = deepcopy(dict(settings))
    if value_at(named, ("memory", "openclaw", "enabled")) is True:
        put(named, ("memory", "openclaw", "config"), config_file)
    return named


def missing_settings(translated: Mapping[str, Any], existing: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of the translation an existing file of settings says nothing about; its own words win."""
    missing: dict[str, Any] = {}
    for path, value in flatten(translated):
        there = value_at(existing, path)
        if path == _FOLDERS and isinstance(there, list):
            known = {value_at(folder, ("path",)) for folder in there}
            if folders := [folder for folder in value if folder["path"] not in known]:
                put(missing, path, folders)
        elif not isinstance(there, (str, int, float, list, dict)):
            put(missing, path, value)
    return missing


def notes_to_show(notes: Sequence[Note]) -> tuple[Note, ...]:
    """Return the notes on the bundled plugin, memory and providers, where something is not carried over as it was."""
    return tuple(note for note in notes if _SHOWN.match(note.key) and note.why)
