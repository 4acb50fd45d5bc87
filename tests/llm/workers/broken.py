"""A worker that says it cannot load litellm."""

import socket
import sys

from recall_sidecar.llm import frames

if __name__ == "__main__":
    socket.socket(fileno=int(sys.argv[1])).sendall(frames.encode({"type": "failed", "error": "ImportError"}))
