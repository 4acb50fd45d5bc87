"""`recall-sidecar doctor`: what is wrong, and how to mend it."""

import argparse
import platform
from collections.abc import Iterator

from recall_sidecar import __version__
from recall_sidecar.cli import doctor_machine, doctor_memory, doctor_service
from recall_sidecar.cli.door import local
from recall_sidecar.cli.finding import Finding, worst_code
from recall_sidecar.cli.output import add_json_flag, say, write_json
from recall_sidecar.cli.patient import Patient, this_machine
from recall_sidecar.errors import PromptStyleError, SettingsError
from recall_sidecar.memory.embedding.choice import is_local
from recall_sidecar.settings import Settings

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "examine", "execute", "run"]

NAME = "doctor"
HELP = """\
Look at everything recall needs: program, packages, settings, memory folders, tokens, port, daemon, hosts and models.
Each finding says how to mend it. Nothing is changed, and nothing leaves this machine unless --providers is given."""
EPILOG = """\
examples:
  recall-sidecar doctor
  recall-sidecar doctor --providers     also one tiny call to each named model, for chats or embeddings
  recall-sidecar doctor --json

exit codes: 0 it can work, 1 something is broken, 2 the settings are
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument(
        "--providers", action="store_true", help="call each named model once, one for embeddings too"
    )
    add_json_flag(parser)


def run(arguments: argparse.Namespace) -> int:
    """Examine this user's installation."""
    return execute(arguments, this_machine(local()))


def execute(arguments: argparse.Namespace, patient: Patient) -> int:
    """Examine an installation and print what was found."""
    findings = list(examine(patient, providers=arguments.providers))
    code = worst_code(findings)
    if arguments.json:
        write_json({"findings": [finding.as_json() for finding in findings], "exitCode": code})
    else:
        say("\n".join(str(finding) for finding in findings))
    return code


def examine(patient: Patient, *, providers: bool) -> Iterator[Finding]:
    """Yield every finding, the program first and the models last."""
    yield Finding("ok", "program", f"recall-sidecar {__version__} on Python {platform.python_version()}")
    yield doctor_machine.check_litellm(patient.litellm_version())
    yield from doctor_machine.check_startup_files(patient.startup_folders(), patient.owned_startup_files())
    if homeless := list(doctor_machine.check_homes(patient.paths)):
        yield from homeless
        return
    yield from doctor_machine.check_private_files(patient.paths)
    running = list(doctor_service.check_daemon(patient.find_daemon, __version__))
    yield from running
    try:
        trees = patient.load()
    except SettingsError as error:
        for problem in error.problems:
            yield Finding(
                "error", "settings", str(problem), f"correct it in {patient.paths.config_file}", code=2
            )
        return
    except PromptStyleError as error:
        for line in str(error).splitlines():
            remedy = f"correct the file, or recall.prompt_style in {patient.paths.config_file}"
            yield Finding("error", "prompt style", line, remedy, code=2)
        return
    yield Finding("ok", "settings", f"valid; your own are in {patient.paths.config_file}")
    yield from _with_settings(patient, trees, daemon_runs=len(running) > 1, providers=providers)


def _with_settings(
    patient: Patient, trees: tuple[Settings, ...], *, daemon_runs: bool, providers: bool
) -> Iterator[Finding]:
    base = trees[0]
    if base.server.tcp and base.server.port and not daemon_runs:
        yield doctor_machine.check_port(base.server.port, patient.claim_port)
    folders = dict.fromkeys(folder for tree in trees for folder in tree.memory.folders)
    yield from doctor_machine.check_folders(folders)
    yield from doctor_machine.check_elsewhere(patient.home, folders)
    if not daemon_runs:
        servers = base.memory.mcp
        yield from doctor_memory.check_servers(servers, patient.find_program, has_sdk=patient.has_mcp_sdk())
    yield from doctor_machine.check_agents(base)
    yield from doctor_machine.check_tools(tool for tree in trees for tool in tree.recall.tools_allow)
    models = doctor_service.named_models(tree.model for tree in trees)
    yield from doctor_service.check_models(
        models,
        lambda model: patient.obstacle(trees, model),
        use_turn_model=any(tree.model.use_turn_model for tree in trees),
    )
    embedding = base.memory.embedding
    embeds_elsewhere = not is_local(embedding)
    if embeds_elsewhere:
        yield doctor_memory.check_embedding(
            embedding, lambda model: patient.obstacle_to_embedding(trees, model)
        )
    if providers and (ours := tuple(model for model in models if not model.is_lent)):
        yield from patient.probe(trees, ours)
    if providers and embeds_elsewhere:
        yield patient.probe_embedding(trees, embedding)
