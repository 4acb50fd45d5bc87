"""One end of the connection between the daemon and the process of an embedding model: frames, and threads that wait for them."""

import socket
from contextlib import suppress

from recall_sidecar.memory.embedding.frames import HEAD_BYTES, Frame, decoded, encoded, size_of

__all__ = ["Line"]


class Line:
    """Sends and receives the frames of `end`."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def send(self, frame: Frame, within_s: float | None = None) -> None:
        """Send a frame.

        Raises:
            OSError: The other side has gone, or takes nothing (`TimeoutError`).
        """
        self._end.settimeout(within_s)
        self._end.sendall(encoded(frame))

    def receive(self, within_s: float | None = None) -> Frame | None:
        """Return the next frame, None when the other side has gone.

        Raises:
            TimeoutError: Nothing came for `within_s` seconds.
            FrameError: What came is no frame.
        """
        self._end.settimeout(within_s)
        head = self._exactly(HEAD_BYTES)
        body = head and self._exactly(size_of(head))
        return decoded(body) if body else None

    def hang_up(self) -> None:
        """Say nothing more and hear nothing more; whoever waits here is told at once."""
        # The other side may have been faster.
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Go, while nobody waits here: the number of this end may be another's in the next moment."""
        self.hang_up()
        self._end.close()

    def _exactly(self, size: int) -> bytes:
        """Return so many bytes, none when the other side has gone."""
        found = bytearray()
        while len(found) < size:
            try:
                more = self._end.recv(size - len(found))
            except ConnectionError:
                return b""
            if not more:
                return b""
            found += more
        return bytes(found)
