"""How far a recall has come, what of it can answer, and what goes into the trace."""

from dataclasses import replace

import pytest

from recall_sidecar.llm.port import ModelRef
from recall_sidecar.outcomes import Origin, Recalled, Source
from recall_sidecar.recall.ask import Progress, source_of, verified
from recall_sidecar.testing import FakeClock, ScriptedModel
from recall_sidecar.trace import ClauseTrace, HitTrace, ModelCallTrace, TurnRecorder
from tests.recall.asking import ask, hit, progress

EXTRACT = Recalled("Mara likes oolong tea.", (), "extract")
PARTIAL = Recalled("Mara likes", (), partial=True)
CALL = ModelCallTrace("mock/fast", "name", 10.0, 2.0, 100, 10, None, "stop")


def test_a_model_that_is_lent_is_a_question_of_its_own() -> None:
    asked = ask()

    assert asked.question() == ask().question()
    assert asked.question() != replace(asked, lent_model=ScriptedModel()).question()


@pytest.mark.parametrize(
    ("name", "lends", "own"),
    [
        pytest.param("host", True, False, id="what the host lends"),
        pytest.param("host", False, True, id="what it does not"),
        pytest.param("openai", True, True, id="a model of ours"),
    ],
)
def test_the_host_runs_what_it_lends_and_we_run_the_rest(name: str, lends: bool, own: bool) -> None:
    ours, lent = ScriptedModel(), ScriptedModel()
    asked = replace(ask(), lent_model=lent if lends else None)

    assert asked.client_for(ModelRef(name, "m"), ours) is (ours if own else lent)


def test_a_recall_that_has_found_nothing_has_no_answer() -> None:
    found = progress()

    assert (found.fallback("timeout"), found.best("timeout")) == (None, None)


def test_the_extract_answers_and_says_why() -> None:
    found = progress()
    found.extract = EXTRACT

    answer = found.best("timeout")

    assert answer is not None
    assert (answer.summary, answer.kind, answer.fallback) == ("Mara likes oolong tea.", "extract", "timeout")


def test_a_summary_that_is_still_being_written_is_better_than_an_extract() -> None:
    found = progress()
    found.extract, found.partial = EXTRACT, lambda: PARTIAL

    assert found.best("timeout") is PARTIAL


def test_the_trace_gets_queries_hits_calls_and_prompts() -> None:
    found = progress(hit(1))
    found.shown = {1: hit(1), 2: hit(2, "Mara has a blue cup.", path="memory/x.md", origin=Origin.AGENT)}
    found.model_calls, found.prompts = [CALL], [{"system": "Judge."}]
    recorder = TurnRecorder(ask().turn, FakeClock())

    found.write_to(recorder)

    assert (recorder.conversation_query, recorder.search_query) == (found.conversation, found.search)
    assert recorder.hits == [
        HitTrace(
            "notes", "MEMORY.md", 1, 1, "owner", 0.6, {"lexical": 0.6}, "Mara likes oolong tea.", number=1
        ),
        HitTrace(
            "notes", "memory/x.md", 2, 2, "agent", 0.6, {"lexical": 0.6}, "Mara has a blue cup.", number=2
        ),
    ]
    assert (recorder.model_calls, recorder.prompts) == ([CALL], [{"system": "Judge."}])


def test_an_answer_from_the_cache_asked_no_model_again() -> None:
    found = progress(hit(1))
    found.model_calls, found.prompts = [CALL], [{"system": "Judge."}]
    recorder = TurnRecorder(ask().turn, FakeClock())

    found.write_to(recorder, cached=True)

    assert (len(recorder.hits), recorder.model_calls, recorder.prompts) == (1, [], [])


def test_a_source_says_where_and_not_what() -> None:
    assert source_of(hit(3)) == Source("MEMORY.md", 3, 3, Origin.OWNER, 0.6, source="notes")


def test_another_turn_begins_with_what_was_found_and_nothing_else() -> None:
    found = progress(hit(1))
    found.extract = Recalled("tea", ())
    found.passed_over, found.given_up, found.shown = "slow", True, {1: hit(1)}

    begun = found.again()

    assert begun == Progress(hits=found.hits, extract=found.extract, evidence=begun.evidence)
    assert begun.evidence.is_set()
    assert not Progress().again().evidence.is_set()


def test_the_trace_counts_the_clauses_of_a_note() -> None:
    found = progress(hit(1))
    found.clauses = (ClauseTrace("tea", None, (1,)), ClauseTrace("7", "number"), ClauseTrace("8", "number"))
    found.verify_ms = 0.5

    assert verified(found) == {"clauses": 3, "kept": 1, "dropped": "number", "check_ms": 0.5}

    found.clauses = found.clauses[:1]

    assert verified(found) == {"clauses": 1, "kept": 1, "check_ms": 0.5}


def test_the_trace_numbers_hits_as_the_model_was_shown_them() -> None:
    first, second, unshown = hit(7), hit(8), hit(9)
    found = progress()
    found.hits, found.shown = (first, second, unshown), {1: second, 2: first}
    recorder = TurnRecorder(ask().turn, FakeClock())

    found.write_to(recorder)

    assert [each.number for each in recorder.hits] == [2, 1, 0]
