"""What an HTTP status of the gateway means."""

import pytest

from recall_sidecar.memory.openclaw.failures import of_status


@pytest.mark.parametrize(
    ("status", "retry_after", "rest_s", "scope"),
    [
        pytest.param(401, "", 30.0, "store", id="a wrong token"),
        pytest.param(404, "", 30.0, "tool", id="a tool that policy denies"),
        pytest.param(403, "", 30.0, "tool", id="a call that policy denies"),
        pytest.param(400, "", 30.0, "tool", id="a call that is not understood"),
        pytest.param(429, "7", 7.0, "store", id="too many calls"),
        pytest.param(429, "0", 1.0, "store", id="too many calls, again at once"),
        pytest.param(429, "999999", 600.0, "store", id="too many calls, again some day"),
        pytest.param(429, "9" * 5000, 600.0, "store", id="too many calls, a number of endless digits"),
        pytest.param(429, "Wed, 02 Dec 2026", 30.0, "store", id="too many calls, a date"),
        pytest.param(500, "", None, "store", id="a fault of the gateway"),
        pytest.param(302, "", None, "store", id="a redirect, which is not followed"),
    ],
)
def test_a_status_says_how_long_to_wait(
    status: int, retry_after: str, rest_s: float | None, scope: str
) -> None:
    failure = of_status(status, retry_after)

    assert failure is not None
    assert (failure.rest_s, failure.scope, failure.wants_token) == (rest_s, scope, status == 401)


def test_an_answer_is_no_failure() -> None:
    assert of_status(200, "") is None
