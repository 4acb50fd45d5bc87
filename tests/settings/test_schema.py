"""The JSON schema agrees with the loader."""

import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from recall_sidecar.settings.schema import json_schema

EXAMPLES = sorted((Path(__file__).parents[2] / "config" / "examples").glob("*.toml"))


def complaints(tree: dict[str, Any]) -> list[str]:
    return [error.json_path for error in jsonschema.Draft202012Validator(json_schema()).iter_errors(tree)]


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("file", [pytest.param(file, id=file.stem) for file in EXAMPLES])
def test_the_examples_satisfy_it(file: Path) -> None:
    assert complaints(tomllib.loads(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("[gate]\nenabled = 'yes'", "$.gate.enabled", id="a wrong type"),
        pytest.param("[gate]\nenabld = true", "$.gate", id="an unknown key"),
        pytest.param("[cache]\nttl_ms = 5", "$.cache.ttl_ms", id="out of bounds"),
        pytest.param(
            "[agents.a.cache]\nttl_ms = 5", "$.agents.a.cache.ttl_ms", id="out of bounds for an agent"
        ),
        pytest.param("[agents.a.server]\nport = 5", "$.agents.a", id="a table of the daemon for an agent"),
        pytest.param(
            "[agents.a.memory]\nrefresh_ms = 500", "$.agents.a.memory", id="a shared key for an agent"
        ),
        pytest.param("[agents.A.query]\nmode = 'full'", "$.agents", id="an agent in capitals"),
    ],
)
def test_what_the_loader_refuses_does_not_satisfy_it(text: str, place: str) -> None:
    assert complaints(tomllib.loads(text)) == [place]
