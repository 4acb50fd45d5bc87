"""Questions put to strangers."""

from benchmarks.judgement.need_lessons import among, lessons, parted
from benchmarks.judgement.need_pairs import Asked, Memories
from benchmarks.quality.sets import Document


def document(name: str, session: str) -> Document:
    return Document(name, session, "", None, f"This is {name}.")


def asked(name: str, haystack: str, *gold: str, strangers: tuple[str, ...] | None = None) -> Asked:
    return Asked(name, haystack, f"What is {name}?", gold, "en", None, strangers)


CROWD = Memories(
    "crowd",
    {"all": tuple(document(f"d{number}", f"s{number // 2}") for number in range(24))},
    (asked("q1", "all", "d0", "d9"), asked("q2", "all", "d8", "d20"), asked("q3", "all", "d4")),
)
CASES = Memories(
    "cases",
    {"p": (document("p:0", "p"),), "q": (document("q:0", "q"),), "r": (document("r:0", "r"),)},
    (asked("p1", "p", "p:0", strangers=("r",)), asked("r1", "r", "r:0", strangers=())),
)


def test_one_memory_is_parted_and_what_answers_stays_together() -> None:
    parts = parted(CROWD)

    where = {each.id: name for name, documents in parts.documents.items() for each in documents}
    assert sorted(where) == sorted(each.id for each in CROWD.documents["all"])
    assert len(parts.documents) > 1
    assert {
        where[gold] for each in parts.asked for gold in each.gold if each.haystack != where[gold]
    } == set()
    # Both questions rest on session 4.
    assert len({each.haystack for each in parts.asked[:2]}) == 1


def test_several_memories_stay_as_they_are() -> None:
    assert parted(CASES) is CASES


def test_parts_are_asked_by_their_own_and_by_strangers() -> None:
    home = {each.id: each.haystack for each in parted(CROWD).asked}

    found = [(each.put.kind, each.put.id, each.put.haystack == home[each.put.id]) for each in lessons(CROWD)]

    assert {*found} == {(kind, name, kind == "taught") for kind in ("taught", "stranger") for name in home}


def test_people_who_are_named_are_the_strangers() -> None:
    found = [(each.put.kind, each.put.id, each.put.haystack) for each in lessons(CASES)]

    assert found == [("stranger", "p1", "r")]


def test_people_whom_nobody_named_are_chosen() -> None:
    unnamed = Memories("cases", CASES.documents, (asked("p1", "p", "p:0"),))

    assert {each.put.haystack for each in lessons(unnamed)} == {"q", "r"}


def test_a_small_memory_is_put_among_a_larger_one() -> None:
    found = [each for each in among(CASES, CROWD) if each.put.id == "p1"]

    own, *others = found
    assert (own.put.kind, own.holder, own.documents[0].id) == ("taught", "cases", "p:0")
    assert {(each.put.kind, each.holder) for each in others} == {("stranger", "crowd")}
    assert {each.put.beside for each in found} == {"crowd"}
    assert all("p:0" not in {one.id for one in each.documents} for each in others)


def test_only_questions_of_its_language_are_put_among_it() -> None:
    others = Memories("cases", CASES.documents, (Asked("p1", "p", "Was?", ("p:0",), "de", None),))

    assert [*among(others, CROWD)] == []
