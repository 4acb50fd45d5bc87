"""What stands beside a passage in its file speaks for it; what stands in another file does not."""

from tests.memory.conftest import OpenMemory, Workspace

TALK = (
    "## Ann\nWhich film about zeppelins did you like?\n\n"
    "## Ben\nThe one with the old pilot, it was splendid.\n\n"
    "## Ann\nAnd what did you eat?\n\n"
    "## Ben\nPancakes.\n"
)


async def test_an_answer_is_found_by_its_question(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("memory/talk.md", TALK)
    memory = await open_memory(workspace.folder())

    result = await memory.search("zeppelins film, did Ben like the pilot?", min_score=0.0)

    answer = next(hit for hit in result.hits if "pilot" in hit.passage.text)
    assert [part.name for part in answer.parts] == ["coverage", "bm25", "context"]
    assert sum(part.value for part in answer.parts) == answer.score


async def test_a_neighbour_without_any_evidence_of_its_own_is_no_hit(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/talk.md", TALK)
    memory = await open_memory(workspace.folder())

    result = await memory.search("zeppelins", min_score=0.0)

    assert [hit.passage.text.splitlines()[1] for hit in result.hits] == [
        "Which film about zeppelins did you like?"
    ]


async def test_the_end_of_one_file_does_not_speak_for_the_start_of_the_next(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/a.md", "Which film about zeppelins did you like?")
    workspace.write("memory/b.md", "The old pilot likes films.")
    memory = await open_memory(workspace.folder())

    result = await memory.search("zeppelins film pilot", min_score=0.0)

    assert len(result.hits) == 2
    assert all("context" not in {part.name for part in hit.parts} for hit in result.hits)
