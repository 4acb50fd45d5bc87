from dataclasses import dataclass
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.port import Hit, Passage
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.need import Need, asks_about_the_past, is_trivial, judge
from recall_sidecar.settings.tables import RecallMode

HITS = (Hit(Passage(1, "notes", "MEMORY.md", 1, 1, "Likes tea.", Origin.OWNER), 0.6, 1),)


@dataclass(frozen=True)
class Asked:
    latest: str
    search: str = ""


PAST = Asked("do you remember which tea I like?")
PRESENT = Asked("write a poem about tea")


@pytest.mark.parametrize(
    ("mode", "query", "hits", "need"),
    [
        pytest.param("auto", PRESENT, HITS, Need(True, "evidence"), id="auto: evidence is enough"),
        pytest.param("always", PRESENT, HITS, Need(True, "evidence"), id="always: evidence is enough"),
        pytest.param(
            "escalate", PAST, HITS, Need(True, "about_the_past"), id="escalate: a message about the past"
        ),
        pytest.param(
            "escalate", PRESENT, HITS, Need(False, "no_recall_intent"), id="escalate: another message"
        ),
        pytest.param("off", PAST, HITS, Need(False, "mode_off"), id="off: never a model"),
    ],
)
def test_the_mode_decides_on_evidence(
    mode: RecallMode, query: Asked, hits: tuple[Hit, ...], need: Need
) -> None:
    assert judge(query, hits, mode) == need


@pytest.mark.parametrize("mode", [mode for mode in get_args(RecallMode) if mode != "off"])
def test_without_evidence_no_mode_needs_a_model(mode: RecallMode) -> None:
    assert judge(PAST, (), mode) == Need(False, "no_evidence")


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
