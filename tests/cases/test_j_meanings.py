"""Section J of the public reports: what becomes of search when embeddings fail or change; words go on, and it is said."""

from array import array

from tests.cases.world import World
from tests.memory.concepts import ConceptEmbedder

NOTE = "- Jonas drinks oolong tea in shed 3.\n"
ASKED = "where does Jonas drink oolong?"
ON = {"memory.embedding.model": "minilm"}
NO_QUOTA = "The embedding service refuses (429: no quota); check the account."


class Wider(ConceptEmbedder):
    """Another model with vectors of another size."""

    dimension = 8

    def __init__(self) -> None:
        super().__init__("concepts-wide")

    def embed(self, text: str) -> bytes:
        """Return the same vector with noughts behind it."""
        return (
            super().embed(text) + array("f", [0.0] * (self.dimension - ConceptEmbedder.dimension)).tobytes()
        )


class Counting(ConceptEmbedder):
    """Counts what it is asked for, whether it answers or not."""

    asked = 0

    def load(self) -> None:
        """Count, and fail if it shall."""
        self.asked += 1
        super().load()


async def _problems(world: World) -> str:
    return " ".join((await world.memory.status()).problems)


async def test_i_088_a_service_without_quota_leaves_words_and_says_why(world: World) -> None:
    world.write("MEMORY.md", NOTE)
    embedder = Counting()
    embedder.broken = NO_QUOTA
    await world.start(ON, model=False, embedders=lambda _: embedder)

    answers = [await world.turn(f"{ASKED} {number}") for number in range(30)]

    assert all("shed 3" in answer.block for answer in answers)
    assert "no quota" in await _problems(world)
    assert "no quota" in str(answers[-1].trace)
    assert embedder.asked < 5, "a turn does not try again what has just failed"


async def test_i_088_a_service_that_fails_later_leaves_words_and_is_used_again_when_it_is_well(
    world: World,
) -> None:
    world.write("MEMORY.md", NOTE)
    embedder = ConceptEmbedder()
    await world.start(ON, embedders=lambda _: embedder)
    before = await world.turn("which beverage?")
    embedder.broken = NO_QUOTA
    failing = await world.turn(ASKED)
    while_it_fails = await _problems(world)
    embedder.broken = ""
    after = await world.turn("which beverage, once more?")

    assert before.trace.hits[0].parts.keys() >= {"meaning"}
    assert failing.trace.hits[0].parts.keys() >= {"coverage"}
    assert "no quota" in while_it_fails
    assert after.trace.hits[0].parts.keys() >= {"meaning"}


async def test_i_098_vectors_of_another_size_never_meet_and_words_go_on(world: World) -> None:
    world.write("MEMORY.md", NOTE)
    await world.start(ON, model=False, embedders=lambda _: ConceptEmbedder())
    await world.aclose()
    waiting = Wider()
    waiting.broken = "The model is not there yet."
    await world.start(ON, model=False, embedders=lambda _: waiting)
    meanwhile = await world.turn(ASKED)
    await world.aclose()

    await world.start(ON, model=False, embedders=lambda _: Wider())
    after = await world.turn("which beverage does Jonas like?")

    assert "shed 3" in meanwhile.block
    assert "meaning" in after.trace.hits[0].parts
    assert await _problems(world) == ""
