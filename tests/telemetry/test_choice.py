"""Where spans go, by the standard variables."""

import pytest

from recall_sidecar.telemetry.choice import Off, Refused, To, choose

LOCAL = "http://127.0.0.1:4318"
GENERAL, OWN = "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"


@pytest.mark.parametrize(
    ("environment", "chosen"),
    [
        pytest.param({}, Off(), id="nothing is sent unless an endpoint is named"),
        pytest.param({GENERAL: "  "}, Off(), id="an empty endpoint is none"),
        pytest.param(
            {GENERAL: LOCAL}, To(GENERAL, f"{LOCAL}/v1/traces", is_local=True), id="all kinds go to one"
        ),
        pytest.param(
            {GENERAL: f"{LOCAL}/otel/"},
            To(GENERAL, f"{LOCAL}/otel/v1/traces", is_local=True),
            id="with a path",
        ),
        pytest.param(
            {OWN: f"{LOCAL}/in"}, To(OWN, f"{LOCAL}/in", is_local=True), id="spans have one of their own"
        ),
        pytest.param(
            {OWN: f"{LOCAL}/in", GENERAL: "http://a"},
            To(OWN, f"{LOCAL}/in", is_local=True),
            id="which goes first",
        ),
        pytest.param(
            {OWN: "http://localhost:1/x"}, To(OWN, "http://localhost:1/x", is_local=True), id="localhost"
        ),
        pytest.param(
            {OWN: "http://[::1]:1/x"}, To(OWN, "http://[::1]:1/x", is_local=True), id="loopback of IPv6"
        ),
        pytest.param(
            {OWN: "https://a.example/x"},
            To(OWN, "https://a.example/x", is_local=False),
            id="elsewhere, encrypted",
        ),
        pytest.param(
            {OWN: LOCAL, "OTEL_SDK_DISABLED": "True"}, Off("OTEL_SDK_DISABLED is true"), id="the SDK is off"
        ),
        pytest.param(
            {OWN: LOCAL, "OTEL_TRACES_EXPORTER": "none"},
            Off("OTEL_TRACES_EXPORTER is none"),
            id="no exporter",
        ),
        pytest.param(
            {OWN: LOCAL, "OTEL_TRACES_EXPORTER": "otlp"}, To(OWN, LOCAL, is_local=True), id="our exporter"
        ),
        pytest.param(
            {OWN: LOCAL, "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"},
            To(OWN, LOCAL, is_local=True),
            id="our protocol",
        ),
    ],
)
def test_the_environment_decides(environment: dict[str, str], chosen: object) -> None:
    assert choose(environment) == chosen


@pytest.mark.parametrize(
    ("environment", "names"),
    [
        pytest.param({OWN: "http://collector.example:4318"}, OWN, id="elsewhere without encryption"),
        pytest.param(
            {GENERAL: "http://127.0.0.1.example:4318"}, GENERAL, id="a name that begins like this machine"
        ),
        pytest.param({GENERAL: "http://localhost@collector.example"}, GENERAL, id="a user that is called so"),
        pytest.param({GENERAL: "collector:4318"}, GENERAL, id="no scheme"),
        pytest.param({GENERAL: "https://"}, GENERAL, id="no host"),
        pytest.param({GENERAL: "http://[::1"}, GENERAL, id="broken"),
        pytest.param({GENERAL: "http://127.0.0.1:x"}, GENERAL, id="no port"),
        pytest.param(
            {OWN: LOCAL, "OTEL_TRACES_EXPORTER": "zipkin"}, "OTEL_TRACES_EXPORTER", id="another exporter"
        ),
        pytest.param(
            {OWN: LOCAL, "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "grpc"},
            "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
            id="another protocol",
        ),
    ],
)
def test_what_cannot_be_followed_is_refused_by_the_name_of_its_variable(
    environment: dict[str, str], names: str
) -> None:
    chosen = choose(environment)

    assert isinstance(chosen, Refused)
    assert chosen.why.startswith(names)
    assert ": " in chosen.why
    assert "example:4318" not in chosen.why
