"""Room for a bounded number of requests."""

import pytest

from recall_sidecar.errors import RequestRefused
from recall_sidecar.server.slots import Slots


def test_one_more_than_the_limit_is_refused() -> None:
    slots = Slots(1)

    with slots.take(), pytest.raises(RequestRefused) as refused, slots.take():
        pytest.fail("there was no room")

    assert refused.value.status == 429
    assert slots.taken == 0


def test_a_failed_request_gives_its_place_back() -> None:
    slots = Slots(1)

    with pytest.raises(ZeroDivisionError), slots.take():
        _ = 1 / 0

    assert not slots.full
