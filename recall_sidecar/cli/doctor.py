"""`recall-sidecar doctor`: what is wrong, and how to mend it."""

import argparse
from collections.abc import Iterable, Iterator

from recall_sidecar.cli.door import local
from recall_sidecar.cli.examination import examine
from recall_sidecar.cli.finding import Finding, worst_code
from recall_sidecar.cli.output import add_json_flag, say, write_json
from recall_sidecar.cli.patient import Patient, this_machine
from recall_sidecar.errors import RecallSidecarError

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "execute", "mended", "run"]

NAME = "doctor"
HELP = """\
Look at everything recall needs: program, packages, folders, clock, disk, tokens, daemon, settings, port, memory, index, hosts
and models. Each finding says how to mend it. Nothing is changed without --fix, and nothing leaves this machine but one
tiny call to each model that settings name: a fixed sentence of ours, a few hundred tokens."""
EPILOG = """\
examples:
  recall-sidecar doctor
  recall-sidecar doctor --fix           mend what can be mended without losing anything, then look again
  recall-sidecar doctor --no-model      call no model
  recall-sidecar doctor --json | jq '.findings[] | select(.level != "ok")'

exit codes: 0 it can work (there may be warnings), 1 something is broken, 2 the settings are
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument(
        "--no-model", action="store_true", help="call no model, neither for chats nor embeddings"
    )
    parser.add_argument(
        "--fix",
        action="store_true",
        help="close what others can read, remove what a killed daemon left, set damaged files aside",
    )
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Examine this user's installation."""
    return execute(arguments, this_machine(local()))


def execute(arguments: argparse.Namespace, patient: Patient) -> int:
    """Examine an installation and print what was found, each as it is found; mend first where that is asked for."""
    done: list[str] = []
    if arguments.fix:
        # What a model says mends nothing, so it is asked once, afterwards.
        done.extend(mended(examine(patient, ask_models=False)))
        if not arguments.json:
            say(
                "\n".join(f"fixed    {line}" for line in done) or "fixed    nothing: there was nothing to fix"
            )
    findings: list[Finding] = []
    for finding in examine(patient, ask_models=not arguments.no_model):
        findings.append(finding)
        if not arguments.json:
            say(str(finding))
    code = worst_code(findings)
    if arguments.json:
        fixed = {"fixed": done} if arguments.fix else {}
        write_json({"findings": [finding.as_json() for finding in findings], **fixed, "exitCode": code})
    return code


def mended(findings: Iterable[Finding]) -> Iterator[str]:
    """Mend what can be mended of what was found, and yield what was done about each."""
    for finding in list(findings):
        if finding.mend is None:
            continue
        try:
            yield finding.mend()
        except (RecallSidecarError, OSError) as error:
            yield f"not {finding.topic}: {error}; {finding.remedy}"
