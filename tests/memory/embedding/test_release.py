"""Free memory goes back to the system where the C library can do that."""

import ctypes
import sys

import psutil

from recall_sidecar.memory.embedding.release import keep_no_large_blocks, release


def test_what_is_free_goes_back() -> None:
    # Small pieces, so that they do not go back by themselves, and the last of them stays in use.
    pieces = [bytes(1000) for _ in range(60_000)]
    last = pieces[-1]
    del pieces
    before = psutil.Process().memory_info().rss

    able = release()

    assert able == (sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim"))
    assert psutil.Process().memory_info().rss <= before
    assert last


def test_large_blocks_go_back_at_once() -> None:
    assert keep_no_large_blocks() == hasattr(ctypes.CDLL(None), "mallopt")


def test_a_library_that_cannot_is_left_alone() -> None:
    without = ctypes.CDLL(None)
    vars(without).update(malloc_trim=None, mallopt=None)

    assert not release(without)
    assert not keep_no_large_blocks(without)
