"""What `doctor` looks at, in order: the program, its folders, the daemon, the settings, memory, hosts, models.

A check that fails itself is a finding like any other: it never ends the examination.
"""

import platform
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from recall_sidecar import __version__
from recall_sidecar.cli import (
    doctor_hosts,
    doctor_index,
    doctor_log,
    doctor_machine,
    doctor_memory,
    doctor_service,
    doctor_state,
)
from recall_sidecar.cli.doctor_hosts import Ours
from recall_sidecar.cli.door import Daemon
from recall_sidecar.cli.finding import Finding
from recall_sidecar.cli.patient import Patient
from recall_sidecar.errors import PromptStyleError, RecallSidecarError, SettingsError
from recall_sidecar.memory.embedding.choice import is_local
from recall_sidecar.settings import Settings

__all__ = ["examine"]

_FAULTS = (
    RecallSidecarError, OSError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RuntimeError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Found:
    """What the first checks know: the daemon that answers, None when none does."""

    patient: Patient
    daemon: Daemon | None

    @property
    def runs(self) -> bool:
        """Whether a daemon answers."""
        return self.daemon is not None


def examine(patient: Patient, *, ask_models: bool) -> Iterator[Finding]:
    """Yield every finding, the program first and the models last; `ask_models` is whether models are called."""
    yield from _guarded("program", lambda: _program(patient))
    homeless = list(_guarded("folders", lambda: doctor_machine.check_homes(patient.paths)))
    if homeless:
        yield from homeless
        return
    found = _Found(patient, _running(patient))
    for topic, check in _state_checks(found):
        yield from _guarded(topic, check)
    trees: list[tuple[Settings, ...]] = []
    yield from _guarded("settings", lambda: _settings(patient, trees))
    for each in trees:
        for topic, check in _settings_checks(found, each, ask_models=ask_models):
            yield from _guarded(topic, check)


def _guarded(topic: str, check: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    try:
        yield from check()
    except _FAULTS as error:
        # Only our own words and the system's are known to hold nothing that must stay here.
        words = f": {error}" if isinstance(error, RecallSidecarError | OSError) else ""
        fact = f"this could not be looked at ({type(error).__name__}{words})"
        yield Finding("error", topic, fact, "put that right, or send us: recall-sidecar report", code=1)


def _program(patient: Patient) -> Iterator[Finding]:
    yield Finding("ok", "program", f"recall-sidecar {__version__} on Python {platform.python_version()}")
    yield doctor_machine.check_litellm(patient.litellm_version())
    has_full_text, version = patient.full_text()
    yield doctor_index.check_full_text(has_it=has_full_text, version=version)
    yield from doctor_machine.check_startup_files(patient.startup_folders(), patient.owned_startup_files())


def _running(patient: Patient) -> Daemon | None:
    """Return the daemon if it answers, and not only accepts."""
    try:
        daemon = patient.find_daemon()
        if daemon is not None:
            _ = daemon.get("/v1/status")
    except (RecallSidecarError, OSError):
        # `check_daemon` asks again and tells what it hears.
        return None
    return daemon


def _state_checks(found: _Found) -> Iterator[tuple[str, Callable[[], Iterable[Finding]]]]:
    patient = found.patient
    paths = patient.paths
    daemon = found.daemon
    yield "clock", lambda: [doctor_state.check_clock(patient.now(), patient.moments())]
    yield "state folder", lambda: doctor_state.check_writable(paths)
    yield "disk", lambda: doctor_state.check_disk(paths, patient.free_bytes)
    yield "privacy", lambda: doctor_state.check_private_files(paths)
    yield "daemon", lambda: doctor_service.check_daemon(patient.find_daemon, __version__, patient.now)
    yield "leftovers", lambda: doctor_state.check_leftovers(paths, patient.program_of, runs=found.runs)
    yield (
        "tokens",
        lambda: doctor_state.check_tokens(
            paths, lambda nonce: None if daemon is None else daemon.get(f"/v1/proof?nonce={nonce}")
        ),
    )
    yield "log", lambda: doctor_log.check_log(paths.log_file, patient.now())


def _settings(patient: Patient, trees: list[tuple[Settings, ...]]) -> Iterator[Finding]:
    """Load the settings into `trees`, which stays empty when they cannot be used."""
    config = patient.paths.config_file
    try:
        trees.append(patient.load())
    except SettingsError as error:
        for problem in error.problems:
            yield Finding("error", "settings", str(problem), f"correct it in {config}", code=2)
    except PromptStyleError as error:
        for line in str(error).splitlines():
            remedy = f"correct the file, or recall.prompt_style in {config}"
            yield Finding("error", "prompt style", line, remedy, code=2)
    else:
        yield Finding("ok", "settings", f"valid; {patient.sources()}")


def _settings_checks(
    found: _Found, trees: tuple[Settings, ...], *, ask_models: bool
) -> Iterator[tuple[str, Callable[[], Iterable[Finding]]]]:
    patient, base = found.patient, trees[0]
    config = patient.paths.config_file
    folders = dict.fromkeys(folder for tree in trees for folder in tree.memory.folders)
    server, servers = base.server, base.memory.mcp
    if server.tcp and server.port and not found.runs:
        yield (
            "port",
            lambda: [doctor_machine.check_port(server.port, patient.claim_port, patient.is_daemon, config)],
        )
    yield "memory", lambda: doctor_machine.check_folders(folders, config)
    yield "memory elsewhere", lambda: doctor_machine.check_elsewhere(patient.home, folders)
    yield "index", lambda: _index(found, base)
    yield "history", lambda: doctor_index.check_history(patient.paths, runs=found.runs)
    if not found.runs:
        has_sdk = patient.has_package("mcp")
        yield (
            "MCP",
            lambda: doctor_memory.check_servers(servers, patient.find_program, config, has_sdk=has_sdk),
        )
    yield "agents", lambda: doctor_machine.check_agents(base)
    yield (
        "tools",
        lambda: doctor_machine.check_tools(tool for tree in trees for tool in tree.recall.tools_allow),
    )
    yield "hosts", lambda: _hosts(found, base)
    yield "model", lambda: _models(patient, trees, ask=ask_models)
    yield "meanings", lambda: _meanings(patient, trees, ask=ask_models)


def _index(found: _Found, base: Settings) -> Iterator[Finding]:
    file = found.patient.paths.index_file
    health = found.patient.index_health(file)
    yield doctor_index.check_index(found.patient.paths, health, runs=found.runs)
    if health.state == "sound":
        yield from doctor_index.check_lag(base.memory, file)


def _hosts(found: _Found, base: Settings) -> Iterator[Finding]:
    patient = found.patient
    port: int | None = base.server.port if base.server.tcp else None
    if found.daemon is not None:
        port = found.daemon.get("/v1/status").get("port")
    yield from doctor_hosts.check_hook_token(patient.environment, patient.paths)
    ours = Ours(patient.paths, port, __version__)
    yield from doctor_hosts.check_hosts(patient.home, patient.environment, ours)


def _models(patient: Patient, trees: tuple[Settings, ...], *, ask: bool) -> Iterator[Finding]:
    models = doctor_service.named_models(tree.model for tree in trees)
    yield from doctor_service.check_models(
        models,
        lambda model: patient.obstacle(trees, model),
        patient.paths.config_file,
        use_turn_model=any(tree.model.use_turn_model for tree in trees),
    )
    # A model that lacks its key would only say so again, after seconds.
    ours = tuple(model for model in models if not model.is_lent and patient.obstacle(trees, model) is None)
    if ask and ours:
        for finding in patient.probe(trees, ours):
            where = f"{finding.remedy} ({patient.paths.config_file})" if finding.remedy else ""
            yield replace(finding, remedy=where)


def _meanings(patient: Patient, trees: tuple[Settings, ...], *, ask: bool) -> Iterator[Finding]:
    embedding = trees[0].memory.embedding
    if is_local(embedding):
        config = patient.paths.config_file
        yield from doctor_memory.check_embedding_package(embedding, patient.has_package, config)
        return
    finding = doctor_memory.check_embedding(
        embedding, lambda model: patient.obstacle_to_embedding(trees, model)
    )
    yield finding
    if ask and finding.level == "ok":
        yield patient.probe_embedding(trees, embedding)
