"""How a summary is cut into clauses and put together again."""

import pytest

from recall_sidecar.recall.verify.clauses import clauses, joined, pieces


@pytest.mark.parametrize(
    ("summary", "language", "expected"),
    [
        pytest.param("Likes tea.", "en", ["Likes tea."], id="one"),
        pytest.param("Likes tea. Has a cat.", "en", ["Likes tea.", "Has a cat."], id="two sentences"),
        pytest.param(
            "Mara likes green tea and she has a cat.",
            "en",
            ["Mara likes green tea", "she has a cat."],
            id="and",
        ),
        pytest.param(
            "Mara likes tea and cake.", "en", ["Mara likes tea and cake."], id="no statement behind and"
        ),
        pytest.param("Mara likes tea but hates cake.", "en", ["Mara likes tea", "hates cake."], id="but"),
        pytest.param(
            "On 5 May Mara and her brother ran home.",
            "en",
            ["On 5 May Mara and her brother ran home."],
            id="nothing is said yet",
        ),
        pytest.param("Mara runs; she swims", "en", ["Mara runs", "she swims"], id="a semicolon"),
        pytest.param(
            "The trip was moved to 3 March (noted 2026-02-11, may be old).",
            "en",
            ["The trip was moved to 3 March", "(noted 2026-02-11, may be old)."],
            id="brackets stay together",
        ),
        pytest.param(
            "The man who runs daily here.", "en", ["The man who runs daily here."], id="a relative word alone"
        ),
        pytest.param("她喜欢茶，养了一只猫。", "zh", ["她喜欢茶", "养了一只猫。"], id="Chinese"),
        pytest.param("她喜欢茶并且养了一只猫", "zh", ["她喜欢茶", "养了一只猫"], id="a Chinese joint"),
        pytest.param("AI喜欢茶；玛拉跑步", "zh", ["AI喜欢茶", "玛拉跑步"], id="Latin letters before Chinese"),
        pytest.param(
            "According to the assistant, tea is warm.",
            "en",
            ["According to the assistant, tea is warm."],
            id="who says it is no statement",
        ),
        pytest.param("Sie mag Tee, weil er warm ist.", "de", ["Sie mag Tee", "er warm ist."], id="German"),
    ],
)
def test_a_summary_is_cut(summary: str, language: str, expected: list[str]) -> None:
    found = clauses(summary, language)

    assert [clause.text for clause in found] == expected
    assert joined(found, [True] * len(found)) == summary


@pytest.mark.parametrize(
    ("summary", "kept", "expected"),
    [
        pytest.param("Mara likes tea, has a cat.", [True, False], "Mara likes tea.", id="the end goes"),
        pytest.param("Mara likes tea, has a cat.", [False, True], "", id="what it hung on goes"),
        pytest.param("Mara runs; she swims", [False, True], "She swims", id="what stands by itself stays"),
        pytest.param("Mara runs. She swims.", [False, True], "She swims.", id="a sentence goes"),
        pytest.param("她喜欢茶。她养猫。她跑步。", [True, False, True], "她喜欢茶。她跑步。", id="Chinese"),
        pytest.param("Mara runs.", [False], "", id="nothing stays"),
    ],
)
def test_what_is_kept_is_put_together(summary: str, kept: list[bool], expected: str) -> None:
    assert joined(clauses(summary), kept) == expected


def test_a_sentence_may_end_with_a_number() -> None:
    found = clauses("Then she rests 5. They are tired. He left on 5. Mai again.")

    assert [(clause.text, clause.sentence) for clause in found] == [
        ("Then she rests 5.", 0), ("They are tired.", 1), ("He left on 5. Mai again.", 2),
    ]  # fmt: skip


def test_pieces_of_a_list_are_known() -> None:
    assert [clause.goes_on for clause in clauses("Mara likes teas, has cats; she runs")] == [
        False,
        True,
        False,
    ]
    assert pieces("no meat, fish or eggs but tea") == [
        (False, "no meat"), (True, " fish"), (True, "eggs"), (False, "tea"),
    ]  # fmt: skip
