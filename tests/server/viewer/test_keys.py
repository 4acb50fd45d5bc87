"""A code is good once and for half a minute; a key as long as its page is used."""

import pytest

from recall_sidecar.server.viewer.keys import CODE_S, IDLE_S, PageKeys
from recall_sidecar.testing import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def keys(clock: FakeClock) -> PageKeys:
    return PageKeys(clock)


def signed_in(keys: PageKeys) -> str:
    key = keys.redeem(keys.new_code())
    assert key is not None
    return key


def test_a_code_becomes_a_key_once(keys: PageKeys) -> None:
    code = keys.new_code()
    states: list[str] = [keys.code]

    key = keys.redeem(code)
    states.append(keys.code)

    assert key is not None
    assert key != code
    assert keys.opens(key)
    assert states == ["waiting", "used"]
    assert keys.redeem(code) is None


@pytest.mark.parametrize("wrong", ["", "x", "\ud800"])
def test_what_is_no_code_opens_nothing_and_leaves_the_code_waiting(keys: PageKeys, wrong: str) -> None:
    assert keys.code == "none"
    assert keys.redeem("") is None
    code = keys.new_code()

    assert keys.redeem(wrong) is None
    assert not keys.opens(wrong)
    assert keys.redeem(code) is not None


def test_a_code_ends_after_half_a_minute(keys: PageKeys, clock: FakeClock) -> None:
    code = keys.new_code()
    clock.advance(CODE_S)

    assert keys.code == "expired"
    assert keys.redeem(code) is None


def test_a_newer_code_takes_the_place_of_the_one_that_waits(keys: PageKeys) -> None:
    first, second = keys.new_code(), keys.new_code()

    assert keys.redeem(first) is None
    assert keys.redeem(second) is not None


def test_a_key_ends_when_nobody_uses_it(keys: PageKeys, clock: FakeClock) -> None:
    used, idle = signed_in(keys), signed_in(keys)
    clock.advance(IDLE_S - 1)
    assert keys.opens(used)
    clock.advance(2)

    assert keys.opens(used)
    assert not keys.opens(idle)
    assert keys.pages == 1


def test_a_page_that_signs_out_has_no_key(keys: PageKeys) -> None:
    key = signed_in(keys)

    keys.end(key)
    keys.end(key)

    assert not keys.opens(key)
    assert keys.pages == 0


def test_of_too_many_pages_the_one_used_longest_ago_is_signed_out(keys: PageKeys, clock: FakeClock) -> None:
    first, second = signed_in(keys), signed_in(keys)
    clock.advance(1)
    assert keys.opens(first)
    for _ in range(15):
        signed_in(keys)

    assert keys.opens(first)
    assert not keys.opens(second)
    assert keys.pages == 16
