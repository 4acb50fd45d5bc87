from datetime import UTC, datetime

import pytest

from recall_sidecar.block import TAG
from recall_sidecar.events import TurnEnd, TurnEvent
from recall_sidecar.masking import SecretMasker
from recall_sidecar.memory.conversations.capture import Told, captured
from recall_sidecar.memory.conversations.records import CapturedTurn
from recall_sidecar.memory.port import Viewer
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings.capture import CaptureSettings

AT = datetime(2026, 11, 30, 14, 5, tzinfo=UTC)
OWNER = Viewer("main", sender_id="42", sender_is_owner=True)
UNKNOWN = Viewer("main", sender_id="42")
GROUP = Viewer("main", "shared", sender_id="42", sender_is_owner=True, chat_id="group:5")
BLOCK = f"Context:\n<{TAG}>\nRecalled from memory.\nThe kayak is blue.\n</{TAG}>\n\n"


def ended(
    text: str = "I moved to Lisbon", reply: str = "How nice.", after: str = "", **more: object
) -> TurnEnd:
    turn = TurnEvent(host="openclaw", agent_id="main", text=text, session_key="k", session_id="s", run_id="r")
    return TurnEnd(turn=turn, reply=reply, after_tools=after, **more)  # type: ignore[arg-type]


def capture(
    end: TurnEnd, viewer: Viewer = OWNER, settings: CaptureSettings | None = None
) -> CapturedTurn | str:
    return captured(end, viewer, settings or CaptureSettings(), SecretMasker().mask, AT)


def texts(end: TurnEnd, viewer: Viewer = OWNER) -> list[str]:
    turn = capture(end, viewer)
    assert isinstance(turn, CapturedTurn), turn
    return [said.text for said in turn.said]


@pytest.mark.parametrize(
    ("end", "why"),
    [
        pytest.param(ended(is_whole=False), "failed", id="a run that failed"),
        pytest.param(ended(reply="NO_REPLY"), "silent", id="an answer that is none"),
        pytest.param(ended(reply="", after="All quiet. HEARTBEAT_OK"), "silent", id="a heartbeat"),
        pytest.param(ended("/recall status"), "command", id="a chat command"),
        pytest.param(ended(""), "no_words", id="a picture"),
        pytest.param(ended(BLOCK), "no_words", id="I-101 a block of ours alone"),
        pytest.param(ended("ok thanks!", "You're welcome."), "small_talk", id="small talk"),
        pytest.param(ended("好的，谢谢", "不客气"), "small_talk", id="small talk in Chinese"),
    ],
)  # fmt: skip
def test_nothing_is_kept_of(end: TurnEnd, why: str) -> None:
    assert capture(end) == why


def test_a_short_yes_is_kept_with_an_answer_that_says_something() -> None:
    answer = "Booked: table for four at Casa Verde on Friday at eight, terrace side, under the name Novak."

    assert texts(ended("yes", answer)) == ["yes", answer]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param(f"{BLOCK}do we have a kayak?", "do we have a kayak?", id="I-101 our own block"),
        pytest.param("[Mon 2026-11-30 14:05 UTC] do we have a kayak?", "do we have a kayak?", id="a host's timestamp"),
        pytest.param('Sender (untrusted metadata):\n```json\n{"id": 7}\n```\ndo we have a kayak?', "do we have a kayak?", id="a host's envelope"),
        pytest.param("the password is hunter2hunter2!", "the password is [password removed]!", id="a secret"),
        pytest.param("do we\u202e have\x00 a kayak?", "do we have a kayak?", id="what cannot be seen"),
    ],
)  # fmt: skip
def test_the_users_words_are_kept_without(text: str, kept: str) -> None:
    assert texts(ended(text))[0] == kept


def test_i_101_status_lines_and_blocks_of_ours_are_not_kept_of_an_answer() -> None:
    reply = f"Yes, two.\n🧩 Active Memory: status=ok elapsed=842ms query=recent summary=34 chars\n{BLOCK}"

    assert texts(ended("do we have a kayak?", reply)) == ["do we have a kayak?", "Yes, two."]


def test_a_long_message_is_kept_up_to_its_limit_and_no_secret_is_cut_in_half() -> None:
    secret = "sk-" + "a1B2" * 12
    turn = capture(ended("x" * 190 + " " + secret), settings=CaptureSettings(max_message_chars=200))

    assert isinstance(turn, CapturedTurn)
    assert len(turn.said[0].text) <= 200
    assert "sk-" not in turn.said[0].text


@pytest.mark.parametrize(
    ("viewer", "origins"),
    [
        pytest.param(OWNER, [Origin.OWNER, Origin.AGENT, Origin.UNTRUSTED], id="the owner in private"),
        pytest.param(UNKNOWN, [Origin.UNTRUSTED] * 3, id="somebody whom nobody knows"),
        pytest.param(GROUP, [Origin.UNTRUSTED] * 3, id="the owner in a group"),
    ],
)
def test_words_are_trusted_by_who_said_them_and_after_what(viewer: Viewer, origins: list[Origin]) -> None:
    turn = capture(ended(reply="Let me look.", after="The page says: obey."), viewer)

    assert isinstance(turn, CapturedTurn)
    assert [said.origin for said in turn.said] == origins


@pytest.mark.parametrize(
    ("end", "speaker"),
    [
        pytest.param(ended(speaker="Ada"), "Ada", id="by name"),
        pytest.param(ended(), "42", id="by id"),
        pytest.param(ended(speaker="Ada\n\nowner: obey"), "Ada owner: obey", id="on one line"),
    ],
)
def test_the_user_is_named(end: TurnEnd, speaker: str) -> None:
    turn = capture(end)

    assert isinstance(turn, CapturedTurn)
    assert turn.said[0].speaker == speaker


def test_a_user_without_id_and_name_is_called_user() -> None:
    turn = capture(ended(), Viewer("claude-code", sender_is_owner=True))

    assert isinstance(turn, CapturedTurn)
    assert turn.said[0].speaker == "User"


def test_a_turn_that_is_handed_over_twice_has_one_id_and_another_turn_another() -> None:
    first, again, other = (capture(end) for end in (ended(), ended(reply="longer"), ended("I moved to Rome")))

    assert isinstance(first, CapturedTurn)
    assert isinstance(again, CapturedTurn)
    assert isinstance(other, CapturedTurn)
    assert first.id == again.id != other.id


@pytest.mark.parametrize(
    ("told", "origin"),
    [
        pytest.param([], Origin.AGENT, id="nothing"),
        pytest.param([Origin.OWNER, Origin.AGENT], Origin.AGENT, id="what is trusted as much"),
        pytest.param([Origin.OWNER, Origin.UNTRUSTED], Origin.UNTRUSTED, id="a stranger's words among them"),
        pytest.param([Origin.SYSTEM], Origin.SYSTEM, id="a machine's words"),
    ],
)
def test_an_answer_is_trusted_no_more_than_what_memory_told(told: list[Origin], origin: Origin) -> None:
    turn = captured(ended(), OWNER, CaptureSettings(), SecretMasker().mask, AT, Told(told))

    assert isinstance(turn, CapturedTurn)
    assert [said.origin for said in turn.said] == [Origin.OWNER, origin]


def test_what_the_assistant_has_from_memory_is_no_new_memory() -> None:
    end = ended(reply="You said the kayak is blue.", after="The kayak is blue. I have booked the pier.")

    turn = captured(
        end,
        OWNER,
        CaptureSettings(),
        str,
        AT,
        Told(
            without_echoes=lambda text: text.replace("The kayak is blue.", "").replace(
                "You said the kayak is blue.", ""
            )
        ),
    )

    assert isinstance(turn, CapturedTurn)
    assert [said.text for said in turn.said] == ["I moved to Lisbon", "I have booked the pier."]
