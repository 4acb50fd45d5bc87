"""Where the gateway's token comes from; it is in no `repr` and in no message."""

from pathlib import Path

import json5
import pytest

from recall_sidecar.memory.openclaw.token import NoToken, Token, find_token
from recall_sidecar.settings import GatewayMemorySettings

SECRET = "s3cret-value"
ENVIRONMENT = {"OPENCLAW_GATEWAY_TOKEN": "from-env", "MY_TOKEN": "from-mine", "EMPTY": ""}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Return where the gateway's configuration may be written."""
    return tmp_path / "openclaw.json"


def found(
    file: Path, auth: object = None, environment: dict[str, str] | None = None, **settings: object
) -> Token | NoToken:
    if auth is not None:
        file.write_text("// JSON5\n" + json5.dumps({"gateway": {"auth": auth}}))
    table = GatewayMemorySettings.model_validate({"config": str(file), **settings})
    return find_token(table, ENVIRONMENT if environment is None else environment)


@pytest.mark.parametrize(
    ("auth", "expected"),
    [
        pytest.param({"mode": "token", "token": SECRET}, SECRET, id="a token in the file"),
        pytest.param({"token": SECRET}, SECRET, id="a token without a mode"),
        pytest.param({"mode": "password", "password": SECRET, "token": "no"}, SECRET, id="a password"),
        pytest.param({"mode": "trusted-proxy", "password": SECRET}, SECRET, id="the proxy's password"),
        pytest.param({"token": "${MY_TOKEN}"}, "from-mine", id="a variable"),
        pytest.param({"token": "$MY_TOKEN"}, "from-mine", id="a variable without braces"),
        pytest.param({"token": {"source": "env", "id": "MY_TOKEN"}}, "from-mine", id="a reference"),
        pytest.param({"mode": "none", "token": SECRET}, "", id="a gateway that wants none"),
        pytest.param({"mode": "token"}, "from-env", id="the environment's"),
        pytest.param([], "from-env", id="an entry that is no object"),
        pytest.param(None, "from-env", id="no file"),
    ],
)
def test_the_token_is_found(config: Path, auth: object, expected: str) -> None:
    token = found(config, auth)

    assert token == Token(expected)
    assert SECRET not in repr(token)


@pytest.mark.parametrize(
    ("auth", "says"),
    [
        pytest.param({"token": "${ABSENT}"}, "does not have", id="a variable that is not there"),
        pytest.param({"token": "${EMPTY}"}, "does not have", id="a variable that is empty"),
        pytest.param({"token": {"source": "exec", "id": "x"}}, "token_file", id="a secret store"),
        pytest.param({"token": f"{SECRET}\nX: y"}, "is not a token", id="two lines"),
        pytest.param({"token": f"{SECRET}é"}, "is not a token", id="other letters"),
    ],
)
def test_a_token_that_cannot_be_used_is_explained_without_it(config: Path, auth: object, says: str) -> None:
    token = found(config, auth)

    assert isinstance(token, NoToken)
    assert says in token.text
    assert SECRET not in token.text


def test_without_any_the_settings_are_named(config: Path) -> None:
    assert "memory.openclaw.config" in str(found(config, environment={}))


def test_no_configuration_is_read_when_none_is_named(config: Path) -> None:
    assert found(config, {"token": SECRET}, config="") == Token("from-env")


def test_a_broken_configuration_leaves_the_environment(config: Path) -> None:
    config.write_text("{ gateway:")

    assert found(config) == Token("from-env")


def test_a_file_of_its_own_comes_first(config: Path, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("own\n")
    file.chmod(0o600)

    assert found(config, {"token": SECRET}, token_file=str(file)) == Token("own")


def test_a_file_that_others_can_read_is_refused(config: Path, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(SECRET)
    file.chmod(0o644)

    token = found(config, token_file=str(file))

    assert isinstance(token, NoToken)
    assert "chmod 600" in token.text
    assert SECRET not in token.text


def test_a_file_that_is_not_there_is_told(config: Path, tmp_path: Path) -> None:
    token = found(config, token_file=str(tmp_path / "absent"))

    assert token == NoToken("memory.openclaw.token_file cannot be used: FileNotFoundError")
