"""A worker that does what the call's model says: `echo`, `exit`, `hang`, `wait` or `nonsense`."""

import asyncio
import os
import socket
import sys
import time
from typing import Any

from recall_sidecar.llm import frames


async def serve(endpoint: socket.socket) -> None:
    reader, writer = await asyncio.open_connection(sock=endpoint)
    writer.write(frames.encode({"type": "ready"}))
    while (frame := await frames.read(reader)) is not None:
        if frame["type"] == "ping":
            writer.write(frames.encode({"type": "pong"}))
        if frame["type"] == "cancel":
            writer.write(frames.encode({"type": "done", "id": frame["id"]}))
        if frame["type"] == "call":
            obey(frame, writer)


def obey(frame: dict[str, Any], writer: asyncio.StreamWriter) -> None:
    match frame["arguments"]["model"]:
        case "echo":
            text = f"{frame['arguments']} {sorted(os.environ)}"  # noqa: TID251 -- the environment is what is tested
            writer.write(frames.encode({"type": "text", "id": frame["id"], "text": text}))
            writer.write(frames.encode({"type": "done", "id": frame["id"]}))
        case "exit":
            os._exit(3)
        case "hang":
            time.sleep(600)
        case "nonsense":
            writer.write(b"\xff" * 64)
        case _:
            pass  # "wait": the call is never answered


if __name__ == "__main__":
    asyncio.run(serve(socket.socket(fileno=int(sys.argv[1]))))
