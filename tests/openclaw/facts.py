"""Invented facts about an invented person, each with a question that it answers, and a workspace that holds them."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

__all__ = ["FACTS", "Fact", "fact", "write_workspace"]

_FIRST_DAY = date(2026, 11, 20)


@dataclass(frozen=True)
class Fact:
    """What memory holds (`text`), and a message that it helps with (`question`); `key` is a word of the fact."""

    key: str
    text: str
    question: str


FACTS = (
    Fact("tea", "The tea for guests is roasted hojicha from the Lindqvist shop.", "Which tea do guests get?"),
    Fact("dentist", "The dentist Dr. Okonjo sees patients on Wednesday mornings.", "When does the dentist have time?"),
    Fact("bicycle", "The bicycle is a red Tallow with tyres at 4.2 bar.", "How hard should the bicycle tyres be?"),
    Fact("release", "No release goes out on Thursday after 15:00.", "Until when may a release go out on Thursday?"),
    Fact("allergy", "Anouk has an allergy to hazelnuts and celery.", "What does the allergy of Anouk rule out?"),
    Fact("rent", "The rent of 913 euros is paid on the fifth to Brandt and Sons.", "On what day is the rent paid?"),
    Fact("cabin", "The key of the cabin hangs behind the blue woodshed.", "Where does the key of the cabin hang?"),
    Fact("cello", "Cello practice with Radka is on Monday at 18:15 in room 9.", "In which room is cello practice?"),
    Fact("van", "The van gets its winter tyres in the last week of October.", "When does the van get winter tyres?"),
    Fact("passport", "The passport lies in the tin box and expires in June 2031.", "When does the passport expire?"),
    Fact("grinder", "The grinder stands at 17 clicks for filter coffee.", "How many clicks for filter coffee?"),
    Fact("tortoise", "The tortoise Bruno eats dandelion and no lettuce.", "What does the tortoise Bruno eat?"),
    Fact("staging", "The staging host is called plover and is reset at 03:40.", "What is the staging host called?"),
    Fact("locker", "The locker at the pool is number 362.", "What number is the locker at the pool?"),
    Fact("novel", "Reading of the novel Saltmarsh stopped at chapter 12.", "At which chapter of Saltmarsh did I stop?"),
    Fact("train", "The train to Ghent leaves at 07:52 from platform 6.", "From which platform does the train to Ghent leave?"),
    Fact("kitchen", "The kitchen walls are painted in the shade Pale Juniper.", "In which shade are the kitchen walls painted?"),
    Fact("savings", "The savings for the sailing course stand at 1,240 euros.", "How high are the savings for the sailing course?"),
    Fact("printer", "The printer takes thick paper from tray 3 only.", "From which tray does the printer take thick paper?"),
    Fact("neighbour", "The neighbour Ilse waters the plants when nobody is home.", "Which neighbour waters the plants?"),
    Fact("boiler", "The boiler needs a service by Ferrand every second March.", "Who does the service of the boiler?"),
    Fact("choir", "The choir sings in Saint Odile on the first of December.", "Where does the choir sing in December?"),
    Fact("insurance", "The insurance number of the flat is KV-7719-B.", "What is the insurance number of the flat?"),
    Fact("marathon", "The marathon plan asks for 31 kilometres on the second Sunday.", "How many kilometres does the marathon plan ask for?"),
    Fact("backup", "The backup disk is swapped on the tenth and kept at Joris's.", "On what day is the backup disk swapped?"),
    Fact("recipe", "The recipe for plum cake needs 380 grams of spelt flour.", "How much spelt flour does the plum cake need?"),
    Fact("visa", "The visa for Georgia was granted until 9 May 2027.", "Until when is the visa for Georgia granted?"),
    Fact("telescope", "The telescope is lent to Matteo until Easter.", "To whom is the telescope lent?"),
    Fact("garage", "The code of the garage door changes each New Year.", "When does the code of the garage door change?"),
    Fact("podcast", "The podcast is recorded with the small Arlen microphone.", "With which microphone is the podcast recorded?"),
)  # fmt: skip


def fact(key: str) -> Fact:
    """Return the fact of that key."""
    return next(fact for fact in FACTS if fact.key == key)


def write_workspace(folder: Path, facts: tuple[Fact, ...] = FACTS, *, curated: int = 8) -> None:
    """Write the first `curated` facts into `MEMORY.md`, and each fact into a dated note of its own."""
    (folder / "memory").mkdir(parents=True, exist_ok=True)
    lines = "\n".join(f"- {fact.text}" for fact in facts[:curated])
    (folder / "MEMORY.md").write_text(f"# Memory\n\n{lines}\n", "utf-8")
    for number, fact in enumerate(facts):
        day = (_FIRST_DAY - timedelta(days=number)).isoformat()
        (folder / "memory" / f"{day}.md").write_text(f"# {day}\n\n## {fact.key}\n\n{fact.text}\n", "utf-8")
