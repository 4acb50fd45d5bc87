"""What `doctor` says of this machine: each fault with its remedy."""

import errno
import os
from pathlib import Path
from typing import Literal

import pytest

from recall_sidecar.cli.doctor_machine import (
    check_agents,
    check_elsewhere,
    check_folders,
    check_homes,
    check_litellm,
    check_port,
    check_startup_files,
    check_tools,
)
from recall_sidecar.cli.finding import Finding
from recall_sidecar.errors import AlreadyRunning
from recall_sidecar.paths import Paths
from recall_sidecar.settings import FolderSettings, GateSettings, MemorySettings, Settings

CONFIG = Path("/etc/config.toml")


def _no_daemon(_port: int) -> bool:
    return False


def _startup(folder: Path, owned: frozenset[str] = frozenset()) -> list[Finding]:
    return list(check_startup_files([folder], owned))


@pytest.mark.parametrize(
    ("version", "level"),
    [
        pytest.param("1.110.2", "ok", id="a sound release"),
        pytest.param("1.82.7", "error", id="the first release with malware"),
        pytest.param("1.82.8", "error", id="the second release with malware"),
        pytest.param(None, "error", id="not installed"),
    ],
)
def test_the_installed_litellm(version: str | None, level: str) -> None:
    finding = check_litellm(version)

    assert finding.level == level
    assert bool(finding.remedy) == (level == "error")


def test_malware_is_answered_with_rotating_the_keys() -> None:
    assert "treat every key and password on this machine as stolen" in check_litellm("1.82.8").remedy


@pytest.mark.parametrize(
    ("name", "content", "level"),
    [
        pytest.param("checkout.pth", "/home/me/checkout\n", "ok", id="a path runs no code"),
        pytest.param("virtual.pth", "import _virtualenv", "ok", id="the line of every virtual environment"),
        pytest.param("owned.pth", "import owned", "ok", id="a file of an installed package"),
        pytest.param("stray.pth", "import os; os.system('x')", "warning", id="code that nobody owns"),
        pytest.param("hidden.pth", "/path\n\nimport\tbase64", "warning", id="code below a path"),
        pytest.param("litellm_init.pth", "", "error", id="the name that malware used"),
    ],
)
def test_startup_files(name: str, content: str, level: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)

    (finding,) = _startup(tmp_path, frozenset({"owned.pth"}))

    assert finding.level == level


def test_a_startup_file_that_cannot_be_read_is_suspicious(tmp_path: Path) -> None:
    (tmp_path / "odd.pth").mkdir()

    assert [finding.level for finding in _startup(tmp_path)] == ["warning"]


def test_a_folder_of_memory_is_counted(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    for name in ("MEMORY.md", "memory/2026-11-30.md", "notes.txt", "README.md"):
        (tmp_path / name).write_text("tea")

    layouts: tuple[Literal["openclaw", "plain", "hermes"], ...] = ("openclaw", "plain", "hermes")
    workspace, plain, hermes = check_folders(
        [FolderSettings(path=str(tmp_path), layout=layout) for layout in layouts], CONFIG
    )

    assert (workspace.level, workspace.fact) == ("ok", f"{tmp_path} has 2 files (layout openclaw)")
    assert plain.fact == f"{tmp_path} has 4 files (layout plain)"
    assert hermes.fact == f"{tmp_path} has 1 file (layout hermes)"


def test_no_folder_is_a_warning_that_says_how_to_add_one() -> None:
    (finding,) = check_folders([], CONFIG)

    assert finding.level == "warning"
    assert "[[memory.folders]]" in finding.remedy


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    (finding,) = check_folders([FolderSettings(path=str(tmp_path / "gone"))], CONFIG)

    assert (finding.level, finding.code) == ("error", 1)


def test_a_folder_without_files_is_a_warning(tmp_path: Path) -> None:
    (finding,) = check_folders([FolderSettings(path=str(tmp_path))], CONFIG)

    assert finding.level == "warning"


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A mode of 0 does not stop the superuser, so the refusal of the system is played.
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)

    (finding,) = check_folders([FolderSettings(path=str(tmp_path))], CONFIG)

    assert finding.fact == f"{tmp_path} cannot be read (Permission denied)"
    assert finding.code == 1


def test_files_that_cannot_be_read_are_counted_and_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MEMORY.md", "USER.md"):
        (tmp_path / name).write_text("tea")
    real = os.open

    def refuse(path: str | Path, flags: int, **options: int) -> int:
        if str(path).endswith(".md"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, **options)

    monkeypatch.setattr(os, "open", refuse)

    _, closed = check_folders([FolderSettings(path=str(tmp_path))], CONFIG)

    assert (
        closed.fact == f"{tmp_path}/MEMORY.md and 1 more cannot be read by this user, so it is not recalled"
    )
    assert closed.remedy == f"chmod u+r {tmp_path}/MEMORY.md"


def test_memory_of_other_programs_is_named_and_no_fault(tmp_path: Path) -> None:
    (tmp_path / ".codex" / "memories").mkdir(parents=True)
    (tmp_path / ".codex" / "memories" / "MEMORY.md").write_text("secret")

    (finding,) = check_elsewhere(tmp_path, [FolderSettings(path="~/notes")])

    assert (finding.level, finding.code) == ("ok", 0)
    assert 'path = "~/.codex"' in finding.fact
    assert list(check_elsewhere(tmp_path, [FolderSettings(path="~/.codex")])) == []


def test_a_port_that_is_free_is_no_fault() -> None:
    claimed: list[int] = []

    finding = check_port(23517, claimed.append, _no_daemon, CONFIG)

    assert (finding.level, claimed) == ("ok", [23517])


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(AlreadyRunning("port 23517 is taken by nginx (pid 7)"), id="somebody has it"),
        pytest.param(PermissionError("not allowed"), id="the system refuses"),
    ],
)
def test_a_port_that_cannot_be_had_says_by_whom(error: Exception) -> None:
    def claim(_port: int) -> None:
        raise error

    finding = check_port(23517, claim, _no_daemon, CONFIG)

    assert (finding.level, finding.fact) == ("error", str(error))
    assert "set server.port in /etc/config.toml" in finding.remedy


def test_a_port_that_a_daemon_of_another_installation_has_is_said_to_be_its() -> None:
    def claim(_port: int) -> None:
        raise AlreadyRunning("port 23517 is taken by python3 (pid 7); stop it")

    finding = check_port(23517, claim, lambda _port: True, CONFIG)

    assert finding.fact.startswith(
        "port 23517 is taken by python3 (pid 7): the daemon of another installation"
    )


@pytest.mark.parametrize(
    ("allowed", "missing"),
    [
        pytest.param(("memory_search", "memory_get"), None, id="those there are"),
        pytest.param((), None, id="none"),
        pytest.param(
            ("memory_search", "memory_recall", "lcm_grep"), "lcm_grep, memory_recall", id="others too"
        ),
    ],
)
def test_tools_that_do_not_exist_are_named(allowed: tuple[str, ...], missing: str | None) -> None:
    findings = list(check_tools(allowed))

    assert [finding.level for finding in findings] == (["warning"] if missing else [])
    assert all(missing is not None and missing in finding.fact for finding in findings)


def test_folders_that_can_be_made_are_no_fault(paths: Paths) -> None:
    assert list(check_homes(paths)) == []


def test_a_file_in_the_place_of_all_folders_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")

    (finding,) = check_homes(Paths.below(tmp_path / "home"))

    assert finding.level == "error"
    assert "RECALL_SIDECAR_HOME" in finding.remedy


@pytest.mark.parametrize(
    ("gate", "folders", "left_out"),
    [
        pytest.param(("*",), [("*",)], None, id="lists that name everybody"),
        pytest.param(("main",), [], None, id="no folder, which is told elsewhere"),
        pytest.param(("main",), [("*",)], "claude-code, codex, gemini", id="a gate for one agent"),
        pytest.param(("*",), [("main",), ("codex",)], "claude-code, gemini", id="folders of two agents"),
        pytest.param(("main", "claude-code"), [("main", "claude-code")], "codex, gemini", id="one host in both"),
    ],
)  # fmt: skip
def test_hosts_that_lists_of_agents_leave_out(
    gate: tuple[str, ...], folders: list[tuple[str, ...]], left_out: str | None
) -> None:
    settings = Settings(
        gate=GateSettings(agents=gate),
        memory=MemorySettings(folders=tuple(FolderSettings(path="/a", agents=names) for names in folders)),
    )

    facts = [finding.fact for finding in check_agents(settings)]

    assert [fact.partition(";")[0] for fact in facts] == ([f"lists leave out {left_out}"] if left_out else [])
