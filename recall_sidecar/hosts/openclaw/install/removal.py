"""Take the plugin out of OpenClaw: keys that are still as we set them become what they were, all others stay."""

from collections.abc import Mapping
from dataclasses import dataclass
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
from recall_sidecar.hosts.openclaw.install.survey import Gateway, Machine
from recall_sidecar.settings.openclaw.read import read_openclaw

__all__ = ["TakeBack", "keys_after", "plan_uninstall", "uninstall"]


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
    wanted = keys_after(gateway.config, receipt, is_installed=installed is not None)
    return TakeBack(gateway, receipt, installed, differing(gateway.config, wanted))


def keys_after(
    config: Mapping[str, Any], receipt: Receipt | None, *, is_installed: bool
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
    entry = value_at(applied(config, back), ENTRY)
    left = pruned(entry) if isinstance(entry, dict) and not (receipt is None and is_installed) else {}
    left.pop("enabled", None)
    keys[ENTRY] = {"enabled": False, **left} if left else ABSENT
    return keys


def uninstall(found: TakeBack, machine: Machine, openclaw: OpenClaw, say: Say) -> None:
    """Do what was planned; whatever is gone already is no reason to stop.

    Raises:
        RecallSidecarError: A step failed; running this again goes on from there.
    """
    unchanged(found.gateway)
    file = found.gateway.file
    # Before the plugin's entry goes, and with it what of it is the user's.
    wanted = keys_after(found.gateway.config, found.receipt, is_installed=found.installed is not None)
    for each in found.gateway.files():
        say(f"Kept a copy of {each}: {machine.receipts.back_up(each)}")
    try:
        if found.installed is not None and found.installed.is_tracked:
            say("Removing the plugin from OpenClaw ...")
            say(
                f"Removed OpenClaw's copy of the plugin. {answer_of(openclaw.uninstall_plugin(PLUGIN))}".strip()
            )
        changes = differing(read_openclaw(file), wanted)
        if changes:
            answer = patch_configuration(changes, machine, openclaw)
            say(f"Set {len(changes)} keys of OpenClaw's configuration back. {answer}".strip())
    except RecallSidecarError as error:
        message = (
            f"{error}\nRun this again: it goes on from there. The copy above is the configuration as it was."
        )
        raise RecallSidecarError(message) from error
    machine.receipts.drop(file)
