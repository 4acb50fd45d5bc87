"""`recall-sidecar serve`: run the daemon until it is told to stop."""

import argparse
import contextlib
import gc
import sys
from typing import TYPE_CHECKING, Any

from recall_sidecar.cli.door import local

if TYPE_CHECKING:
    from recall_sidecar.instance import Instance
    from recall_sidecar.serving import Parts

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "flags", "run"]

NAME = "serve"
HELP = """\
Run the daemon in the foreground, on a Unix socket and on 127.0.0.1. It answers /healthz at once and /readyz when memory
and model can be used. SIGTERM ends it in order, SIGHUP reads the settings anew."""
EPILOG = """\
examples:
  recall-sidecar serve                  with the settings of `recall-sidecar config show`
  recall-sidecar serve --port 0         on any free port; `recall-sidecar status` says which
  recall-sidecar serve --no-tcp         on the Unix socket alone

exit codes: 0 stopped, 2 bad settings, 3 could not start (for example because a daemon runs already)
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags, each of which wins over the settings."""
    parser.add_argument(
        "--port",
        type=int,
        metavar="N",
        help="TCP port on 127.0.0.1 instead of server.port; 0 takes a free one",
    )
    parser.add_argument("--no-tcp", action="store_true", help="listen on the Unix socket alone")


def run(arguments: argparse.Namespace) -> int:
    """Run the daemon and return its exit code."""
    # Looking through what is being imported for garbage takes a tenth of the start; the daemon turns the collector on
    # again once it answers.
    gc.disable()
    with contextlib.ExitStack() as ends:
        ends.callback(gc.enable)
        from recall_sidecar import daemon, logs
        from recall_sidecar.log_file import LogFile
        from recall_sidecar.settings.live import LiveSettings
        from recall_sidecar.settings.load import process_environment

        logs.to_stream()
        paths, environment = local().paths, process_environment()
        settings = LiveSettings(paths, environment, flags(arguments))

        def build(instance: "Instance") -> "Parts":
            from recall_sidecar.assembly import assemble

            # The state folder is ours by now: a daemon that only finds another running leaves its log alone.
            log_file = LogFile(paths.log_file)
            ends.callback(log_file.close)
            logs.to_stream(sys.stderr, log_file)
            return assemble(paths, settings, environment, instance)

        return daemon.run(paths, settings.base.server, build, environment=environment)


def flags(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that the flags set, by key."""
    chosen: dict[str, Any] = {}
    if arguments.port is not None:
        chosen["server.port"] = arguments.port
    if arguments.no_tcp:
        chosen["server.tcp"] = False
    return chosen
