"""`recall-sidecar install openclaw`: put the plugin into a host, or take it out again."""

import argparse
import shutil
import sys
from pathlib import Path

from recall_sidecar import __version__
from recall_sidecar.cli.asking import Terminal
from recall_sidecar.cli.output import complain, say
from recall_sidecar.errors import SettingsError
from recall_sidecar.hosts.openclaw.install import report, snippet
from recall_sidecar.hosts.openclaw.install.installation import install
from recall_sidecar.hosts.openclaw.install.plan import PLUGIN
from recall_sidecar.hosts.openclaw.install.removal import TakeBack, plan_uninstall, uninstall
from recall_sidecar.hosts.openclaw.install.survey import Machine, Survey, find_gateway, survey
from recall_sidecar.memory.elsewhere import elsewhere
from recall_sidecar.memory.embedded import offer
from recall_sidecar.memory.embedding.choice import may_offer_multilingual
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.sampling import count_scripts
from recall_sidecar.pidfile import read_note
from recall_sidecar.settings.load import load, process_environment

__all__ = ["EPILOG", "HELP", "NAME", "Terminal", "add_arguments", "execute", "run"]

NAME = "install"
HELP = """\
Put the plugin into OpenClaw: shows every change first, with secrets hidden, and asks. OpenClaw's own commands do the
writing, so a gateway that runs takes it up at once. Running it again brings the plugin up to date."""
EPILOG = """\
examples:
  recall-sidecar install openclaw --dry-run       show what would be changed, and change nothing
  recall-sidecar install openclaw                 show it, ask, do it
  recall-sidecar install openclaw --yes           for scripts: do not ask
  recall-sidecar install openclaw --uninstall     take it back; what you changed since stays

exit codes: 0 done, or nothing to do; 1 not done, with the reason; 2 usage or settings
"""
_DONE, _NOT_DONE, _USAGE = 0, 1, 2
_MERGING = "Where an object stands already, its other keys stay; where a key is null, take that key away."
_NEXT = """\
Next:
  {daemon}
  See whether the model that judges can be asked: recall-sidecar doctor
  Without a key of your own, `name = "host"` under [model] in {settings} asks the agent's.
  Send your agent a message, then /recall status in the same chat. `/verbose on` shows what recall did at each turn.
  `openclaw gateway restart` is only needed if the gateway does not reload by itself (gateway.reload.mode off).
  To undo: recall-sidecar install openclaw --uninstall"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the host and the flags."""
    parser.add_argument("host", choices=("openclaw",), help="the host to install into")
    parser.add_argument("--dry-run", action="store_true", help="show what would be done, and change nothing")
    parser.add_argument("--uninstall", action="store_true", help="take back what was installed")
    parser.add_argument(
        "--yes", action="store_true", help="give the consents that are listed, without being asked"
    )
    parser.add_argument(
        "--force", action="store_true", help="switch the bundled active-memory off even if something is lost"
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="OpenClaw's configuration (default: found)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Install for this user."""
    machine = Machine.of(process_environment(), _own_command())
    return execute(arguments, machine, Terminal(sys.stdin.isatty, input))


def execute(arguments: argparse.Namespace, machine: Machine, terminal: Terminal) -> int:
    """Install or uninstall on `machine`."""
    try:
        if arguments.uninstall:
            found = find_gateway(machine, arguments.config)
            return _uninstall(arguments, plan_uninstall(found, machine), machine, terminal)
        return _install(arguments, survey(machine, arguments.config), machine, terminal)
    except SettingsError as error:
        complain("\n".join(str(problem) for problem in error.problems))
        return _USAGE


def _install(arguments: argparse.Namespace, found: Survey, machine: Machine, terminal: Terminal) -> int:
    gateway, plan, ours = found.gateway, found.plan, found.ours
    say(f"OpenClaw's configuration: {gateway.file}")
    if plan.obstacles:
        complain(report.shown_obstacles(plan.obstacles))
        return _NOT_DONE
    say(report.shown_copy(plan, found.copy, __version__))
    if plan.is_done and ours.to_write is None:
        _say_settings(found)
        say("Nothing to do.")
        return _DONE
    say(report.shown_changes(plan.changes))
    if plan.lost and not arguments.force:
        complain(
            report.forced(
                plan.lost,
                ours.gateway_tools,
                str(ours.file),
                is_there=ours.to_write is None,
                openclaw_config=str(gateway.file),
            )
        )
        return _NOT_DONE
    if gateway.openclaw is None or gateway.why_not:
        return _by_hand(found, machine)
    _say_settings(found)
    say(report.asked_consents(plan.consents))
    if (code := _may_go_on(arguments, terminal)) is not None:
        return code
    install(found, machine, gateway.openclaw, say)
    running = read_note(machine.paths)
    daemon = "The daemon runs." if running else "Start the daemon and keep it running: recall-sidecar serve"
    say(_NEXT.format(daemon=daemon, settings=ours.file))
    if offered := _offered(machine):
        say(f"  {offered}")
    if not ours.recalls:
        say("  Recall is switched off (gate.enabled); to switch it on: /recall on --global")
    _say_elsewhere(machine)
    return _DONE


def _offered(machine: Machine) -> str:
    """Return which embedding model to set instead, where the notes are in scripts that the chosen one does not read."""
    try:
        memory = load(machine.paths, machine.environment).base.memory
    except SettingsError:
        # What is wrong with them was said; the daemon and doctor say so again.
        return ""
    if not may_offer_multilingual(memory.embedding):
        return ""
    return offer(memory.embedding.model, *count_scripts(configured(memory)), "notes")


def _uninstall(arguments: argparse.Namespace, found: TakeBack, machine: Machine, terminal: Terminal) -> int:
    gateway = found.gateway
    say(f"OpenClaw's configuration: {gateway.file}")
    if found.is_done:
        say("Nothing of ours is in it. Nothing to do.")
        return _DONE
    if found.installed is not None:
        say("The plugin will be removed from OpenClaw.")
    say(report.shown_changes(found.changes))
    if found.receipt is None:
        say("What was there before is not known, so OpenClaw's active-memory stays as it is now.")
    if gateway.openclaw is None or gateway.why_not:
        return _take_back_by_hand(found)
    if (code := _may_go_on(arguments, terminal)) is not None:
        return code
    uninstall(found, machine, gateway.openclaw, say)
    say(f"Done. Settings, index and traces stay in {machine.paths.config_dir} and {machine.paths.state_dir}.")
    if running := read_note(machine.paths):
        say(f"The daemon still runs. Unless another host needs it, end it: kill {running.pid}")
    return _DONE


def _may_go_on(arguments: argparse.Namespace, terminal: Terminal) -> int | None:
    """Return None when it may be done, else the exit code to stop with."""
    if arguments.dry_run:
        say("Nothing was changed (--dry-run).")
        return _DONE
    if arguments.yes:
        return None
    if not terminal.is_attended():
        complain(
            "Nobody is there to be asked, so nothing was changed. Read the above, then run this again with --yes."
        )
        return _USAGE
    try:
        answer = terminal.ask("Go on? [y/N] ")
    except EOFError:
        answer = ""
    if answer.strip().lower() in {"y", "yes"}:
        return None
    say("Nothing was changed.")
    return _NOT_DONE


def _by_hand(found: Survey, machine: Machine) -> int:
    gateway, plan, folder = found.gateway, found.plan, str(machine.plugin)
    if found.ours.to_write is not None:
        say(
            f"Settings of ours can be taken over with: recall-sidecar config import-openclaw {gateway.file} --write"
        )
    if plan.is_done:
        return _DONE
    if gateway.why_not is None:
        complain(
            "There is no `openclaw` command on the PATH, so nothing was changed. Run this on the gateway's machine:"
        )
        say(snippet.by_commands(plan.changes, folder))
        return _NOT_DONE
    complain(f"Nothing was changed: {gateway.why_not}. Merge this into the configuration by your own way:")
    say(snippet.by_hand(plan.changes, gateway.config, folder))
    complain(_MERGING)
    complain(
        "The plugin is then loaded from this program's folder: take it out of plugins.load.paths before you uninstall."
    )
    return _NOT_DONE


def _take_back_by_hand(found: TakeBack) -> int:
    if found.gateway.why_not is None:
        complain(
            "There is no `openclaw` command on the PATH, so nothing was changed. Run this on the gateway's machine:"
        )
        say(snippet.back_by_commands(found.changes, PLUGIN))
        return _NOT_DONE
    complain(
        f"Nothing was changed: {found.gateway.why_not}. Merge this into the configuration by your own way:"
    )
    say(snippet.shown_patch(found.changes))
    complain(_MERGING)
    return _NOT_DONE


def _say_elsewhere(machine: Machine) -> None:
    """Name memory of other programs that is not read."""
    home = Path(machine.environment.get("HOME") or "~").expanduser()
    for place in elsewhere(home, load(machine.paths, machine.environment).base.memory.folders):
        say(f"  {place}")


def _say_settings(found: Survey) -> None:
    ours = found.ours
    text = "\n".join(report.settings_lines(str(ours.file), ours.to_write, ours.missing, ours.notes))
    if text:
        say(text)


def _own_command() -> Path | None:
    """Return the absolute path of this program, for a plugin that may start it."""
    beside = Path(sys.executable).with_name("recall-sidecar")
    if beside.exists():
        return beside
    found = shutil.which("recall-sidecar")
    return None if found is None else Path(found).absolute()
