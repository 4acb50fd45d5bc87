"""What the page is answered with, from our own values."""

from recall_sidecar.server.viewer.page_replies import ReplayReply, RowReport, SwitchesReply
from recall_sidecar.turn_rows import row_of
from tests.turns import TRACE_ID, turn


def test_a_line_has_the_names_of_the_wire() -> None:
    row = RowReport.of(row_of(turn())).model_dump(by_alias=True)

    assert (row["traceId"], row["modelCalls"], row["elapsedMs"]) == (TRACE_ID, 1, 842.0)


def test_a_turn_that_ran_again_is_told_beside_the_first_time() -> None:
    reply = ReplayReply.of(turn(), turn(summary="Likes sencha."), "told")

    assert [change.what for change in reply.changes if not change.same] == ["memory said"]
    assert reply.trace["summary"] == "Likes sencha."


def test_every_switch_is_in_words() -> None:
    reply = SwitchesReply(memory=True, sessions=())

    assert all(words.endswith(".") for switch in reply.switches for words in switch.does.values())
