"""Things of Chinese clauses."""

import pytest

from recall_sidecar.recall.verify.chinese import is_new_in_chinese
from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.lexicon.held import HELD


@pytest.mark.parametrize(
    ("clause", "passage", "expected"),
    [
        pytest.param("她喜欢摇滚", "我喜欢爵士。", True, id="one for another"),
        pytest.param("她喜欢登山", "我喜欢爬山。", False, id="another word for it"),
        pytest.param("她看见大象", "我看见河马。", True, id="a word with a meaning"),
        pytest.param("她和史蒂夫去了", "我去了。", True, id="a run of foreign sounds"),
        pytest.param("她去了山里", "我去了河边。", False, id="one character tells nothing"),
        pytest.param("她读《爵士》", "我读小说。", False, id="in a title, which is a name"),
        pytest.param("她喜欢摇滚", "I like rock.", False, id="a translation"),
    ],
)
def test_a_thing_is_new(clause: str, passage: str, expected: bool) -> None:
    found = [evidence(Seen(1, passage))]

    assert is_new_in_chinese(claim_of(clause, found, "zh", begins=False), found) is expected


def test_each_thing_has_a_word_that_tells_and_each_word_one_thing() -> None:
    kinds = [kind.split() for kind in HELD.strip().replace("\n", "|").split("|")]
    words = [word for kind in kinds for word in kind if len(word) > 1]

    assert all(any(len(word) > 1 for word in kind) for kind in kinds)
    assert sorted(words) == sorted(set(words))
