"""What stands behind the trace page."""

from tests.server.fakes import House


async def test_a_turn_that_is_kept_as_it_was_sent_can_run_again() -> None:
    house = House()
    page = house.services().page
    trace = house.finish_turn()

    assert page.can_replay(trace.trace_id)
    assert not page.can_replay("01NONE")
    assert await page.replay(trace.trace_id) == trace
