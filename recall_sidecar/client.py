"""The few calls that the command line and hosts make to the daemon, with the standard library alone.

The Unix socket comes first: its folder says whose it is. On TCP the daemon proves that it knows the token before it
is sent one, on the very connection that is used afterwards.
"""

import hmac
import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from recall_sidecar import private, tokens
from recall_sidecar.errors import DaemonError
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import read_note

__all__ = ["DaemonClient"]

_HOST = "127.0.0.1"
# Who listens at all accepts at once.
_CONNECT_TIMEOUT_S = 5.0
# Settings allow a turn ten minutes.
_ANSWER_TIMEOUT_S = 630.0
# The daemon's heart beats every 15 seconds on a stream.
_STREAM_TIMEOUT_S = 60.0
_EVENT = b"data: "


@dataclass(frozen=True, slots=True)
class DaemonClient:
    """A daemon that answers; each call has a connection of its own.

    `socket_file` is None when only TCP is there; then `port` and `token` are set. Calls raise `DaemonError`, whose
    message is a sentence for people.
    """

    socket_file: Path | None
    port: int = 0
    token: str = field(default="", repr=False)
    timeout_s: float = _ANSWER_TIMEOUT_S

    @classmethod
    def find(cls, paths: Paths, *, timeout_s: float = _ANSWER_TIMEOUT_S) -> Self | None:
        """Return the daemon of this installation, None when none runs.

        Raises:
            UnsafeFile: Socket, folder or token file could be another user's work.
            DaemonError: Another program answers on the daemon's port.
        """
        client = cls(paths.socket_file, timeout_s=timeout_s)
        if _is_ours(paths.socket_file) and client._answers():
            return client
        note = read_note(paths)
        if note is None or note.port is None:
            return None
        client = cls(None, note.port, tokens.read(paths).full, timeout_s)
        return client if client._answers() else None

    def get(self, path: str, *, also: tuple[int, ...] = ()) -> dict[str, Any]:
        """Return the JSON object at `path`; answers with a status in `also` count as well."""
        return self._call("GET", path, None, also)

    def post(self, path: str, body: dict[str, Any], *, also: tuple[int, ...] = ()) -> dict[str, Any]:
        """Send `body` to `path` and return the JSON object it is answered with."""
        return self._call("POST", path, json.dumps(body).encode(), also)

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """Yield the events at `path` until the daemon ends or the iterator is closed."""
        with closing(self._connect(_STREAM_TIMEOUT_S)) as connection:
            try:
                response = self._send(connection, "GET", path, None)
                if response.status != http.client.OK:
                    raise _failure(response.status, response.read())
                for line in response:
                    if line.startswith(_EVENT):
                        yield json.loads(line.removeprefix(_EVENT))
            except (OSError, http.client.HTTPException, ValueError) as error:
                raise _gone(error) from error

    def _call(self, method: str, path: str, body: bytes | None, also: tuple[int, ...]) -> dict[str, Any]:
        with closing(self._connect(self.timeout_s)) as connection:
            try:
                response = self._send(connection, method, path, body)
                content = response.read()
            except TimeoutError as error:
                message = f"the daemon did not answer {path} within {self.timeout_s:g} s; see 'recall-sidecar status'"
                raise DaemonError(message) from error
            except (OSError, http.client.HTTPException) as error:
                raise _gone(error) from error
        if response.status != http.client.OK and response.status not in also:
            raise _failure(response.status, content)
        return _object(content)

    def _answers(self) -> bool:
        try:
            self._connect(self.timeout_s).close()
        except DaemonError as error:
            if isinstance(error.__cause__, OSError):
                return False
            raise
        return True

    def _connect(self, timeout_s: float) -> http.client.HTTPConnection:
        """Return an open connection, on TCP to a daemon that has proved itself."""
        connection = (
            http.client.HTTPConnection(_HOST, self.port, timeout=_CONNECT_TIMEOUT_S)
            if self.socket_file is None
            else _UnixConnection(self.socket_file, _CONNECT_TIMEOUT_S)
        )
        # A connection that opens itself again would reach whoever listens by then, unproved.
        connection.auto_open = 0
        try:
            connection.connect()
            if self.socket_file is None:
                self._demand_proof(connection)
            connection.sock.settimeout(timeout_s)
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise _gone(error) from error
        except DaemonError:
            connection.close()
            raise
        return connection

    def _demand_proof(self, connection: http.client.HTTPConnection) -> None:
        nonce = tokens.new_nonce()
        connection.request("GET", f"/v1/proof?nonce={nonce}")
        response = connection.getresponse()
        content = response.read()
        given = _object(content).get("proof") if response.status == http.client.OK else None
        expected = tokens.proof(self.token, nonce, self.port)
        if not isinstance(given, str) or not hmac.compare_digest(given.encode(), expected.encode()):
            message = (
                f"what answers on port {self.port} is not this installation's daemon, so it was told nothing; "
                "look with 'recall-sidecar doctor' who has the port"
            )
            raise DaemonError(message)

    def _send(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None
    ) -> http.client.HTTPResponse:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.socket_file is None:
            headers["Authorization"] = f"Bearer {self.token}"
        connection.request(method, path, body, headers)
        return connection.getresponse()


class _UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path, timeout_s: float) -> None:
        super().__init__("localhost", timeout=timeout_s)
        self._path = path

    def connect(self) -> None:
        """Open the socket."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


def _is_ours(socket_file: Path) -> bool:
    """Whether there is a socket, which then must be ours."""
    try:
        private.check_socket(socket_file)
    except FileNotFoundError:
        return False
    return True


def _object(content: bytes) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError as error:
        message = "the daemon's answer is not JSON; is another version of it running? Restart it."
        raise DaemonError(message) from error
    if not isinstance(value, dict):
        message = "the daemon's answer is not a JSON object; is another version of it running? Restart it."
        raise DaemonError(message)
    return value


def _failure(status: int, content: bytes) -> DaemonError:
    """Return the daemon's own words about a call it refused."""
    try:
        error = json.loads(content)["error"]
        return DaemonError(f"{error['message']}: {error['remedy']}", status=status)
    except (ValueError, KeyError, TypeError):
        return DaemonError(f"the daemon answered with HTTP status {status}; see its log", status=status)


def _gone(error: Exception) -> DaemonError:
    return DaemonError(
        f"the daemon could not be reached or went away ({type(error).__name__}); see 'recall-sidecar status'"
    )
