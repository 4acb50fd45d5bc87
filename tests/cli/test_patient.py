"""How `doctor` reaches the parts of this machine."""

import importlib.metadata
import os
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import PurePosixPath

import pytest

from recall_sidecar.cli import patient
from recall_sidecar.cli.door import LocalDoor
from recall_sidecar.cli.patient import this_machine
from recall_sidecar.errors import AlreadyRunning, PromptStyleError
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.paths import Paths
from recall_sidecar.settings import Settings


def test_the_installed_litellm_is_found_without_importing_it(paths: Paths) -> None:
    assert this_machine(LocalDoor(paths)).litellm_version() not in {None, ""}


def test_a_litellm_that_is_not_installed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(_name: str) -> str:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr("importlib.metadata.version", version)

    assert patient._litellm_version() is None


def test_startup_files_are_looked_for_where_python_looks(paths: Paths) -> None:
    folders = this_machine(LocalDoor(paths)).startup_folders()

    # Debian's Python also names folders of its own there.
    assert {folder.name for folder in folders} - {"dist-packages"} == {"site-packages"}


def test_startup_files_of_installed_packages_are_owned() -> None:
    class Package:
        files = (PurePosixPath("tool.pth"), PurePosixPath("tool/__init__.py"))

    class Bare:
        files = None

    assert patient._owned([Package(), Bare()]) == {"tool.pth"}  # type: ignore[list-item]


def test_the_owned_startup_files_of_this_machine_can_be_listed(paths: Paths) -> None:
    assert all(name.endswith(".pth") for name in this_machine(LocalDoor(paths)).owned_startup_files())


def test_the_settings_of_this_installation_are_loaded(paths: Paths) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text('[gate]\nmain_key = "home"\n[agents.work.gate]\nenabled = false\n')

    base, work = this_machine(LocalDoor(paths)).load()

    assert base.gate.main_key == "home"
    assert work.gate.enabled is False


def test_a_style_that_would_stop_the_start_is_told_with_the_settings(paths: Paths) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text('[recall]\nprompt_style = "nope"\n')

    with pytest.raises(PromptStyleError, match="no prompt style 'nope'"):
        this_machine(LocalDoor(paths)).load()


def test_a_port_that_somebody_has_cannot_be_claimed(paths: Paths) -> None:
    claim = this_machine(LocalDoor(paths)).claim_port
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(AlreadyRunning, match=f"port {port}"):
            claim(port)


def test_a_free_port_is_given_back(paths: Paths) -> None:
    claim = this_machine(LocalDoor(paths)).claim_port

    claim(0)
    claim(0)


def test_a_model_without_its_key_names_the_variable(paths: Paths) -> None:
    obstacle = this_machine(LocalDoor(paths)).obstacle((Settings(),), ModelRef("openai", "gpt-5-mini"))

    assert obstacle is not None
    assert "OPENAI_API_KEY" in obstacle


def test_a_daemon_is_known_by_its_proof_and_other_programs_are_not(paths: Paths) -> None:
    is_daemon = this_machine(LocalDoor(paths)).is_daemon

    answers = (b'{"proof": "x", "hookProof": "y"}', b'{"proof": "x"}', b"[]", b"no json")
    assert [is_daemon(port) for answer in answers for port in _answering(answer)] == [
        True,
        False,
        False,
        False,
    ]
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert not is_daemon(port)


def _answering(body: bytes) -> Iterator[int]:
    """Yield the port of a server that answers one request with `body`."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        yield server.server_address[1]
        thread.join()


def test_a_process_is_known_by_its_command_line(paths: Paths) -> None:
    program_of = this_machine(LocalDoor(paths)).program_of

    assert "python" in (program_of(os.getpid()) or "")
    assert program_of(2**22 + 1) is None


def test_what_has_happened_is_no_older_than_the_program(paths: Paths) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.touch()

    named = [what for what, _ in this_machine(LocalDoor(paths)).moments()]

    assert named[-1] == str(paths.config_file)
    assert len(named) == 2


def test_keys_are_counted_by_where_they_came_from(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.config_dir.mkdir(parents=True)
    sources = this_machine(LocalDoor(paths)).sources
    assert sources() == f"of your own keys 1 from environment ({paths.config_file})"

    paths.config_file.write_text('[gate]\nmain_key = "home"\nenabled = false\n')
    assert sources() == f"of your own keys 2 from config.toml, 1 from environment ({paths.config_file})"

    monkeypatch.delenv("RECALL_SIDECAR_MEMORY__EMBEDDING__MODEL")
    paths.config_file.unlink()
    assert sources() == f"none of your own in {paths.config_file}"


def test_this_machine_has_what_it_needs(paths: Paths) -> None:
    machine = this_machine(LocalDoor(paths))

    assert machine.full_text()[0]
    assert machine.has_package("litellm")
    assert not machine.has_package("no_such_package")
    assert machine.free_bytes(paths.state_dir.parent.parent) > 0


def test_providers_are_called_through_the_worker(paths: Paths) -> None:
    probe = this_machine(LocalDoor(paths)).probe

    (finding,) = probe((Settings(),), (ModelRef("nosuch", "model"),))

    assert (finding.level, finding.topic) == ("error", "provider")
    assert "nosuch" in str(finding)
