"""The JSON form of a turn's trace: what the daemon serves, the history keeps and the command line reads.

Names are camelCase; the keys of free mappings (score parts, span fields, prompts) stay as they are. A redacted trace
has the same shape with its texts emptied, so that a reader needs no second form.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any, TypeVar

from recall_sidecar.traced import ClauseTrace, HitTrace, ModelCallTrace, Span, TurnTrace

__all__ = ["TEXT_KEYS", "from_json", "to_json"]

T = TypeVar("T", Span, HitTrace, ModelCallTrace, ClauseTrace, TurnTrace)

# What holds words of a memory, a message or a prompt, beside the text of each hit and clause.
TEXT_KEYS = ("conversationQuery", "searchQuery", "summary", "block", "prompts")


def to_json(trace: TurnTrace, *, redacted: bool = False) -> dict[str, Any]:
    """Return the JSON form of `trace`; `redacted` leaves out query, hit texts, summary, block and prompts."""
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
    record["redacted"] = redacted
    if redacted:
        for key in TEXT_KEYS:
            record[key] = [] if key == "prompts" else ""
        for hit in record["hits"]:
            hit["text"] = ""
        for clause in record["clauses"]:
            clause["text"] = ""
    return record


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
            },
        )
    except (KeyError, TypeError, ValueError) as error:
        message = f"this is no trace of this version: {type(error).__name__} {error}"
        raise ValueError(message) from error


def _object(value: Span | HitTrace | ModelCallTrace | ClauseTrace | TurnTrace) -> dict[str, Any]:
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
