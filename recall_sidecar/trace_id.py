"""Ids of turns: ULIDs, which sort by the time they were made.

Made here in the form of https://github.com/ulid/spec: each turn needs one, and two letters at a time cost half of what the
usual package takes.
"""

import os
import time

__all__ = ["new_trace_id"]

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = tuple(first + second for first in _LETTERS for second in _LETTERS)
# 48 bits of milliseconds and 80 of chance, in 13 pairs of 10 bits; the first of them holds two bits less than it could.
_SHIFTS = tuple(range(120, -1, -10))


def new_trace_id() -> str:
    """Return an id that sorts by time."""
    value = time.time_ns() // 1_000_000 << 80 | int.from_bytes(os.urandom(10))
    return "".join([_PAIRS[value >> shift & 1023] for shift in _SHIFTS])
