"""Binding the sockets, and who is in the way."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from recall_sidecar import listening
from recall_sidecar.errors import AlreadyRunning, DaemonError, UnsafeFile

HEADER = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
LISTENS = (
    "   0: 0100007F:5BDD 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 x"
)
CONNECTED = (
    "   1: 0100007F:5BDD 0100007F:9999 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 x"
)
OTHER_PORT = (
    "   2: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4713 1 x"
)
IPV6 = (
    "   0: 00000000000000000000000001000000:5BDD 00000000000000000000000000000000:0000 0A "
    "00000000:00000000 00:00000000 00000000  1000        0 4714 1 x"
)


def test_the_unix_socket_is_ours_alone(tmp_path: Path) -> None:
    path = tmp_path / "run" / "recall.sock"

    with listening.bind_unix(path):
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_socket_that_was_left_over_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "run" / "recall.sock"
    listening.bind_unix(path).close()

    with listening.bind_unix(path), socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))


@pytest.mark.parametrize("kind", ["file", "link"])
def test_something_that_is_no_socket_is_not_deleted(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "recall.sock"
    (tmp_path / "precious").write_text("words")
    if kind == "file":
        path.write_text("words")
    else:
        path.symlink_to(tmp_path / "precious")

    with pytest.raises(UnsafeFile, match="move it away"):
        listening.bind_unix(path)

    assert path.read_text() == "words"


def test_a_socket_path_that_is_too_long_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too long"):
        listening.bind_unix(tmp_path / ("x" * 120))


def test_a_free_port_is_found() -> None:
    with listening.bind_tcp(0) as listener:
        host, port = listener.getsockname()

    assert host == "127.0.0.1"
    assert port > 0


def test_a_port_that_is_taken_names_who_has_it() -> None:
    script = (
        "import socket\n"
        "s = socket.create_server(('127.0.0.1', 0))\n"
        "print(s.getsockname()[1], flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        port = int(other.stdout.readline())

        with pytest.raises(AlreadyRunning) as refused:
            listening.bind_tcp(port)

        other.communicate("\n")
    assert f"port {port}" in str(refused.value)
    assert f"{Path(sys.executable).name} (pid {other.pid})" in str(refused.value)
    assert "server.port" in str(refused.value)


def test_a_port_that_may_not_be_had_is_another_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)

    with pytest.raises(PermissionError):
        listening.bind_tcp(80)


@pytest.mark.parametrize(
    ("table", "inodes"),
    [
        pytest.param([HEADER], set(), id="nobody listens"),
        pytest.param([HEADER, LISTENS, CONNECTED, OTHER_PORT], {"4711"}, id="a listener among others"),
        pytest.param([HEADER, IPV6], {"4714"}, id="a listener on IPv6"),
        pytest.param([HEADER, "", "short line"], set(), id="lines that are no rows"),
    ],
)
def test_listeners_are_read_from_the_table(table: list[str], inodes: set[str]) -> None:
    assert listening.inodes_listening(23517, table) == inodes


def proc(
    folder: Path, *, inode: str = "4711", cmdline: bytes | None = b"/usr/bin/node\0--key=secret\0"
) -> Path:
    """Return a process table with one program."""
    (folder / "net").mkdir(parents=True)
    (folder / "net" / "tcp").write_text(f"{HEADER}\n{LISTENS}\n")
    descriptors = folder / "99" / "fd"
    descriptors.mkdir(parents=True)
    (descriptors / "3").symlink_to(f"socket:[{inode}]")
    (descriptors / "4").symlink_to("/dev/null")
    if cmdline is not None:
        (folder / "99" / "cmdline").write_bytes(cmdline)
    return folder


@pytest.mark.parametrize(
    ("cmdline", "owner"),
    [
        pytest.param(b"/usr/bin/node\0--key=secret\0", "node (pid 99)", id="its arguments stay private"),
        pytest.param(b"", "a program (pid 99)", id="no command line"),
        pytest.param(None, "a program (pid 99)", id="a command line that cannot be read"),
    ],
)
def test_the_owner_of_a_port_is_named(tmp_path: Path, cmdline: bytes | None, owner: str) -> None:
    assert listening.port_owner(23517, proc(tmp_path / "proc", cmdline=cmdline)) == owner


def test_a_program_of_another_user_cannot_be_named(tmp_path: Path) -> None:
    folder = proc(tmp_path / "proc", inode="1")
    (folder / "100").mkdir()

    assert listening.port_owner(23517, folder) == "a program of another user"


def test_where_the_system_does_not_tell_nobody_is_named(tmp_path: Path) -> None:
    assert listening.port_owner(23517, tmp_path) is None


def test_without_an_owner_the_refusal_still_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "port_owner", lambda _: None)
    with listening.bind_tcp(0) as first, pytest.raises(AlreadyRunning, match="another program"):
        listening.bind_tcp(first.getsockname()[1])


def test_a_socket_path_that_the_system_cannot_take_is_refused_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(DaemonError, match="RECALL_SIDECAR_HOME, to a shorter folder"):
        listening.bind_unix(tmp_path / ("x" * 110) / "recall.sock")
