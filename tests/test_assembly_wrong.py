"""A turn that its owner calls wrong is kept beside the state, with the daemon's own mask."""

import gc
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_sidecar.evaluation.folder import read_cases
from recall_sidecar.in_process import in_process
from recall_sidecar.paths import Paths

SESSION = "agent:main:telegram:direct:42"
KEY = "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEf"


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


def test_the_last_turn_becomes_a_case_of_the_users_own(paths: Paths, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "MEMORY.md").write_text("# Drinks\n\nMara likes oolong tea.\n", encoding="utf-8")
    message = "which tea does Mara like?"
    earlier = [{"role": "user", "content": f"the key is {KEY}"}, {"role": "user", "content": message}]
    asked = {
        "v": 1,
        "event": {"prompt": message, "currentUserMessage": message, "messages": earlier},
        "ctx": {
            "sessionKey": SESSION,
            "trigger": "user",
            "messageProvider": "telegram",
            "channelId": "42",
            "senderIsOwner": True,
        },
    }

    with in_process(paths, {"memory.folders": [{"path": str(notes)}]}) as client:
        client.post("/v1/memory/refresh", {"v": 1})
        told = client.post("/v1/hooks/before_prompt_build", asked)
        command = {"v": 1, "text": "/recall wrong Earl Grey", "sessionKey": SESSION, "admin": True}
        answer = client.post("/v1/commands", command)

    assert "oolong" in told["prependContext"]
    assert answer["text"].startswith("Kept as a case")
    written = paths.cases_file.read_text(encoding="utf-8")
    assert KEY not in written
    assert json.loads(written)["unwanted"] == [{"path": "MEMORY.md", "lines": [1, 3]}]
    (case,) = read_cases(paths.cases_file).cases
    assert (case.message, case.before[0].text) == (message, "the key is [api key removed]")
