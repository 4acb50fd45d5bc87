"""The user's own cases are a file that nobody else can read."""

import stat
from pathlib import Path

import pytest

from recall_sidecar.evaluation.own_cases import OwnCases


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "cases.jsonl"


def test_cases_are_added_one_a_line_for_this_user_alone(path: Path) -> None:
    cases = OwnCases(path)

    cases.add('{"message": "茶"}')
    cases.add('{"message": "b"}')

    assert path.read_text(encoding="utf-8") == '{"message": "茶"}\n{"message": "b"}\n'
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)] == [0o600, 0o700]


def test_a_file_that_was_open_to_others_is_closed(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    path.write_text("")
    path.chmod(0o644)

    OwnCases(path).add("{}")

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_forgotten_goes_and_the_rest_stays(path: Path) -> None:
    cases = OwnCases(path)
    assert cases.forget(lambda _: True) == 0
    for line in ("a", "b\u2028a", "a"):
        cases.add(line)

    assert cases.forget(lambda line: line.startswith("a")) == 2
    assert cases.forget(lambda line: line.startswith("a")) == 0
    assert path.read_text(encoding="utf-8") == "b\u2028a\n"


def test_no_link_is_followed_and_a_full_file_takes_no_more(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic link"):
        OwnCases(path).add("{}")
    path.unlink()
    with path.open("wb") as file:
        file.truncate(20_000_001)

    with pytest.raises(OSError, match="full"):
        OwnCases(path).add("{}")
