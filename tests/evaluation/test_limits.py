"""Limits are read from the command line, and a run is held to them."""

import pytest

from recall_sidecar.errors import CasesRefused
from recall_sidecar.evaluation.figures import measure
from recall_sidecar.evaluation.limits import Limit, missed, read_limit
from tests.evaluation.turns import judged

RUN = measure((judged({"expect": [{"text": "oolong"}], "secrets": ["oolong tea"]}),))


def test_a_limit_is_a_name_and_a_number() -> None:
    assert read_limit("recall@5=0.8", is_least=True) == Limit("recall@5", 0.8, is_least=True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("recall@5", "the limit recall@5 is no NAME=NUMBER, for example recall@5=0.8"),
        ("recall@5=much", "the limit recall@5=much is no NAME=NUMBER"),
        ("recall@5=nan", "the limit recall@5=nan is no NAME=NUMBER"),
        ("recal@5=1", "no figure is called recal@5; did you mean recall@5?"),
        ("zzz=1", "no figure is called zzz; they are recall@1"),
    ],
)
def test_what_is_no_limit(text: str, told: str) -> None:
    with pytest.raises(CasesRefused) as refused:
        read_limit(text, is_least=True)

    assert str(refused.value).startswith(told)


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (Limit("recall@5", 1.0, is_least=True), []),
        (Limit("leaks", 0.0, is_least=False), ["leaks is 100.0%, over the limit of 0"]),
        (Limit("leaks", 1.0, is_least=False), []),
        (Limit("calls", 2.0, is_least=True), ["calls is 1, under the limit of 2"]),
        (Limit("repeats", 0.0, is_least=False), ["repeats could not be measured: no case is made for it"]),
    ],
)
def test_what_is_missed(limit: Limit, told: list[str]) -> None:
    assert list(missed(RUN, [limit])) == told
