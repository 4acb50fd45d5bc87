"""Whether memory could help: by weights in mode `auto`, by fixed rules in the others."""

from dataclasses import dataclass
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.port import Hit, Passage, ScorePart
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.need.trained import trained
from recall_sidecar.recall.need.verdict import Need, asks_about_the_past, is_trivial, judge
from recall_sidecar.recall.need.weights import Weights
from recall_sidecar.settings.tables import Eagerness, RecallMode

HITS = (Hit(Passage(1, "notes", "MEMORY.md", 1, 1, "Likes tea.", Origin.OWNER), 0.6, 1),)
# A message of oneself is likely to need memory, any other is not.
WEIGHTS = Weights({"self": (2.0, 0.5)}, 0.0, {"eager": 0.2, "balanced": 0.5, "frugal": 0.8})


@dataclass(frozen=True)
class Asked:
    latest: str
    search: str = ""


PAST = Asked("do you remember which tea I like?")
PRESENT = Asked("write a poem about tea")


@pytest.mark.parametrize(
    ("mode", "query", "need"),
    [
        pytest.param("always", PRESENT, Need(True, "evidence"), id="always: evidence is enough"),
        pytest.param("escalate", PAST, Need(True, "about_the_past"), id="escalate: a message about the past"),
        pytest.param("escalate", PRESENT, Need(False, "no_recall_intent"), id="escalate: another message"),
        pytest.param("off", PAST, Need(False, "mode_off"), id="off: never a model"),
    ],
)
def test_a_mode_with_a_fixed_rule_goes_by_it(mode: RecallMode, query: Asked, need: Need) -> None:
    assert judge(query, HITS, mode, "balanced", WEIGHTS) == need


@pytest.mark.parametrize(
    ("query", "eagerness", "helps"),
    [
        pytest.param(PAST, "eager", True, id="of oneself, eager"),
        pytest.param(PAST, "balanced", True, id="of oneself, balanced"),
        pytest.param(PAST, "frugal", False, id="of oneself, frugal"),
        pytest.param(PRESENT, "eager", True, id="of nothing known, eager"),
        pytest.param(PRESENT, "balanced", False, id="of nothing known, balanced"),
    ],
)
def test_auto_asks_when_memory_is_likely_enough_to_help(
    query: Asked, eagerness: Eagerness, helps: bool
) -> None:
    need = judge(query, HITS, "auto", eagerness, WEIGHTS)

    assert (need.helps, need.reason) == (helps, "could_help" if helps else "unlikely")
    assert need.threshold == WEIGHTS.thresholds[eagerness]


def test_a_decision_of_weights_explains_itself_in_names_and_numbers() -> None:
    assert judge(PAST, HITS, "auto", "balanced", WEIGHTS).told() == {
        "reason": "could_help", "likely": 0.731, "threshold": 0.5, "because": "self +1.0",
    }  # fmt: skip


def test_a_decision_of_a_rule_names_the_rule() -> None:
    assert judge(PAST, HITS, "always", "balanced", WEIGHTS).told() == {"reason": "evidence"}


@pytest.mark.parametrize("mode", [mode for mode in get_args(RecallMode) if mode != "off"])
def test_without_evidence_no_mode_needs_a_model(mode: RecallMode) -> None:
    assert judge(PAST, (), mode, "eager", WEIGHTS) == Need(False, "no_evidence")


@pytest.mark.parametrize(
    "message",
    [
        "", " ", "?", "!!", "...", "👍", "🎉🎉", "❤️", "ok", "OK 👍", "Ok, thanks!", "okay cool thx", "thanks", "Thank you so much!", "got it",
        "ping", "test", "hi", "Hello there!", "good morning ☀️", "lol", "嗯", "嗯嗯", "好的", "好的，谢谢！", "收到", "你好", "谢谢您", "在吗？",
        "ありがとう", "ありがとうございます！", "了解です", "おはよう", "감사합니다", "네, 알겠습니다", "ㅋㅋㅋ", "안녕하세요",
        "danke", "Vielen Dank!", "alles klar", "merci beaucoup", "d'accord", "Gracias!", "muchas gracias", "obrigado", "grazie mille", "спасибо", "Понятно, спасибо!",
        "ok好的", "👍" * 500,
    ],
)  # fmt: skip
def test_a_message_needs_no_memory(message: str) -> None:
    assert is_trivial(message)


@pytest.mark.parametrize(
    "message",
    [
        "And hers?", "why?", "where?", "which one?", "when", "猫", "猫？", "她的呢？", "なぜ？", "왜?", "warum?", "pourquoi ?", "¿por qué?", "почему?",
        "yes", "no", "yes please", "42", "#7", "c++", "ok what is my dog's name", "thanks, and the wifi?", "hi, when is my flight?", "好的，航班几点？",
        "ありがとう、次は？", "oktober", "hitchhiking", "thanksgiving", "тест", "ok " * 60,
    ],
)  # fmt: skip
def test_a_message_may_need_memory(message: str) -> None:
    assert not is_trivial(message)


@given(st.text(max_size=100))
def test_any_message_can_be_looked_at(message: str) -> None:
    assert isinstance(is_trivial(message), bool)
    assert isinstance(asks_about_the_past(message), bool)


@pytest.mark.parametrize("message", ["嗯" * 79 + "x", "嗯嗯嗯" * 26 + "?x", "ok " * 26 + "x"])
def test_a_row_of_the_same_syllable_is_looked_at_in_no_time(message: str) -> None:
    # Backtracking over it would take longer than the test may run.
    assert not is_trivial(message)


@pytest.mark.parametrize("place", ["start", "end"])
def test_both_ends_of_a_long_message_are_looked_at(place: str) -> None:
    paste = "int main() { return 0; } " * 400
    question = "Do you remember the fix?"

    assert asks_about_the_past(f"{question}\n{paste}" if place == "start" else f"{paste}\n{question}")


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        pytest.param("remind me what we chose", True, id="a reminder of something past"),
        pytest.param("remind me what to pack tomorrow", False, id="a reminder for later"),
        pytest.param("remind me tomorrow to call Ana", False, id="a task for later"),
        pytest.param("what did we decide for tomorrow?", True, id="a past decision about later"),
    ],
)
def test_a_reminder_for_later_is_no_recall(message: str, asks: bool) -> None:
    assert asks_about_the_past(message) is asks


def _hit(text: str, coverage: float, meaning: float) -> Hit:
    parts = (
        ScorePart("coverage", 0.7 * coverage), ScorePart("bm25", 0.2 * coverage), ScorePart("meaning", meaning),
    )  # fmt: skip
    score = sum(part.value for part in parts)
    return Hit(Passage(1, "notes", "MEMORY.md", 1, 1, text, Origin.OWNER), score, 1, parts)


STRONG = (_hit("My dentist is Dr. Okafor, on Mill Street.", 0.8, 0.15),)
FAINT = (_hit("The dentist in the novel was a spy.", 0.25, 0.1),)


@pytest.mark.parametrize(
    ("message", "found", "helps"),
    [
        pytest.param("Who is my dentist?", STRONG, True, id="a question about oneself that memory answers"),
        pytest.param("Wer ist mein Zahnarzt?", STRONG, True, id="the same in German"),
        pytest.param("我的牙医是谁？", STRONG, True, id="the same in Chinese"),
        pytest.param("Write a limerick about a dentist.", FAINT, False, id="a task that shares a word"),
        pytest.param(
            "A dentist sees 12 patients a day. How many in 5 days?", FAINT, False, id="a sum that shares one"
        ),
        pytest.param("def dentist(x):\n    return {x: 1}", FAINT, False, id="code"),
    ],
)
def test_the_weights_that_ship_tell_one_from_the_other(
    message: str, found: tuple[Hit, ...], helps: bool
) -> None:
    assert judge(Asked(message, message), found, "auto", "balanced", trained()).helps is helps


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_message_and_any_passage_can_be_weighed(message: str, text: str) -> None:
    need = judge(Asked(message, message), (_hit(text, 0.5, 0.2),), "auto", "eager", trained())

    assert need.likely is not None
    assert 0.0 <= need.likely <= 1.0
