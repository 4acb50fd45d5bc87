"""A worker whose first words are no frame."""

import socket
import sys

if __name__ == "__main__":
    socket.socket(fileno=int(sys.argv[1])).sendall(b"\xff" * 64)
