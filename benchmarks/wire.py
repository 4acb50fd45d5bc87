"""A blocking keep-alive HTTP client that adds as little as possible to what it measures."""

import json
import socket
import time
from typing import Any, Self

__all__ = ["KeptAlive"]


class KeptAlive:
    """One connection, one request at a time."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port = port
        self._authorization = f"Authorization: Bearer {token}\r\n" if token else ""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=120)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def post(self, path: str, body: bytes) -> tuple[float, bytes]:
        """Post `body` and return the milliseconds until the whole answer was there, and the answer."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{self._authorization}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode()
        begun = time.perf_counter()
        self._socket.sendall(head + body)
        answer = self._read()
        return (time.perf_counter() - begun) * 1000, answer

    def get(self, path: str) -> bytes:
        """Return what `path` answers, whatever the status."""
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{self._authorization}\r\n"
        self._socket.sendall(head.encode())
        return self._read()

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def turn(self, body: bytes) -> tuple[float, dict[str, Any]]:
        """Post a turn and return the milliseconds and the decoded answer."""
        took, answer = self.post("/v1/hooks/before_prompt_build", body)
        return took, json.loads(answer)

    def _read(self) -> bytes:
        data = bytearray()
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self._more()
        head = bytes(data[:end]).decode("latin-1").lower()
        length = int(
            next(line.split(":")[1] for line in head.split("\r\n") if line.startswith("content-length:"))
        )
        while len(data) < end + 4 + length:
            data += self._more()
        return bytes(data[end + 4 :])

    def _more(self) -> bytes:
        got = self._socket.recv(1 << 18)
        if not got:
            message = "the server closed the connection"
            raise ConnectionError(message)
        return got
