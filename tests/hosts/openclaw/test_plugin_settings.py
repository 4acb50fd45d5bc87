import pytest
from pydantic import ValidationError

from recall_sidecar.hosts.openclaw.plugin_settings import PluginSettings


def test_settings_are_read_and_written_in_the_hosts_spelling() -> None:
    settings = PluginSettings.model_validate({"socketPath": "/run/recall.sock", "timeoutMs": 3000})

    assert settings.model_dump(by_alias=True, exclude_defaults=True) == {
        "socketPath": "/run/recall.sock",
        "timeoutMs": 3000,
    }


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"socketPath": "recall.sock"}, id="a socket path that is not absolute"),
        pytest.param({"tokenFile": "~/token"}, id="a token file below a home that is not spelled out"),
        pytest.param({"command": "recall-sidecar"}, id="a command that PATH would have to find"),
        pytest.param({"url": "http://192.0.2.7:8765"}, id="an address of another machine"),
        pytest.param({"url": "http://127.0.0.1"}, id="an address without a port"),
        pytest.param({"timeoutMs": 249}, id="less time than a call takes"),
        pytest.param({"timeoutMs": 120_001}, id="more time than a reply may wait"),
        pytest.param({"autostart": "yes"}, id="a word where true or false is asked"),
        pytest.param({"sockPath": "/x"}, id="an unknown key"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PluginSettings.model_validate(given)
