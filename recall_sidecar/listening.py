"""Bind the daemon's two sockets, and say who is in the way when a port is taken."""

import errno
import re
import socket
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from recall_sidecar import private
from recall_sidecar.errors import AlreadyRunning, DaemonError, UnsafeFile

__all__ = ["bind_tcp", "bind_unix", "inodes_listening", "port_owner"]

_LOOPBACK = "127.0.0.1"
# 104 bytes on macOS, 108 on Linux, both with the closing zero and our `~`.
_MAX_SOCKET_BYTES = 102 if sys.platform == "darwin" else 106
_BACKLOG = 128
# State of a listening socket in /proc/net/tcp.
_LISTEN = "0A"


def bind_unix(path: Path) -> socket.socket:
    """Return a listening Unix socket that only this user can reach; call it with the state lock held.

    Raises:
        UnsafeFile: The folder is somebody else's, or something that is no socket stands at `path`.
        DaemonError: The path is longer than the system takes.
    """
    if len(bytes(path)) >= _MAX_SOCKET_BYTES:
        message = (
            f"the path of the socket is too long for this system: {path}; set XDG_RUNTIME_DIR, or "
            "RECALL_SIDECAR_HOME, to a shorter folder"
        )
        raise DaemonError(message)
    private.make_folder(path.parent)
    if path.is_symlink() or (path.exists() and not stat.S_ISSOCK(path.lstat().st_mode)):
        message = f"{path} is not a socket; move it away, the daemon listens there"
        raise UnsafeFile(message)
    # Nobody shall meet it half made, so it takes its name last. The lock is ours, so a socket that is left over has
    # nobody behind it.
    fresh = path.with_name(f"{path.name}~")
    fresh.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(fresh))
        fresh.chmod(0o600)
        listener.listen(_BACKLOG)
        listener.setblocking(False)
        fresh.replace(path)
    except OSError:
        listener.close()
        raise
    return listener


def bind_tcp(port: int) -> socket.socket:
    """Return a socket that listens on 127.0.0.1; port 0 takes any that is free.

    Raises:
        AlreadyRunning: The port is taken; names the program that has it where the system tells.
        OSError: The port cannot be had for another reason.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((_LOOPBACK, port))
        listener.listen(_BACKLOG)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        if error.errno != errno.EADDRINUSE:
            raise
        owner = port_owner(port) or "another program"
        message = (
            f"port {port} on {_LOOPBACK} is taken by {owner}; "
            "stop it, or set server.port here and in the hosts' settings (server.tcp = false needs no port)"
        )
        raise AlreadyRunning(message) from error
    return listener


def port_owner(port: int, proc: Path = Path("/proc")) -> str | None:
    """Return name and pid of the program that listens on `port`; None where the system does not tell.

    Other users' programs cannot be named without more rights; then it says that it is another user's.
    """
    inodes: set[str] = set()
    for table in ("tcp", "tcp6"):
        try:
            inodes |= inodes_listening(port, (proc / "net" / table).read_text("ascii").splitlines())
        except OSError:
            continue
    if not inodes:
        return None
    for folder in proc.glob("[0-9]*"):
        if _holds(folder / "fd", inodes):
            return f"{_name(folder)} (pid {folder.name})"
    return "a program of another user"


def inodes_listening(port: int, table: Iterable[str]) -> set[str]:
    """Return the inodes of the sockets that listen on `port`, from the lines of /proc/net/tcp or tcp6."""
    rows = (line.split() for line in table)
    wanted = f"{port:04X}"
    return {
        row[9] for row in rows if len(row) > 9 and row[3] == _LISTEN and row[1].rpartition(":")[2] == wanted
    }


def _holds(descriptors: Path, inodes: set[str]) -> bool:
    try:
        links = [str(link.readlink()) for link in descriptors.iterdir()]
    except OSError:
        # Another user's process, or one that has just ended.
        return False
    return any((found := re.fullmatch(r"socket:\[(\d+)\]", link)) and found[1] in inodes for link in links)


def _name(process: Path) -> str:
    try:
        words = (process / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        return "a program"
    # The rest of a command line may carry secrets.
    return Path(words[0]).name or "a program"
