"""Who may see what the gateway found, how far it is trusted, and what it weighs."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.asked import ask
from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.memory.openclaw.answers import Finding, Kind
from recall_sidecar.memory.openclaw.passages import file_origin, measured, names_file
from recall_sidecar.memory.port import Hit, Viewer
from recall_sidecar.memory.score import Corpus, Yardstick, weigh
from recall_sidecar.memory.terms import query_terms
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import FolderSettings

MAIN = Viewer("main")
TODAY = date(2026, 12, 1)
NOTE = Finding("file", "memory/2026-11-30.md", 1, 3, "Ottilie keeps seventeen alpacas")


def yardstick(text: str) -> Yardstick:
    corpus = Corpus(30, 900)
    return Yardstick(weigh(query_terms(text), {}, corpus), corpus)


def hits(
    *findings: Finding,
    text: str = "Ottilie alpacas",
    viewer: Viewer = MAIN,
    folders: tuple[Folder, ...] = (),
    min_score: float = 0.0,
    max_hits: int = 20,
) -> tuple[Hit, ...]:
    return measured(
        findings, ask(text, TODAY), viewer, folders, yardstick(text), min_score=min_score, max_hits=max_hits
    ).hits


def folder(**settings: object) -> tuple[Folder, ...]:
    return named([("/ws", FolderSettings.model_validate({"path": "/ws", **settings}))])


def test_shared_words_are_measured_as_in_the_index() -> None:
    (hit,) = hits(NOTE)

    assert {part.name for part in hit.parts} == {"coverage", "bm25"}
    assert 0.7 < hit.score <= 1.0


def test_no_shared_word_and_no_similarity_is_no_evidence() -> None:
    (hit,) = hits(NOTE, text="zeppelin")

    assert hit.score == 0.0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("did Ottilie buy alpacas yesterday", "date", id="the day that is asked about"),
        pytest.param("is it 'seventeen alpacas' or not", "exact", id="quoted words"),
    ],
)
def test_what_is_named_counts_as_in_the_index(text: str, name: str) -> None:
    (hit,) = hits(replace(NOTE, day=date(2026, 11, 30)), text=text)

    assert {part.name: part.value for part in hit.parts}[name] > 0
    assert sum(part.value for part in hit.parts) == hit.score


def test_a_time_alone_finds_what_is_of_it() -> None:
    (hit,) = hits(
        replace(NOTE, day=date(2026, 11, 30)), text="what did we talk about yesterday", min_score=0.2
    )

    assert hit.passage.text == NOTE.text


def test_weak_hits_are_counted_and_left_out() -> None:
    found = measured(
        [NOTE], ask("zeppelin", TODAY), MAIN, (), yardstick("zeppelin"), min_score=0.2, max_hits=6
    )

    assert (found.hits, found.below_floor) == ((), 1)


@pytest.mark.parametrize(("similarity", "is_kept"), [(0.49, False), (0.51, True)])
def test_similarity_alone_reaches_the_default_floor_at_one_half(similarity: float, *, is_kept: bool) -> None:
    near = Finding("entry", "memory_recall/a", 1, 1, "her herd", similarity=similarity)

    assert bool(hits(near, text="alpacas", min_score=0.2)) is is_kept


@given(
    text=st.text(alphabet="abc ", max_size=40),
    query=st.text(alphabet="abc ", max_size=40),
    similarity=st.floats(0, 1),
    dated=st.booleans(),
)
def test_the_parts_add_up_to_a_score_between_0_and_1(
    *, text: str, query: str, similarity: float, dated: bool
) -> None:
    path = "memory/2026-11-30.md" if dated else "MEMORY.md"
    (hit,) = hits(Finding("file", path, 1, 1, text, similarity=similarity), text=query)

    assert sum(part.value for part in hit.parts) == hit.score
    assert 0.0 <= hit.score <= 1.0 + 1e-9


def test_the_best_come_first() -> None:
    found = hits(Finding("entry", "a", 1, 1, "alpacas"), NOTE)

    assert [hit.passage.text for hit in found] == [NOTE.text, "alpacas"]


def test_a_passage_is_private_and_names_the_gateway() -> None:
    (hit,) = hits(NOTE)

    assert (hit.passage.source, hit.passage.visibility) == ("openclaw", "private")


def test_a_passage_has_a_number_of_its_own_that_stays() -> None:
    other = Finding("file", NOTE.path, 4, 5, NOTE.text)

    first, again = hits(NOTE), hits(NOTE, other)

    assert first[0].passage.id in {hit.passage.id for hit in again}
    assert len({hit.passage.id for hit in again}) == 2
    assert all(hit.passage.id < -(1 << 47) for hit in again)


@pytest.mark.parametrize(
    ("path", "said", "folders", "expected"),
    [
        pytest.param("MEMORY.md", Origin.OWNER, (), Origin.OWNER, id="curated memory is the owner's"),
        pytest.param("MEMORY.md", Origin.AGENT, (), Origin.AGENT, id="unless the gateway says less"),
        pytest.param("memory/a.md", Origin.OWNER, (), Origin.AGENT, id="a daily note is the agent's"),
        pytest.param("memory/a.md", Origin.UNTRUSTED, (), Origin.UNTRUSTED, id="or less"),
        pytest.param("notes/a.md", Origin.OWNER, (), Origin.AGENT, id="another folder is the agent's"),
        pytest.param("/else/MEMORY.md", Origin.OWNER, (), Origin.AGENT, id="an absolute path is the agent's"),
        pytest.param(
            "MEMORY.md",
            Origin.OWNER,
            folder(origin="untrusted"),
            Origin.UNTRUSTED,
            id="a folder's origin holds",
        ),
        pytest.param(
            "memory/in/a.md",
            Origin.OWNER,
            folder(rules=[{"paths": "memory/in/**", "origin": "untrusted"}]),
            Origin.UNTRUSTED,
            id="a folder's rule holds",
        ),
        pytest.param(
            "a.txt", Origin.OWNER, folder(layout="plain"), Origin.AGENT, id="a plain folder says nothing"
        ),
    ],
)
def test_a_file_is_trusted_by_our_own_rules(
    path: str, said: Origin, folders: tuple[Folder, ...], expected: Origin
) -> None:
    (hit,) = hits(Finding("file", path, 1, 1, "alpacas", said), folders=folders)

    assert hit.passage.origin is expected


@pytest.mark.parametrize("kind", ["transcript", "entry"])
def test_nothing_else_is_trusted_more_than_an_agent(kind: Kind) -> None:
    (hit,) = hits(Finding(kind, "sessions/main/a.jsonl", 1, 1, "alpacas", Origin.OWNER))

    assert hit.passage.origin is Origin.AGENT


def test_of_two_folders_the_stricter_rules_hold() -> None:
    both = named(
        [
            ("/a", FolderSettings(path="/a")),
            ("/b", FolderSettings(path="/b", origin=Origin.UNTRUSTED)),
        ]
    )

    assert file_origin("MEMORY.md", both) is Origin.UNTRUSTED


@pytest.mark.parametrize(
    ("path", "viewer", "is_seen"),
    [
        pytest.param("sessions/main/s1.jsonl", Viewer("main"), True, id="no conversation is being answered"),
        pytest.param(
            "sessions/main/s1.jsonl",
            Viewer("main", session_key="k", session_id="s2"),
            True,
            id="another conversation",
        ),
        pytest.param(
            "sessions/main/s1.jsonl",
            Viewer("main", session_key="k", session_id="s1"),
            False,
            id="the one being answered",
        ),
        pytest.param(
            "sessions/main/s1.jsonl.reset.1",
            Viewer("main", session_key="k", session_id="s1"),
            False,
            id="the one being answered, archived",
        ),
        pytest.param(
            "sessions/main/s1.jsonl",
            Viewer("main", session_key="k"),
            False,
            id="one that cannot be told apart",
        ),
        pytest.param("sessions/kim/s1.jsonl", Viewer("main"), False, id="another agent's"),
        pytest.param("sessions/s1.jsonl", Viewer("main"), False, id="nobody's"),
    ],
)
def test_a_transcript_is_seen_by_its_agent_in_other_conversations(
    path: str, viewer: Viewer, *, is_seen: bool
) -> None:
    assert bool(hits(Finding("transcript", path, 1, 1, "alpacas"), viewer=viewer)) is is_seen


@pytest.mark.parametrize(
    "path", ["sessions/main/s.jsonl", "../MEMORY.md", "memory/../../a.md", "~/MEMORY.md", "memory//a.md"]
)
def test_a_path_that_leaves_the_workspace_is_no_file(path: str) -> None:
    assert not names_file(path)
    assert hits(Finding("file", path, 1, 1, "alpacas")) == ()


def test_the_question_itself_is_no_answer() -> None:
    question = Finding("entry", "lcm/msg#1", 1, 1, "ottilie  alpacas")

    assert hits(question) == ()


def transcript(number: int, text: str) -> Finding:
    return Finding("transcript", f"sessions/main/s{number}.jsonl", 1, 4, text)


QUESTION = "Who is the skipper of the Marigold?"
ASKED = [transcript(n, f"User: {QUESTION}\nAssistant: I have looked {n} times.") for n in range(9)]
TOLD = transcript(9, "User: The skipper of the Marigold is Pavel Drozd.")


def test_where_the_question_was_asked_before_comes_after_where_it_was_answered() -> None:
    first, *others = hits(*ASKED, TOLD, text=QUESTION, min_score=0.2)

    assert first.passage.text == TOLD.text
    assert first.score > 0.8
    assert others[0].score <= 0.5


def test_a_short_answer_behind_the_question_stays_above_the_floor() -> None:
    """It shares no word with what was asked."""
    answered = transcript(1, f"User: {QUESTION}\nAssistant: Pavel Drozd.")

    (hit,) = hits(answered, text=QUESTION, min_score=0.2)

    assert hit.passage.text == answered.text
    assert sum(part.value for part in hit.parts) == hit.score


def test_an_answer_in_the_words_of_the_question_is_measured_for_itself() -> None:
    answered = transcript(1, f"User: {QUESTION}\nAssistant: Pavel Drozd is the skipper of the Marigold.")

    (hit,) = hits(answered, text=QUESTION)

    assert hit.score > 0.8


def test_similarity_to_a_question_that_was_asked_before_counts_half() -> None:
    asked = Finding("entry", "a", 1, 1, "User: Alpacas?\nAssistant: Hm.", similarity=1.0)

    (hit,) = hits(asked, text="Alpacas?")

    assert hit.score <= 0.5


def test_echoes_take_no_place_from_the_rest() -> None:
    echoes = [transcript(n, f"User: {QUESTION}") for n in range(9)]

    (hit,) = hits(*echoes, TOLD, text=QUESTION, max_hits=1)

    assert hit.passage.text == TOLD.text


def test_no_more_than_asked_for_are_taken() -> None:
    assert len(hits(*ASKED, TOLD, text=QUESTION, max_hits=3)) == 3


@pytest.mark.parametrize(
    ("projects", "about", "is_seen"),
    [
        pytest.param(frozenset("p"), frozenset("p"), True, id="of the turn's project"),
        pytest.param(frozenset("p"), frozenset(), False, id="of another"),
        pytest.param(None, frozenset("p"), False, id="of nobody knows what"),
    ],
)
def test_a_finding_of_a_project_is_for_turns_about_it(
    projects: frozenset[str] | None, about: frozenset[str], is_seen: bool
) -> None:
    found = hits(replace(NOTE, projects=projects), viewer=Viewer("main", projects=about))

    assert bool(found) is is_seen
