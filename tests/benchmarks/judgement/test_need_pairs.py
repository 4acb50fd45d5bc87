"""Which message is put to which memory."""

import json
from pathlib import Path

from benchmarks.judgement.need_pairs import load, load_cases, puts

IDLE = [
    {"id": "n1", "source": "sums", "text": "What is 2 + 2?"},
    {"id": "n2", "source": "sums", "text": "I drink oolong."},
]


def test_questions_go_to_right_and_wrong_memories(data: Path) -> None:
    put = [each for _, each in puts(load(data / "small"), None, IDLE)]

    assert [(each.kind, each.id, each.haystack, each.without) for each in put] == [
        ("own", "q1", "h1", ()), ("bare", "q1", "h1", ("d2",)), ("other", "q1", "h2", ()),
        ("own", "q4", "h2", ()), ("bare", "q4", "h2", ("d4",)), ("other", "q4", "h1", ()),
        ("decoy", "q2", "h1", ()), ("decoy", "q3", "h1", ()),
        ("none", "n1", put[8].haystack, ()), ("none", "n2", "h2", ()),
    ]  # fmt: skip


def test_a_set_with_one_memory_borrows_another(data: Path, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    person = {
        "person": "p", "lang": "en", "memory": ["I am a baker."],
        "asks": [{"message": "What do I do?", "gold": [0]}], "idle": [{"message": "Hello", "kind": "chat"}],
    }  # fmt: skip
    cases.write_text(json.dumps(person) + "\n", encoding="utf-8")

    memories, idle = load_cases(cases)
    put = [(holder, each.kind, each.haystack) for holder, each in puts(memories, load(data / "small"), idle)]

    assert put[:2] == [("cases", "own", "p"), ("cases", "bare", "p")]
    assert (put[2][:2], put[3]) == (("small", "other"), ("cases", "none", "p"))
    assert [kind for _, kind, _ in [(h, e.kind, e) for h, e in puts(memories, None, idle)]] == [
        "own",
        "bare",
        "none",
    ]
