"""Whole summaries, in ten languages."""

from datetime import date

import pytest

from recall_sidecar.recall.verify.evidence import Seen
from recall_sidecar.recall.verify.meanings import _lexicon
from recall_sidecar.recall.verify.verdict import prepare, verify

MARA = Seen(
    1, "I bought a red bicycle for 300 euros yesterday and I am allergic to nuts.", date(2026, 3, 10), "Mara"
)
MARA_ZH = Seen(1, "我昨天花300欧元买了一辆红色自行车，我对坚果过敏。", date(2026, 3, 10), "Mara")


@pytest.mark.parametrize("seen", [MARA, MARA_ZH], ids=["an English passage", "a Chinese passage"])
@pytest.mark.parametrize(
    "summary",
    [
        "Mara bought a red bicycle for 300 euros on 9 March 2026; she is allergic to nuts.",
        "Mara在2026年3月9日花300欧元买了红色自行车，她对坚果过敏。",
        "Maraは2026年3月9日に300ユーロで自転車を購入し、ナッツアレルギーがある。",
        "Mara는 2026년 3월 9일 300유로에 자전거를 샀고 견과 알레르기가 있다.",
        "Mara kaufte am 9. März 2026 ein rotes Fahrrad für 300 Euro; sie ist allergisch gegen Nüsse.",
        "Mara a acheté un vélo rouge à 300 euros le 9 mars 2026; elle est allergique aux noix.",
        "Mara compró una bicicleta roja por 300 euros el 9 de marzo de 2026; es alérgica a las nueces.",
        "Mara comprou uma bicicleta vermelha por 300 euros em 9 de março de 2026; é alérgica a nozes.",
        "Mara ha comprato una bicicletta rossa per 300 euro il 9 marzo 2026; è allergica alle noci.",
        "Mara купила красный велосипед за 300 евро 9 марта 2026 года; у нее аллергия на орехи.",
    ],
)
def test_a_faithful_summary_stays_as_it_is(summary: str, seen: Seen) -> None:
    found = verify(summary, [seen])

    assert [verdict.reason for verdict in found.verdicts] == [None] * len(found.verdicts)
    assert (found.text, found.numbers) == (summary, (1,))


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ("Mara bought a red bicycle for 400 euros.", "number"),
        ("Mara在2026年3月8日买了红色自行车。", "date"),
        ("Jonasは300ユーロで自転車を購入した。", "name"),
        ("Mara는 자전거를 사지 않았다.", "negation"),
        ("Mara kaufte ein blaues Fahrrad.", "person"),
        ("Mara n'a pas acheté de vélo.", "negation"),
        ("Mara compró una bicicleta por 350 euros.", "number"),
        ("Mara comprou uma bicicleta em 19 de março de 2026.", "date"),
        ("Mara non ha comprato una bicicletta.", "negation"),
        ("Mara купила велосипед за 200 евро.", "number"),
    ],
)
def test_a_mistake_is_left_out_in_each_language(summary: str, expected: str) -> None:
    found = verify(summary, [MARA])

    assert [verdict.reason for verdict in found.verdicts] == [expected]
    assert (found.text, found.numbers) == ("", ())


def test_only_the_clause_that_is_wrong_goes() -> None:
    found = verify("Mara bought a red bicycle, and she teaches chemistry to nurses.", [MARA])

    assert found.text == "Mara bought a red bicycle."
    assert [verdict.numbers for verdict in found.verdicts] == [(1,), ()]


def test_a_list_is_read_as_one() -> None:
    skin = Seen(
        1,
        "I have sensitive skin, so I avoid products with fragrances, dyes, or harsh chemicals.",
        None,
        "user",
    )

    summary = "The user's skin is sensitive, so products with fragrance, dyes or harsh chemicals are avoided."

    assert verify(summary, [skin]).text == summary


def test_what_only_an_older_passage_says_goes_unless_it_is_told_as_past() -> None:
    older = Seen(1, "Staging runs on port 8080.", date(2026, 1, 1), is_older=True, newer=2)
    newer = Seen(2, "Staging runs on port 9090.", date(2026, 3, 1))

    assert verify("Staging runs on port 8080.", [older]).text == ""
    assert verify("Staging runs on port 8080.", [older]).verdicts[0].reason == "superseded"
    assert verify("Staging ran on port 8080 before.", [older]).text == "Staging ran on port 8080 before."
    assert verify("Staging runs on port 9090.", [older, newer]).text == "Staging runs on port 9090."


def test_everything_can_be_read_beforehand() -> None:
    prepare()

    assert _lexicon.cache_info().currsize == 1
