"""The JSON form of a trace comes back as the same trace, and without its texts when it is redacted."""

import json

import pytest

from recall_sidecar.trace_json import from_json, to_json
from tests.turns import turn

TEXTS = ("oolong", "which tea", "active_memory_plugin", "Judge the memory")


def test_a_trace_survives_its_json_form() -> None:
    trace = turn()

    assert from_json(json.loads(json.dumps(to_json(trace)))) == trace


def test_names_are_camel_case_and_free_mappings_keep_their_keys() -> None:
    record = to_json(turn())

    assert record["traceId"] == "01KBA0000000000000000000AA"
    assert record["hits"][0]["fromLine"] == 3
    assert record["hits"][0]["parts"] == {"lexical": 0.6, "recency": 0.12}
    assert record["modelCalls"][0]["firstTokenMs"] == 300.0
    assert record["redacted"] is False


def test_a_redacted_trace_holds_no_text_of_memory_message_or_prompt() -> None:
    written = json.dumps(to_json(turn(), redacted=True))

    assert not [text for text in TEXTS if text in written]


def test_a_redacted_trace_keeps_ids_scores_and_times() -> None:
    trace = from_json(to_json(turn(), redacted=True))

    assert trace.hits[0].path == "MEMORY.md"
    assert trace.hits[0].score == 0.72
    assert trace.spans == turn().spans
    assert trace.elapsed_ms == 842.0


def test_redacting_leaves_the_trace_itself_whole() -> None:
    trace = turn()

    to_json(trace, redacted=True)

    assert trace == turn()


def test_keys_of_a_later_version_are_ignored() -> None:
    assert from_json({**to_json(turn()), "mood": "good"}) == turn()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"traceId": ...}, id="a key is missing"),
        pytest.param({"startedAt": "yesterday"}, id="a time that is none"),
        pytest.param({"hits": None}, id="hits that are no list"),
        pytest.param({"spans": [3]}, id="a span that is no object"),
    ],
)
def test_what_is_no_trace_is_refused(change: dict[str, object]) -> None:
    record = {k: v for k, v in {**to_json(turn()), **change}.items() if v is not ...}

    with pytest.raises(ValueError, match="no trace of this version"):
        from_json(record)


def test_a_record_of_an_earlier_version_lacks_what_has_a_default() -> None:
    record = to_json(turn())
    del record["hits"][0]["supersededBy"]

    assert from_json(record) == turn()
