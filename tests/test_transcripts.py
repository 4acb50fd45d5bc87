"""Transcripts are written only on request and never outside their folder."""

import json
import stat
from pathlib import Path

import pytest

from recall_sidecar.settings import TraceSettings
from recall_sidecar.transcripts import Transcripts

KEPT = TraceSettings(persist_transcripts=True)
ENTRIES = ({"role": "user", "text": "哪种茶？"}, {"role": "assistant", "text": "NONE"})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "state" / "transcripts"


async def _keep(
    root: Path, settings: TraceSettings = KEPT, *, agent_id: str = "main", trace_id: str = "01A"
) -> Path | None:
    return await Transcripts(root).keep(settings, agent_id=agent_id, trace_id=trace_id, entries=ENTRIES)


async def test_nothing_at_all_is_written_unless_asked_for(root: Path) -> None:
    assert await _keep(root, TraceSettings()) is None

    assert not root.exists()


async def test_a_transcript_is_one_json_object_a_line(root: Path) -> None:
    file = await _keep(root)

    assert file == root / "active-memory" / "main" / "01A.jsonl"
    assert [json.loads(line) for line in file.read_text("utf-8").splitlines()] == list(ENTRIES)


async def test_only_the_owner_of_the_account_can_read_it(root: Path) -> None:
    file = await _keep(root)

    assert file is not None
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in (root, file.parent, file.parent.parent)} == {
        0o700
    }


async def test_folders_that_are_there_already_are_used(root: Path) -> None:
    await _keep(root, trace_id="01A")

    assert await _keep(root, trace_id="01B") is not None


async def test_the_folder_of_the_settings_is_used(root: Path) -> None:
    file = await _keep(root, TraceSettings(persist_transcripts=True, transcript_dir="audit/recall"))

    assert file == root / "audit" / "recall" / "main" / "01A.jsonl"


@pytest.mark.parametrize(
    ("agent_id", "folder"),
    [
        pytest.param("support agent", "support%20agent", id="a space"),
        pytest.param("../../etc", "..%2F..%2Fetc", id="a way out"),
        pytest.param("..", "%2E%2E", id="the folder above"),
        pytest.param(".", "%2E", id="the folder itself"),
        pytest.param("", "%00", id="no name"),
        pytest.param("a\\b:c", "a%5Cb%3Ac", id="separators of other systems"),
        pytest.param("助手", "%E5%8A%A9%E6%89%8B", id="another script"),
        pytest.param("a\0b", "a%00b", id="a null character"),
        pytest.param("a\ud800", "a%3F", id="no valid text"),
    ],
)
async def test_an_agent_id_is_one_folder_below_the_root(root: Path, agent_id: str, folder: str) -> None:
    file = await _keep(root, agent_id=agent_id)

    assert file == root / "active-memory" / folder / "01A.jsonl"
    assert file.is_file()


async def test_very_long_agent_ids_fit_and_stay_apart(root: Path) -> None:
    files = [await _keep(root, agent_id="x" * 300 + end) for end in "ab"]

    assert None not in files
    assert files[0] != files[1]


async def test_a_trace_id_cannot_leave_the_folder_either(root: Path) -> None:
    file = await _keep(root, trace_id="../../../evil")

    assert file is not None
    assert file.parent == root / "active-memory" / "main"


@pytest.mark.parametrize("where", ["", "active-memory", "active-memory/main"])
async def test_a_folder_that_is_a_symbolic_link_is_refused(
    root: Path, where: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    planted = root / where
    planted.parent.mkdir(parents=True, exist_ok=True)
    planted.symlink_to(outside)

    assert await _keep(root) is None

    assert list(outside.iterdir()) == []
    assert [record.getMessage() for record in caplog.records] == ["transcript_failed"]


async def test_a_file_that_is_a_symbolic_link_is_refused(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    folder = root / "active-memory" / "main"
    folder.mkdir(parents=True)
    (folder / "01A.jsonl").symlink_to(outside)

    assert await _keep(root) is None

    assert not outside.exists()


async def test_an_existing_transcript_is_not_replaced(root: Path) -> None:
    first = await _keep(root)
    assert first is not None
    before = first.read_bytes()

    assert await _keep(root) is None

    assert first.read_bytes() == before
