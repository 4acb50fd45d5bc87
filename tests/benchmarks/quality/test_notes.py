"""A haystack becomes notes, and each line of them knows its document."""

from pathlib import Path

from benchmarks.quality import notes
from benchmarks.quality.sets import load
from recall_sidecar.memory.chunks import cut
from recall_sidecar.memory.lines import numbered


def test_each_session_is_a_file_of_its_day_and_each_document_a_passage(data: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    haystack = load(data / "small").haystacks[0]

    written = notes.write(haystack, tmp_path / "notes")

    files = sorted(file.name for file in (tmp_path / "notes").iterdir())
    assert files == ["2023-05-08-0.md", "note-1.md"]
    chunks = [
        (file, chunk)
        for file in files
        for chunk in cut(numbered((tmp_path / "notes" / file).read_text(encoding="utf-8")), file)
    ]
    assert [written.document_at(file, chunk.from_line) for file, chunk in chunks] == ["d1", "d2", "d3"]
    assert [chunk.heading for _, chunk in chunks] == ["Ann", "Ben", "Ann"]


def test_the_last_line_of_a_document_is_still_its_own(data: Path, tmp_path: Path) -> None:
    written = notes.write(load(data / "small").haystacks[0], tmp_path)

    assert [written.document_at("2023-05-08-0.md", line) for line in (1, 2, 3, 6)] == ["d1", "d1", "d2", "d2"]
