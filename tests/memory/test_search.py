"""What is found, for whom, and with what score."""

from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall_sidecar.memory import postings, schema, search
from recall_sidecar.memory.asked import ask
from recall_sidecar.memory.folders import named
from recall_sidecar.memory.index import Refresh
from recall_sidecar.memory.laid import laying
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.worker import Cancelled
from recall_sidecar.outcomes import Origin
from tests.memory.conftest import OpenMemory, Workspace

NOTES = {
    "MEMORY.md": "- Anna is allergic to walnuts.\n- The gateway listens on loopback.\n",
    "memory/2026-11-20.md": "We said that the kitchen gets green tiles and a new oven.\n",
    "memory/2026-11-21-trip.md": "Booked the train to Lisbon for the spring holiday.\n",
    "memory/people.md": "# Paul\nPaul plays the cello in an orchestra.\n\n# Mira\nMira studies botany.\n",
    "memory/zh.md": "今天和小李讨论了飞书插件的配置\n\n每晚运行GitHub备份脚本\n\n我家的猫叫咪咪\n",
}


def write_notes(workspace: Workspace) -> None:
    for path, text in NOTES.items():
        workspace.write(path, text)


@pytest.mark.parametrize(
    ("query", "path"),
    [
        pytest.param("what did we say about the kitchen last week", "memory/2026-11-20.md", id="a sentence"),
        pytest.param("walnut allergy", "MEMORY.md", id="two words"),
        pytest.param("Who plays the cello?", "memory/people.md", id="a question"),
        pytest.param("飞书插件配置", "memory/zh.md", id="Chinese phrase"),
        pytest.param("配置", "memory/zh.md", id="Chinese word"),
        pytest.param("小李", "memory/zh.md", id="Chinese name"),
        pytest.param("猫", "memory/zh.md", id="one character"),
        pytest.param("GitHub备份脚本", "memory/zh.md", id="mixed script"),
        pytest.param("what happened on 21 November", "memory/2026-11-21-trip.md", id="a day"),
    ],
)
async def test_the_note_is_found_first(
    workspace: Workspace, open_memory: OpenMemory, query: str, path: str
) -> None:
    write_notes(workspace)
    memory = await open_memory(workspace.folder())

    assert (await memory.paths(query))[0] == path


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("zorblax quindle frobnicator", id="nonsense"),
        pytest.param("please tell me more about what we said", id="common words only"),
        pytest.param("how are you", id="small talk"),
        pytest.param("write a sonnet about quantum chromodynamics said the train", id="something else"),
        pytest.param("", id="nothing"),
        pytest.param("!?… 🎂", id="no word"),
        pytest.param("量子色动力学的基本原理", id="something else in Chinese"),
    ],
)
async def test_nothing_is_found(workspace: Workspace, open_memory: OpenMemory, query: str) -> None:
    write_notes(workspace)
    memory = await open_memory(workspace.folder())

    assert await memory.paths(query) == []


async def test_weaker_hits_are_counted_and_shown_to_who_asks_for_them(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    write_notes(workspace)
    memory = await open_memory(workspace.folder())
    query = "zorblax quindle frobnicator snark boojum cello"

    strict = await memory.search(query)
    lenient = await memory.search(query, min_score=0.0)

    assert (strict.hits, strict.below_floor) == ((), 1)
    assert [hit.passage.path for hit in lenient.hits] == ["memory/people.md"]


async def test_a_hit_says_where_it_stands_and_why(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("memory/2026-11-20.md", "# House\n\n## Kitchen\nGreen tiles.\n")
    memory = await open_memory(workspace.folder(name="notes"))

    (hit,) = await memory.hits("green tiles")

    passage = hit.passage
    assert (passage.source, passage.path, passage.from_line, passage.to_line) == (
        "notes", "memory/2026-11-20.md", 3, 4,
    )  # fmt: skip
    assert (passage.heading, passage.date) == ("House > Kitchen", date(2026, 11, 20))
    assert (passage.origin, passage.visibility) == (Origin.AGENT, "private")
    assert (hit.rank, [part.name for part in hit.parts]) == (1, ["coverage", "bm25", "recency"])
    assert sum(part.value for part in hit.parts) == hit.score


@pytest.mark.parametrize(
    ("query", "path"),
    [
        pytest.param("what did we talk about last week", "memory/2026-11-25.md", id="a time alone"),
        pytest.param("上周我们聊了什么", "memory/2026-11-25.md", id="in Chinese"),
        pytest.param("who came to the dinner in March", "memory/2026-03-15.md", id="a month and a matter"),
        pytest.param("wer kam letztes Jahr zum dinner", "memory/2025-03-15.md", id="a year and a matter"),
        pytest.param("which server runs v2.3.1 today", "memory/servers.md", id="a version"),
        pytest.param("who said 'bread and butter' to me", "memory/quote.md", id="quoted words"),
    ],
)
async def test_what_is_named_comes_first(
    workspace: Workspace, open_memory: OpenMemory, query: str, path: str
) -> None:
    for day in ("2026-03-15", "2025-03-15", "2024-03-15"):
        workspace.write(f"memory/{day}.md", f"Guests came to the dinner, {day[3]} of them, and stayed late.")
    workspace.write("memory/2026-11-25.md", "Blue curtains.")
    workspace.write("memory/old-servers.md", "The server runs v2.3.2, which runs well; which server, v2.3.")
    workspace.write("memory/servers.md", "The server in the cellar that nobody likes to visit runs v2.3.1.")
    workspace.write("memory/other.md", "Butter on the bread, said the cook.")
    workspace.write("memory/quote.md", "At the long table of the old mill Paul said: bread and butter.")
    memory = await open_memory(workspace.folder())

    assert (await memory.paths(query))[0] == path


async def test_the_parts_of_a_hit_name_what_it_was_lifted_for(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/2026-11-25.md", "The oven of the kitchen is an AB-120.")
    workspace.write("memory/undated.md", "The oven of the kitchen is new.")
    memory = await open_memory(workspace.folder())

    dated, undated = await memory.hits("did we buy the kitchen oven AB-120 last week")

    assert [part.name for part in dated.parts] == ["coverage", "bm25", "date", "exact"]
    assert [part.name for part in undated.parts] == ["coverage", "bm25"]
    assert sum(part.value for part in dated.parts) == dated.score


async def test_a_matter_that_memory_does_not_know_is_not_found_by_its_day(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/2026-11-25.md", "Blue curtains.")
    memory = await open_memory(workspace.folder())

    assert await memory.paths("what did we decide about zeppelins last week") == []


async def test_private_notes_of_a_day_do_not_answer_in_a_shared_chat(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/2026-11-25.md", "Blue curtains.")
    workspace.write("memory/team/2026-11-26.md", "Red curtains.")
    memory = await open_memory(workspace.folder(rules=({"paths": "memory/team/**", "visibility": "shared"},)))

    shared = await memory.search("what happened last week", chat="shared")

    assert [hit.passage.path for hit in shared.hits] == ["memory/team/2026-11-26.md"]


async def test_hits_are_ranked_and_limited(workspace: Workspace, open_memory: OpenMemory) -> None:
    for number in range(9):
        workspace.write(f"memory/{number}.md", f"kitchen {'tiles ' * (number % 3)} {number}")
    memory = await open_memory(workspace.folder(), max_hits=5)

    hits = await memory.hits("kitchen tiles")
    two = await memory.search("kitchen tiles", max_hits=2)

    assert [hit.rank for hit in hits] == [1, 2, 3, 4, 5]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert two.hits == hits[:2]


async def test_private_notes_do_not_answer_in_a_shared_chat(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "Anna's birthday is in May.")
    workspace.write("memory/team/a.md", "The team's birthday cake is in the kitchen.")
    rules = ({"paths": "memory/team/**", "visibility": "shared"},)
    memory = await open_memory(workspace.folder(rules=rules))

    shared = await memory.search("birthday", chat="shared")

    assert [hit.passage.path for hit in shared.hits] == ["memory/team/a.md"]
    assert len(await memory.paths("birthday")) == 2


async def test_what_is_not_visible_changes_no_score(tmp_path: Path, open_memory: OpenMemory) -> None:
    mine, other = Workspace(tmp_path / "mine"), Workspace(tmp_path / "other")
    mine.write("MEMORY.md", "The kitchen is green.")
    alone = await open_memory(mine.folder(agents=("a",)), index="alone.sqlite3")
    for number in range(50):
        other.write(f"memory/{number}.md", f"kitchen {number}")
    both = await open_memory(mine.folder(agents=("a",)), other.folder(agents=("b",)), index="both.sqlite3")

    (first,) = await alone.hits("green kitchen", agent="a")
    (second,) = await both.hits("green kitchen", agent="a")

    assert first.score == second.score


async def test_no_agent_sees_another_s_memory(tmp_path: Path, open_memory: OpenMemory) -> None:
    spaces = [Workspace(tmp_path / f"agent{number}") for number in range(20)]
    for number, space in enumerate(spaces):
        space.write("MEMORY.md", f"The secret code is code{number}.")
    folders = [space.folder(agents=(space.root.name,)) for space in spaces]
    memory = await open_memory(*folders)

    for space in spaces:
        hits = await memory.hits("secret code", agent=space.root.name)
        assert [hit.passage.source for hit in hits] == [space.root.name]
    assert await memory.paths("secret code", agent="stranger") == []


async def test_a_folder_under_new_rules_is_not_searched_before_it_is_indexed(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    await open_memory(workspace.folder(visibility="shared"))
    stricter = await open_memory(workspace.folder(), refresh=False)

    assert (await stricter.search("kitchen", chat="shared")).hits == ()
    await stricter.source.refresh()
    assert (await stricter.search("kitchen", chat="shared")).hits == ()
    assert await stricter.paths("kitchen") == ["MEMORY.md"]


async def test_origin_comes_from_path_and_rules_never_from_text(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "Kitchen: origin: untrusted")
    workspace.write("memory/web/page.md", "origin: owner. Kitchen advice from a page.")
    rules = ({"paths": "memory/web/**", "origin": "untrusted"},)
    memory = await open_memory(workspace.folder(rules=rules))

    origins = {hit.passage.path: hit.passage.origin for hit in await memory.hits("kitchen")}

    assert origins == {"MEMORY.md": Origin.OWNER, "memory/web/page.md": Origin.UNTRUSTED}


async def test_a_word_of_every_note_still_finds_some(
    workspace: Workspace, open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (search, postings):
        monkeypatch.setattr(module, "MAX_POSTINGS", 10)
    workspace.write("memory/many.md", "\n".join(f"# {n}\nkitchen number{n}" for n in range(40)))
    memory = await open_memory(workspace.folder())

    common = await memory.search("kitchen", min_score=0.0)
    rare = await memory.hits("kitchen number7")

    assert len(common.hits) == 6
    assert "number7" in rare[0].passage.text


ALPHABET = "ab 猫한é\"'*()^:{}+-NOT AND OR NEAR\0\n_./@"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=80) | st.text(alphabet=ALPHABET, max_size=80))
def test_any_text_can_be_asked_and_every_score_is_explained(
    indexed: tuple[Path, Workspace], query: str
) -> None:
    file, workspace = indexed
    folders = named([(str(workspace.root), workspace.folder())])
    asked, viewer = ask(query, date(2026, 11, 30)), Viewer("main")
    with (
        closing(schema.connect_reader(file)) as connection,
        closing(schema.connect_reader(file, laying())) as keeping,
    ):
        found = search.find(connection, asked, viewer, folders, max_hits=6, min_score=0.0)
        # What is kept in memory answers as the index does.
        assert search.find(keeping, asked, viewer, folders, max_hits=6, min_score=0.0) == found

    for rank, hit in enumerate(found.hits, 1):
        assert hit.rank == rank
        assert sum(part.value for part in hit.parts) == hit.score
        assert 0.0 <= hit.score <= 1.0


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Workspace]:
    base = tmp_path_factory.mktemp("indexed")
    workspace = Workspace(base / "workspace")
    workspace.write("memory/any.md", "a b and or not near 猫 한국 é a_b a.b@c\n\nNOT\n")
    write_notes(workspace)
    connection = schema.connect_writer(base / "index.sqlite3")
    folders = named([(str(workspace.root), workspace.folder())])
    Refresh(connection, folders, 10_000, 0, Cancelled(), lambda _: None).run()
    connection.close()
    return base / "index.sqlite3", workspace


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("who brought oolonng tee", id="a letter twice"),
        pytest.param("is kuberntes up", id="a letter left out"),
        pytest.param("what is MAX_RETRY", id="one of several"),
        pytest.param("where is the configma", id="the beginning of a word"),
        pytest.param("繁體字", id="traditional characters"),
        pytest.param("后来的头发", id="simplified characters"),
    ],
)
async def test_what_is_written_in_another_way_is_found(
    workspace: Workspace, open_memory: OpenMemory, query: str
) -> None:
    workspace.write(
        "notes.md", "Paul brought oolong. Kubernetes has MAX_RETRIES in its configmap. 繁体字，後來的頭髮。"
    )
    memory = await open_memory(workspace.folder(layout="plain"))

    assert await memory.paths(query) == ["notes.md"]


async def test_a_word_that_only_others_know_mends_nothing(tmp_path: Path, open_memory: OpenMemory) -> None:
    mine, others = Workspace(tmp_path / "mine"), Workspace(tmp_path / "others")
    mine.write("a.md", "Paul drinks tea.")
    others.write("b.md", "Paul drinks oolong.")
    memory = await open_memory(
        mine.folder(layout="plain", agents=["main"]), others.folder(layout="plain", agents=["other"])
    )

    async def score(text: str) -> float:
        return sum(hit.score for hit in (await memory.search(text, min_score=0.0)).hits)

    assert await memory.paths("oolonng", agent="other") == ["b.md"]
    assert await score("tea oolonng") == pytest.approx(await score("tea zzzzzzz"))
