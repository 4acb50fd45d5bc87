"""Whether turns are sent as spans, and where to: what OpenTelemetry's standard variables say.

Nothing is sent unless an endpoint is named. What the SDK itself reads, such as headers, sampling or the name of the
service, is left to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

__all__ = ["Off", "Refused", "To", "choose"]

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
# What the second names is where all kinds of telemetry go, each below a path of its own.
_PATH = "/v1/traces"
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class Off:
    """Nothing is sent, as the environment wants it; `why` names the variable that says so, empty when none does."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing is sent, though the environment wants it; `why` says what is wrong and, behind a colon, what to change."""

    why: str


@dataclass(frozen=True, slots=True)
class To:
    """Spans are sent to `endpoint`, which `variable` names; `is_local` is whether that is this machine."""

    variable: str
    endpoint: str
    is_local: bool


def choose(environment: Mapping[str, str]) -> Off | Refused | To:
    """Return what becomes of spans in this environment."""
    variable = _first(environment, _ENDPOINTS)
    if variable is None:
        return Off()
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return Off("OTEL_SDK_DISABLED is true")
    exporters = {name.strip() for name in environment.get("OTEL_TRACES_EXPORTER", "otlp").split(",")}
    if exporters == {"none"}:
        return Off("OTEL_TRACES_EXPORTER is none")
    if not exporters & {"otlp", ""}:
        return Refused("OTEL_TRACES_EXPORTER names no exporter that is known here: use otlp or none")
    protocol = _first(environment, _PROTOCOLS)
    if protocol is not None and environment[protocol].strip() != "http/protobuf":
        return Refused(f"{protocol} names a protocol that is not spoken here: set it to http/protobuf")
    return _endpoint(variable, environment[variable].strip())


def _endpoint(variable: str, address: str) -> Refused | To:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return Refused(f"{variable} is no address: use for example http://127.0.0.1:4318")
    is_local = parts.hostname in _LOOPBACK
    if not parts.hostname or parts.scheme not in {"http", "https"}:
        return Refused(f"{variable} is no address: use for example http://127.0.0.1:4318")
    if parts.scheme == "http" and not is_local:
        return Refused(f"{variable} names another machine without encryption: begin it with https://")
    endpoint = address if variable == _ENDPOINTS[0] else address.removesuffix("/") + _PATH
    return To(variable, endpoint, is_local)


def _first(environment: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    """Return the first variable that is set; an empty one counts as unset, as the standard has it."""
    return next((name for name in names if environment.get(name, "").strip()), None)
