"""Whether a clause says that somebody asks or tells."""

import pytest

from recall_sidecar.recall.verify.asking import asks, is_request, tells


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        ("Anna asks for tips", True, False), ("王峰问怎样放松", True, False), ("Wang demande comment faire", True, False), ("он спросил об этом", True, False),
        ("AI说很重要", False, True), ("Zhou racconta un panorama", False, True), ("The assistant suggested tea", False, True), ("AI提醒注意安全", False, True),
        ("初次问好", False, False), ("没说是什么", False, False), ("Anna drinks tea", False, False), ("这个问题很难", False, False),
    ],
)  # fmt: skip
def test_a_clause_says_that_somebody_asks_or_tells(text: str, asked: bool, told: bool) -> None:
    assert asks(text) is asked
    assert tells(text) is told


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [("How are you?", True), ("Can you help me", True), ("你有什么建议", True), ("I drink tea.", False), ("我喝茶。", False)],
)  # fmt: skip
def test_a_sentence_asks(sentence: str, expected: bool) -> None:
    assert is_request(sentence) is expected
