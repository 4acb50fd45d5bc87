import os
import tracemalloc

import pytest

from recall_sidecar.memory.documents import Document, read, still_holds
from tests.memory.conftest import Workspace


def document(workspace: Workspace, text: bytes, max_bytes: int = 1000) -> Document:
    workspace.write("a.md", text)
    found = read(str(workspace.root), "a.md", max_bytes=max_bytes)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        pytest.param("Grüße 猫".encode(), "Grüße 猫", id="UTF-8"),
        pytest.param(b"\xef\xbb\xbfhello", "hello", id="a byte-order mark is dropped"),
        pytest.param(b"", "", id="an empty file"),
    ],
)
def test_bytes_become_text(workspace: Workspace, raw: bytes, text: str) -> None:
    found = document(workspace, raw)

    assert (found.text, found.problem, found.is_text) == (text, "", True)


def test_half_a_character_at_the_end_is_left_out_without_a_word(workspace: Workspace) -> None:
    found = document(workspace, "- 料理".encode()[:-1])

    assert (found.text, found.problem) == ("- 料", "")


def test_letters_of_another_encoding_are_replaced_and_told(workspace: Workspace) -> None:
    found = document(workspace, "Käse für Zoë\n".encode("latin-1"))

    assert (found.text, found.is_text) == ("K\ufffdse f\ufffdr Zo\ufffd\n", True)
    assert found.problem == "not UTF-8 at byte 1, so letters are missing; save it as UTF-8"


def test_a_large_file_of_another_encoding_has_both_problems(workspace: Workspace) -> None:
    found = document(workspace, b"\xe4" + b"a" * 2000)

    assert found.text == "\ufffd" + "a" * 999
    assert "memory.max_file_bytes" in found.problem
    assert "not UTF-8" in found.problem


def test_a_file_with_nul_bytes_is_not_text(workspace: Workspace) -> None:
    found = document(workspace, b"PK\0\0")

    assert (found.text, found.is_text) == ("", False)
    assert "not a text file" in found.problem


def test_a_large_file_is_read_up_to_its_limit_and_says_so(workspace: Workspace) -> None:
    found = document(workspace, "ü".encode() * 3000, max_bytes=1001)

    assert found.text == "ü" * 500
    assert found.size == 6000
    assert "memory.max_file_bytes" in found.problem


def test_the_digest_tells_contents_apart(workspace: Workspace) -> None:
    assert document(workspace, b"one").digest != document(workspace, b"two").digest
    assert document(workspace, b"one").digest == document(workspace, b"one").digest


def test_a_missing_file_is_none(workspace: Workspace) -> None:
    assert read(str(workspace.root), "none.md", max_bytes=10) is None


@pytest.mark.parametrize(
    ("raw", "was", "now", "same"),
    [
        pytest.param(b"hello", 1000, 10, True, id="a whole file"),
        pytest.param(b"hello", 1000, 3, False, id="a file that is too large now"),
        pytest.param(b"hello", 3, 3, True, id="a file that is too large as before"),
        pytest.param(b"hello", 3, 4, False, id="a file of which more is read now"),
        pytest.param(b"hello", 3, 1000, False, id="a file that is read whole now"),
        pytest.param(b"\xe4hello", 1000, 900, True, id="another encoding"),
        pytest.param(b"\xe4hello", 3, 3, True, id="another encoding and too large as before"),
        pytest.param(b"\xe4hello", 3, 1000, False, id="another encoding and read whole now"),
        pytest.param(b"PK\0", 1000, 2, True, id="no text"),
    ],
)
def test_whether_a_problem_still_holds(
    workspace: Workspace, raw: bytes, was: int, now: int, same: bool
) -> None:
    found = document(workspace, raw, max_bytes=was)

    assert still_holds(found.problem, found.size, now) is same


def test_of_a_sparse_file_of_200_megabytes_only_the_beginning_is_read(workspace: Workspace) -> None:
    file = workspace.write("sparse.md", "The kitchen is green.\n")
    os.truncate(file, 200 * 1024 * 1024)

    tracemalloc.start()
    found = read(str(workspace.root), "sparse.md", max_bytes=1024 * 1024)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert found is not None
    assert (found.is_text, found.size) == (False, 200 * 1024 * 1024)
    assert most < 8 * 1024 * 1024
