"""The figures of the overview."""

import pytest

from tests.server.fakes import House, Served


async def test_turns_of_the_last_day_are_summed(daemon: Served, house: House) -> None:
    house.finish_turn()
    house.finish_turn()

    _, answer = await daemon.get("/v1/page/overview")

    assert (answer["hours"], answer["turns"], len(answer["buckets"])) == (24, 2, 24)
    assert answer["buckets"][-1]["outcomes"] == {"ok": 2}


@pytest.mark.parametrize("hours", ["0", "745", "x", "-1", "1e2", "²"])
async def test_hours_that_are_no_number_are_refused(daemon: Served, hours: str) -> None:
    status, refused = await daemon.get(f"/v1/page/overview?hours={hours}")

    assert (status, refused["error"]["field"]) == (400, "hours")
