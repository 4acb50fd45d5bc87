"""Spans through OpenTelemetry's SDK: the only importer of it, in the thread that sends.

Sampling, batches, headers, certificates and the names of the resource are the SDK's, from its standard variables. Its global
provider is left alone: a program that embeds us may have one of its own.
"""

import importlib.util
import logging
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from recall_sidecar import __version__
from recall_sidecar.telemetry.choice import To
from recall_sidecar.telemetry.spans import SpanValue, spans_of
from recall_sidecar.traced import TurnTrace

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

__all__ = ["SdkExporter", "is_installed", "open_exporter"]

_NEEDED = ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")
_NS_IN_MS = 1_000_000
_log = logging.getLogger("recall_sidecar")


def is_installed() -> bool:
    """Return whether the extra `otel` is there; nothing of it is imported."""
    try:
        return all(importlib.util.find_spec(name) for name in _NEEDED)
    except ModuleNotFoundError:
        return False


def open_exporter(target: To) -> "SdkExporter":
    """Return what sends turns to `target`."""
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415 -- an extra, and 0.2 s
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    provider = TracerProvider(resource=_resource(), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(_reporting(target)))
    return SdkExporter(provider)


class SdkExporter:
    """Makes spans of turns; the SDK sends them in batches, from a thread of its own."""

    def __init__(self, provider: "TracerProvider") -> None:
        self._provider = provider
        self._tracer = provider.get_tracer("recall_sidecar", __version__)

    def send(self, trace: TurnTrace) -> None:
        """Take a turn; it stands below the caller's span when the request named one."""
        from opentelemetry.trace.propagation.tracecontext import (  # noqa: PLC0415
            TraceContextTextMapPropagator,
        )

        carrier = {"traceparent": trace.traceparent, "tracestate": trace.tracestate}
        above = TraceContextTextMapPropagator().extract(carrier, _nowhere())
        self._write(spans_of(trace), above, _nanoseconds(trace.started_at))

    def close(self) -> None:
        """Send what waits, and end the SDK's thread."""
        self._provider.shutdown()

    def _write(self, value: SpanValue, above: "Context", begun_ns: int) -> None:
        from opentelemetry import trace as api  # noqa: PLC0415

        span = self._tracer.start_span(
            value.name,
            context=above,
            kind=api.SpanKind[value.kind.upper()],
            attributes=value.attributes,
            start_time=begun_ns + round(value.start_ms * _NS_IN_MS),
        )
        if value.error:
            span.set_attribute("error.type", value.error)
            span.set_status(api.Status(api.StatusCode.ERROR))
        for each in value.below:
            self._write(each, api.set_span_in_context(span, _nowhere()), begun_ns)
        span.end(begun_ns + round(value.end_ms * _NS_IN_MS))


def _nowhere() -> "Context":
    """Return a context without a span, whatever the thread's own says."""
    from opentelemetry.context import Context  # noqa: PLC0415

    return Context()


def _nanoseconds(at: datetime) -> int:
    # In two steps: a float of nanoseconds would be off by some hundred.
    return int(at.timestamp()) * 1_000_000_000 + at.microsecond * 1000


def _resource() -> "Resource":
    """Return who sends: what the environment says, and our own name where it says none."""
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415

    told = Resource.create()
    if str(told.attributes.get("service.name", "")).startswith("unknown_service"):
        told = told.merge(Resource({"service.name": "recall-sidecar"}))
    return Resource({"service.version": __version__}).merge(told)


def _reporting(target: To) -> "SpanExporter":
    """Return the SDK's exporter, which says once in our log when a batch cannot be sent, and once when one can again.

    Its own lines are kept out of ours: they come with every batch, and may repeat the address.
    """
    import requests  # noqa: PLC0415 -- the SDK's own
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import SpanExportResult  # noqa: PLC0415

    class Reporting(OTLPSpanExporter):
        fails = False

        def export(self, spans: "Sequence[ReadableSpan]") -> SpanExportResult:
            result = super().export(spans)
            failed = result is not SpanExportResult.SUCCESS
            if failed and not self.fails:
                _log.warning("telemetry_failed", extra={"variable": target.variable})
            elif self.fails and not failed:
                _log.info("telemetry_works_again", extra={"variable": target.variable})
            self.fails = failed
            return result

    if not target.is_local:
        return Reporting(target.endpoint)
    session = requests.Session()
    # A proxy has no business with what goes to this machine, least of all unencrypted.
    session.trust_env = False
    return Reporting(target.endpoint, session=session)
