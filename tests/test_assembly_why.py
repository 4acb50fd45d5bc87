"""The daemon says why, by its own parts: over HTTP and in the chat."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths

SESSION = "agent:main:telegram:direct:42"
FACT = "Mara likes oolong tea"


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


def turn(message: str) -> dict[str, Any]:
    context = {
        "sessionKey": SESSION,
        "trigger": "user",
        "messageProvider": "telegram",
        "channelId": "42",
        "senderIsOwner": True,
    }
    return {"v": 1, "event": {"prompt": message, "currentUserMessage": message}, "ctx": context}


def test_a_turn_and_a_trial_are_explained(paths: Paths, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "MEMORY.md").write_text(f"# Drinks\n\n{FACT}.\n", encoding="utf-8")
    (notes / "draft.log").write_text("The ladder stands behind the shed.\n", encoding="utf-8")

    with in_process(
        paths, {"memory.folders": [{"path": str(notes)}], "memory.embedding.model": "off"}
    ) as client:
        client.post("/v1/memory/refresh", {"v": 1})
        told = client.post("/v1/hooks/before_prompt_build", turn("which tea does Mara like?"))
        past = client.post("/v1/why", {"v": 1, "trace": told["traceId"], "expect": FACT})
        trial = client.post("/v1/why", {"v": 1, "turn": turn("thanks!"), "expect": FACT})
        nowhere = client.post(
            "/v1/why", {"v": 1, "turn": turn("which tea?"), "expect": "the ladder stands behind the shed"}
        )
        chat = client.post(
            "/v1/commands", {"v": 1, "text": f"/recall why {FACT}", "sessionKey": SESSION, "admin": True}
        )
        listed = client.get("/v1/traces")["traces"]

    assert past["verdict"]["step"] == "told"
    assert trial["verdict"]["step"] == "need"
    assert nowhere["verdict"]["place"] == f"{notes}/draft.log"
    assert chat["text"].startswith("It was not lost")
    assert [each["traceId"] for each in listed] == [told["traceId"]]
