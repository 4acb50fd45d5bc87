"""Put the plugin into OpenClaw: one step after the other, each of which can be repeated and taken back."""

from collections.abc import Callable
from pathlib import Path

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.changes import Change, differing, merged, patch_of
from recall_sidecar.hosts.openclaw.install.openclaw_cli import OpenClaw
from recall_sidecar.hosts.openclaw.install.our_settings import write_settings
from recall_sidecar.hosts.openclaw.install.plan import wanted_keys
from recall_sidecar.hosts.openclaw.install.receipt import Receipt
from recall_sidecar.hosts.openclaw.install.survey import Gateway, Machine, Survey
from recall_sidecar.settings.openclaw.read import read_openclaw

__all__ = ["Say", "answer_of", "install", "patch_configuration", "unchanged"]

Say = Callable[[str], None]
# What OpenClaw says of a gateway that runs, or does not.
_TOLD = ("Applied", "Saved", "Restart", "No gateway restart", "Change will apply")


def install(found: Survey, machine: Machine, openclaw: OpenClaw, say: Say) -> None:
    """Do what was planned and agreed to.

    The receipt is written before anything is changed, and the bundled plugin is switched off in the last write, the
    one that lets ours work.

    Raises:
        RecallSidecarError: A step failed; says what was done, and how to finish or undo.
    """
    unchanged(found.gateway)
    done: list[str] = []

    def step(text: str) -> None:
        done.append(text)
        say(text)

    try:
        for file, copy in _keep_what_was(found, machine):
            step(f"Kept a copy of {file}: {copy}")
        if found.ours.to_write is not None:
            write_settings(found.ours)
            step(f"Wrote {found.ours.file}")
        if found.plan.copies_plugin:
            say("Copying the plugin into OpenClaw ...")
            step(
                f"Copied the plugin into OpenClaw. {answer_of(openclaw.install_plugin(machine.plugin))}".strip()
            )
        _set_keys(found, machine, openclaw, step)
    except RecallSidecarError as error:
        raise RecallSidecarError(_half_way(str(error), done)) from error
    except KeyboardInterrupt:
        say(_half_way("\nStopped.", done))
        raise


def unchanged(gateway: Gateway) -> None:
    """Raise `RecallSidecarError` when the configuration is no longer the one that was looked at."""
    if read_openclaw(gateway.file) != gateway.config:
        message = f"{gateway.file} was changed meanwhile, so nothing was done; run this again"
        raise RecallSidecarError(message)


def patch_configuration(changes: tuple[Change, ...], machine: Machine, openclaw: OpenClaw) -> str:
    """Write the changes in one go; return what OpenClaw says of it."""
    file = machine.receipts.patch_file(patch_of(changes))
    try:
        return answer_of(openclaw.patch(file))
    finally:
        file.unlink(missing_ok=True)


def answer_of(output: str) -> str:
    """Return what OpenClaw's command said of the gateway, on one line; empty when it said nothing."""
    return " ".join(line.strip() for line in output.splitlines() if line.strip().startswith(_TOLD))


def _keep_what_was(found: Survey, machine: Machine) -> list[tuple[Path, Path]]:
    """Write the receipt; return each file that may be written to, and the copy of it."""
    receipts, file = machine.receipts, found.gateway.file
    earlier = receipts.read(file)
    copies = [(each, receipts.back_up(each)) for each in found.gateway.files()]
    backup = str(copies[0][1]) if earlier is None else earlier.backup
    changes = merged(() if earlier is None else earlier.changes, found.plan.changes)
    receipts.write(file, Receipt(str(file), backup, changes))
    return copies


def _set_keys(found: Survey, machine: Machine, openclaw: OpenClaw, step: Say) -> None:
    """Set what is not set yet: installing the plugin has set some keys itself."""
    config = read_openclaw(found.gateway.file)
    changes = differing(config, wanted_keys(config, found.wanted))
    if changes:
        step(
            f"Set {len(changes)} keys in OpenClaw's configuration. {patch_configuration(changes, machine, openclaw)}"
        )
    config = read_openclaw(found.gateway.file)
    if left := differing(config, wanted_keys(config, found.wanted)):
        names = ", ".join(".".join(change.path) for change in left)
        message = f"OpenClaw took the changes, but {names} did not come out as asked"
        raise RecallSidecarError(message)


def _half_way(why: str, done: list[str]) -> str:
    so_far = "\n".join(f"  * {text}" for text in done) or "  * nothing"
    return (
        f"{why}\nDone so far:\n{so_far}\nNothing is lost. Run this again to finish;"
        " `recall-sidecar install openclaw --uninstall` takes it back."
    )
