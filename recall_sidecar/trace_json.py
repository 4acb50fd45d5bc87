"""The JSON form of a turn's trace: what the daemon serves, the history keeps and the command line reads.

Names are camelCase; the keys of free mappings (score parts, span fields, prompts) stay as they are. A redacted trace
has the same shape with its texts emptied, so that a reader needs no second form.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any, TypeVar

from recall_sidecar.reasons import explain_end
from recall_sidecar.traced import AskerTrace, ClauseTrace, HitTrace, ModelCallTrace, Span, TurnTrace

__all__ = ["TEXT_KEYS", "from_json", "redact", "to_json"]

T = TypeVar("T", Span, HitTrace, ModelCallTrace, ClauseTrace, AskerTrace, TurnTrace)

# What holds words of a memory, a message or a prompt, beside the text of each hit and clause.
TEXT_KEYS = ("conversationQuery", "searchQuery", "summary", "block", "prompts")


def to_json(trace: TurnTrace, *, redacted: bool = False) -> dict[str, Any]:
    """Return the JSON form of `trace`; `redacted` leaves out query, hit texts, summary, block and prompts.

    `explained` says in words how the turn ended, and what to do.
    """
    record = _object(trace)
    record["startedAt"] = trace.started_at.isoformat()
    record["hits"] = [_object(hit) for hit in trace.hits]
    record["modelCalls"] = [
        {**_object(call), "toolCalls": list(call.tool_calls), "toolsMs": list(call.tools_ms)}
        for call in trace.model_calls
    ]
    record["spans"] = [_object(span) for span in trace.spans]
    record["prompts"] = list(trace.prompts)
    record["clauses"] = [{**_object(clause), "sources": list(clause.sources)} for clause in trace.clauses]
    record["asker"] = (
        None
        if trace.asker is None
        else {**_object(trace.asker), "projectKeys": list(trace.asker.project_keys)}
    )
    record["explained"] = explain_end(trace.status, trace.reason)
    record["redacted"] = False
    return redact(record) if redacted else record


def redact(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON form of a trace without its texts; `record` stays as it is."""
    empty = {key: [] if key == "prompts" else "" for key in TEXT_KEYS}
    parts = {part: [{**each, "text": ""} for each in record.get(part, ())] for part in ("hits", "clauses")}
    return {**record, **empty, **parts, "redacted": True}


def from_json(record: Mapping[str, Any]) -> TurnTrace:
    """Return the trace that `to_json` wrote; keys it does not know are ignored.

    Raises:
        ValueError: A key is missing or of another kind, as in a record of another version.
    """
    try:
        return _read(
            TurnTrace,
            {
                **record,
                "startedAt": datetime.fromisoformat(record["startedAt"]),
                "hits": tuple(_read(HitTrace, hit) for hit in record["hits"]),
                "modelCalls": tuple(
                    _read(
                        ModelCallTrace,
                        {
                            **call,
                            "toolCalls": tuple(call["toolCalls"]),
                            "toolsMs": tuple(call.get("toolsMs", ())),
                        },
                    )
                    for call in record["modelCalls"]
                ),
                "spans": tuple(_read(Span, span) for span in record["spans"]),
                "prompts": tuple(record["prompts"]),
                "clauses": tuple(
                    _read(ClauseTrace, {**clause, "sources": tuple(clause["sources"])})
                    for clause in record.get("clauses", ())
                ),
                "asker": _asker(record.get("asker")),
            },
        )
    except (KeyError, TypeError, ValueError) as error:
        message = f"this is no trace of this version: {type(error).__name__} {error}"
        raise ValueError(message) from error


def _asker(record: Mapping[str, Any] | None) -> AskerTrace | None:
    return (
        None if record is None else _read(AskerTrace, {**record, "projectKeys": tuple(record["projectKeys"])})
    )


def _object(value: Span | HitTrace | ModelCallTrace | ClauseTrace | AskerTrace | TurnTrace) -> dict[str, Any]:
    return {_camel(field.name): getattr(value, field.name) for field in fields(value)}


def _read(kind: type[T], record: Mapping[str, Any]) -> T:
    # What has a default may be missing: the record is of an earlier version, which knew nothing of it.
    return kind(
        **{
            field.name: record[_camel(field.name)]
            for field in fields(kind)
            if field.default is MISSING or _camel(field.name) in record
        }
    )


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
