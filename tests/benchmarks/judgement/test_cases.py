"""Cases of summaries are read with the texts of their passages."""

import json
from datetime import date
from pathlib import Path

from benchmarks.judgement.cases import load


def write(folder: Path, of_set: str, *documents: dict[str, object]) -> None:
    (folder / of_set).mkdir(parents=True)
    (folder / of_set / "documents.jsonl").write_text("\n".join(map(json.dumps, documents)), "utf-8")


def case(of_set: str, *ids: str) -> dict[str, object]:
    return {
        "id": "1", "set": of_set, "lang": "en", "passages": [{"id": each, "date": None, "speaker": None} for each in ids],
        "summary": "Mara likes tea.", "corruptions": [{"kind": "negation", "summary": "Mara hates tea."}],
    }  # fmt: skip


def test_passages_are_filled_in_by_their_ids(tmp_path: Path) -> None:
    write(
        tmp_path, "chats", {"id": "a", "text": "I like tea.", "speaker": "Mara", "date": "2026-03-10T09:00"}
    )
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case("chats", "a")) + "\n\n", "utf-8")

    (found,) = load(file, tmp_path)

    (seen,) = found.seen
    assert (seen.number, seen.text, seen.speaker, seen.day) == (1, "I like tea.", "Mara", date(2026, 3, 10))
    assert found.corruptions == (("negation", "Mara hates tea."),)


def test_the_second_line_of_a_chat_may_be_the_assistant_s(tmp_path: Path) -> None:
    write(
        tmp_path, "memorybank_zh", {"id": "a", "text": "我喜欢茶。\n好的。", "speaker": "刘琳", "date": None}
    )
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case("memorybank_zh", "a")), "utf-8")

    (found,) = load(file, tmp_path)

    assert found.seen[0].text == "刘琳: 我喜欢茶。\nAI: 好的。"
    assert found.seen[0].day is None
