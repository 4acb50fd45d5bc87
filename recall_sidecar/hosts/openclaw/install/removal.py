"""Take the plugin out of OpenClaw: keys that are still as we set them become what they were, all others stay."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.changes import (
    ABSENT,
    Change,
    KeyPath,
    applied,
    differing,
    pruned,
    taken_back,
    value_at,
)
from recall_sidecar.hosts.openclaw.install.installation import Say, answer_of, patch_configuration, unchanged
from recall_sidecar.hosts.openclaw.install.locate import extensions_folder
from recall_sidecar.hosts.openclaw.install.openclaw_cli import InstalledPlugin, OpenClaw
from recall_sidecar.hosts.openclaw.install.plan import ALLOW, ENTRY, PLUGIN
from recall_sidecar.hosts.openclaw.install.receipt import Receipt
from recall_sidecar.hosts.openclaw.install.snippet import PATHS
from recall_sidecar.hosts.openclaw.install.survey import Gateway, Machine
from recall_sidecar.settings.openclaw.read import read_openclaw

__all__ = ["TakeBack", "keys_after", "plan_uninstall", "uninstall"]

# What OpenClaw leaves where a plugin was.
_MARK: Mapping[str, Any] = MappingProxyType({"enabled": False})
_AGAIN = "Run this again: it goes on from there. The copy above is the configuration as it was."


@dataclass(frozen=True, slots=True)
class TakeBack:
    """What uninstalling would do; `receipt` is None when it is not known what was there before."""

    gateway: Gateway
    receipt: Receipt | None
    installed: InstalledPlugin | None
    changes: tuple[Change, ...]

    @property
    def is_done(self) -> bool:
        """Whether nothing of ours is left."""
        return self.receipt is None and self.installed is None and not self.changes


def plan_uninstall(gateway: Gateway, machine: Machine) -> TakeBack:
    """Look at what of ours is in OpenClaw. Nothing is changed."""
    receipt = machine.receipts.read(gateway.file)
    installed = gateway.plugin()
    if (
        installed is None
        and gateway.openclaw is not None
        and (extensions_folder(machine.environment) / PLUGIN).exists()
    ):
        installed = gateway.openclaw.plugin(PLUGIN)
    wanted = keys_after(gateway.config, receipt, installed)
    return TakeBack(gateway, receipt, installed, differing(gateway.config, wanted))


def keys_after(
    config: Mapping[str, Any], receipt: Receipt | None, installed: InstalledPlugin | None
) -> dict[KeyPath, Any]:
    """Return the keys as they have to be once the plugin is gone.

    Of the plugin's own entry only what the user added stays, switched off. Without a receipt that is not known: the
    entry goes with the plugin, and without a plugin only the mark that OpenClaw leaves where one was goes.
    """
    back = () if receipt is None else taken_back(receipt.changes, config)
    keys: dict[KeyPath, Any] = {
        change.path: change.after
        for change in back
        if change.path[: len(ENTRY)] != ENTRY and change.path != ALLOW
    }
    allowed = value_at(config, ALLOW)
    if isinstance(allowed, list) and PLUGIN in allowed:
        keys[ALLOW] = [name for name in allowed if name != PLUGIN]
    loaded = value_at(config, PATHS)
    if installed is not None and isinstance(loaded, list) and str(installed.folder) in loaded:
        keys[PATHS] = [path for path in loaded if path != str(installed.folder)]
    entry = value_at(applied(config, back), ENTRY)
    keys[ENTRY] = _entry_after(entry, receipt, is_installed=installed is not None)
    return keys


def _entry_after(entry: object, receipt: Receipt | None, *, is_installed: bool) -> Any:  # noqa: ANN401 -- JSON
    """Return what stays of the plugin's entry, from which our own keys are gone already."""
    left = pruned(entry) if isinstance(entry, dict) and not (receipt is None and is_installed) else {}
    left.pop("enabled", None)
    if receipt is not None:
        left = {**receipt.left, **left}
    return {**_MARK, **left} if left else ABSENT


def uninstall(found: TakeBack, machine: Machine, openclaw: OpenClaw, say: Say) -> None:
    """Do what was planned; whatever is gone already is no reason to stop.

    Raises:
        RecallSidecarError: A step failed; running this again goes on from there.
    """
    unchanged(found.gateway)
    gateway, receipt = found.gateway, found.receipt
    wanted = keys_after(gateway.config, receipt, found.installed)
    for each in gateway.files():
        say(f"Kept a copy of {each}: {machine.receipts.back_up(each)}")
    if receipt is not None and wanted[ENTRY] is not ABSENT:
        machine.receipts.write(gateway.file, replace(receipt, left=wanted[ENTRY]))
    try:
        if found.installed is not None and found.installed.is_tracked:
            say("Removing the plugin from OpenClaw ...")
            if len(gateway.files()) > 1:
                # From what stands in an included file OpenClaw takes nothing away, and stops half-way.
                bare: dict[KeyPath, Any] = {path: value for path, value in wanted.items() if path == ALLOW}
                bare[ENTRY] = dict(_MARK)
                _set_back(bare, gateway, machine, openclaw)
            say(
                f"Removed OpenClaw's copy of the plugin. {answer_of(openclaw.uninstall_plugin(PLUGIN))}".strip()
            )
        if answer := _set_back(wanted, gateway, machine, openclaw):
            say(f"Set OpenClaw's configuration back. {answer}")
    except RecallSidecarError as error:
        message = f"{error}\n{_AGAIN}"
        raise RecallSidecarError(message) from error
    except KeyboardInterrupt:
        say(f"\nStopped. {_AGAIN}")
        raise
    machine.receipts.drop(gateway.file)


def _set_back(wanted: Mapping[KeyPath, Any], gateway: Gateway, machine: Machine, openclaw: OpenClaw) -> str:
    """Give the keys their values; return what OpenClaw says of it, nothing when they have them."""
    changes = differing(read_openclaw(gateway.file), wanted)
    return patch_configuration(changes, machine, openclaw) if changes else ""
