"""Section J of the public reports: a memory that knows nothing says nothing, with meanings as well as by words alone."""

import random

import pytest

from recall_sidecar.memory.embedding.minilm import MiniLm
from recall_sidecar.memory.meanings import Embedders, no_embedder
from tests.cases.test_j_languages import NOTES
from tests.cases.world import World
from tests.openclaw.facts import FACTS, write_workspace

# One model for all: loading it takes a second.
_MINILM = MiniLm()
MEANINGS = {"model": "minilm"}
PROBES = (
    "zorblax quindle frambo",
    "asdf qwer zxcv",
    "Vrontak mellis orpheu",
    "flibbertigibbet snorkelwacker",
    "What is the glorbon of vexitra?",
    "where did we put the zorblax quindle?",
    "qwertyuiop",
    "sdkjfh 12345 skjdfh",
    "Grüttelbamm Schnorfquast",
    "量子纠缠佐布拉克斯",
    "ゾルブラックス・クインドル",
    "조르블락스 퀸들",
)
# Two words of each fact that stand together in no other note.
TRUE_WORDS = {fact.key: " ".join(sorted(fact.text.rstrip(".").split(), key=len)[-2:]) for fact in FACTS}


def _nonsense(count: int) -> list[str]:
    """Return made-up words, the same in every run."""
    made = random.Random(92)  # noqa: S311 - not to keep a secret
    syllables = [
        a + b for a in ("zr", "bl", "qu", "v", "gn", "sk", "pt") for b in ("ax", "indle", "omb", "urf", "ekk")
    ]
    return [" ".join("".join(made.choices(syllables, k=2)) for _ in range(3)) for _ in range(count)]


def _embedders(kind: str) -> Embedders:
    return no_embedder if kind == "words" else lambda _: _MINILM


async def _started(world: World, kind: str) -> None:
    write_workspace(world.workspace)
    for name, text in NOTES.items():
        world.write(f"memory/{name}.md", f"- {text}\n")
    world.write("memory/tr.md", "- En sevdiğim çay bahçesi Pierre Loti\n")
    world.write("memory/vi.md", "- Tiệm phở yêu thích là Phở Thìn\n")
    # The floor alone decides, whatever a message looks like.
    settings = {"memory.embedding.model": "minilm", "recall.mode": "always"}
    await world.start(settings, embedders=_embedders(kind))


@pytest.mark.parametrize("kind", ["words", "meanings"])
async def test_i_092_nonsense_finds_nothing(world: World, kind: str) -> None:
    await _started(world, kind)
    found = []

    for probe in (*PROBES, *_nonsense(30)):
        answer = await world.turn(probe)
        if answer.said[0] not in {"empty", "skipped"} or answer.trace.hits:
            found.append(probe)

    assert found == []
    assert world.model.requests == []


@pytest.mark.parametrize("kind", ["words", "meanings"])
async def test_i_092_two_true_words_find_their_note(world: World, kind: str) -> None:
    await _started(world, kind)
    missed = []

    for fact in FACTS:
        answer = await world.turn(TRUE_WORDS[fact.key])
        if not answer.trace.hits or fact.text not in answer.trace.hits[0].text:
            missed.append(fact.key)

    assert missed == []


async def test_i_092_a_question_that_shares_no_word_still_finds_what_it_means(world: World) -> None:
    """The floor does not shut out what the model understands."""
    world.write("memory/jonas.md", "- Jonas drinks oolong tea and no coffee after two.\n")
    await _started(world, "meanings")

    answer = await world.turn("which beverage might he like in the morning?")

    assert "oolong" in "".join(hit.text for hit in answer.trace.hits)
