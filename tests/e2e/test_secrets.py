"""A secret in a note, in a message or in a model's reply goes nowhere."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.calls import Answer, Caller
from tests.e2e.sidecar import Sidecar
from tests.provider import Call, Reply, says

pytestmark = pytest.mark.asyncio(loop_scope="package")

IN_NOTE = "sk-ant-api03-" + "Zq7vN2xK" * 6
IN_MESSAGE = "ghp_" + "a8Kd03LmQz" * 3 + "b7Ye21"
IN_REPLY = "AKIA" + "Q3EXT7WZ5PLM4NRB"
OTHER_NOTE = "AIza" + "SyB4t9qLm2Xw7RkD0pVn3HsJ6uE1cZfGa8T"
TORN = "sk-proj-" + "Tq4Wm9Zr" * 9
CARD = "4111 1111 1111 1111"
WORD = "pomegranate"
PRIVATE = "MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC7"
IN_NAME = "glpat-" + "Hn5tR8yUk2Lp0QaZxC3v"
NOTES = {
    "memory/gateway.md": f"# Gateway\n\nThe billing gateway of Mara uses the key {IN_NOTE} since May.\n",
    "memory/maps.md": f"# Maps\n\nThe map tiles are fetched with {OTHER_NOTE} from the tile server.\n",
    f"memory/{IN_NAME}.md": "# Harbour\n\nThe harbour crane of Mara runs on two motors.\n",
    "memory/harbour.md": f"""# Harbour keys

The harbour crane of Mara opens with {TORN[:33]}
{TORN[33:]} since June.
端口起重机的密码是harbour2xyz，卡号是{CARD}。

```python
CRANE_TOKEN = "{TORN[:40]}" \\
    "{TORN[40:]}"
```

-----BEGIN PRIVATE KEY-----
{chr(10).join([PRIVATE] * 60)}
-----END PRIVATE KEY-----

The password for the harbour gate of Mara is {WORD}.
""",
}
SECRETS = (
    IN_NOTE, IN_MESSAGE, IN_REPLY, OTHER_NOTE, TORN[:33], TORN[33:], TORN[40:], CARD, WORD, PRIVATE, "harbour2xyz", IN_NAME,
)  # fmt: skip


@pytest_asyncio.fixture(loop_scope="package")
async def _notes(sidecar: Sidecar, host: Caller) -> AsyncIterator[None]:
    files = [sidecar.installation.note(name, text) for name, text in NOTES.items()]
    await host.post("/v1/memory/refresh", {"v": 1})
    yield
    for file in files:
        file.unlink()
    await host.post("/v1/memory/refresh", {"v": 1})


async def everywhere(sidecar: Sidecar, host: Caller, answer: Answer) -> dict[str, str]:
    """Return every place that a turn leaves words in."""
    transcripts = sidecar.paths.transcripts_dir.rglob("*.jsonl")
    return {
        "provider": str([seen.body for seen in sidecar.provider.seen]),
        "answer": str(answer.body),
        "trace": str(await host.trace(answer)),
        "transcripts": "".join(file.read_text("utf-8") for file in transcripts),
        "log": sidecar.daemon.log,
        "status": str((await host.post("/v1/commands", {"v": 1, "command": "status"})).body),
        "state": "".join(
            file.read_bytes().decode("latin-1")
            for file in sidecar.paths.state_dir.rglob("*")
            # The index names files as they are called, or it could not open them.
            if file.is_file() and not file.name.startswith(sidecar.paths.index_file.name)
        ),
        "index": "".join(
            file.read_bytes().decode("latin-1")
            for file in sidecar.paths.index_file.parent.glob(f"{sidecar.paths.index_file.name}*")
        ).replace(IN_NAME, ""),
    }


@pytest.mark.usefixtures("_notes")
async def test_secrets_reach_neither_provider_nor_block_nor_trace_nor_transcript_nor_log(
    sidecar: Sidecar, host: Caller
) -> None:
    reads = Call("memory_get", '{"path": "memory/gateway.md"}')
    searches = Call("memory_search", '{"query": "map tiles"}')
    sidecar.provider.enqueue(
        Reply((reads, searches)), says(f"[1] The billing gateway uses a key; the old one was {IN_REPLY}.")
    )

    answer = await host.turn(
        f"Which key does the billing gateway use? Mine is {IN_MESSAGE}.", agentId="asking"
    )
    await host.at_rest()
    told = await everywhere(sidecar, host, answer)

    assert answer.ending == (200, "ok", None)
    assert "[api key removed]" in told["answer"]
    assert "The billing gateway of Mara uses the key [api key removed] since May." in told["provider"]
    assert "fetched with [api key removed]" in told["provider"]
    assert "Mine is [api key removed]." in told["provider"]
    assert "The billing gateway" in told["transcripts"]
    found = [(place, secret) for place, text in told.items() for secret in SECRETS if secret in text]
    assert found == []


@pytest.mark.usefixtures("_notes")
async def test_secrets_torn_over_lines_in_code_in_file_names_and_in_faults_of_the_provider_go_nowhere(
    sidecar: Sidecar, host: Caller
) -> None:
    reads = [
        Call("memory_get", f'{{"path": "memory/harbour.md", "from_line": {line}}}') for line in (1, 20, 60)
    ]
    fault = f'{{"error": {{"message": "invalid key {IN_MESSAGE} of {IN_REPLY}"}}}}'.encode()
    sidecar.provider.enqueue(
        Reply(tuple(reads)), says(f"[1] The harbour crane of Mara opens with {TORN[:40]}\n{TORN[40:]}")
    )
    answered = await host.turn("How does the harbour crane of Mara open?")
    sidecar.provider.enqueue(Reply(status=401, body=fault))
    failed = await host.turn("Which motors has the harbour crane of Mara, and which gate?")
    await host.at_rest()

    for answer in (answered, failed):
        told = await everywhere(sidecar, host, answer)
        found = [(place, secret) for place, text in told.items() for secret in SECRETS if secret in text]
        assert found == []
    assert "harbour crane" in str(answered.body)
    assert "harbour gate of Mara is [password removed]" in str(sidecar.provider.seen[1].body)


@pytest.mark.usefixtures("_notes")
async def test_an_extract_holds_no_secret(sidecar: Sidecar, host: Caller) -> None:
    sidecar.provider.enqueue(Reply(status=500, body=b"{}"))

    answer = await host.turn("Which key does the billing gateway of Mara use?")

    assert answer.ending == (200, "ok", "model")
    assert "uses the key [api key removed] since May" in answer.body["prependContext"]


@pytest.mark.usefixtures("_notes")
async def test_the_memory_routes_give_no_secret_away(sidecar: Sidecar, host: Caller) -> None:
    found = await host.post("/v1/memory/search", {"v": 1, "query": "billing gateway", "senderIsOwner": True})
    read = await host.post("/v1/memory/get", {"v": 1, "path": "memory/maps.md", "senderIsOwner": True})

    assert "uses the key [api key removed] since May" in found.body["hits"][0]["text"]
    assert "fetched with [api key removed]" in read.body["text"]
