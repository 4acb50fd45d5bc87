"""Codes that sign a browser in, and the keys that a signed-in page asks with.

A code is good once, for half a minute, and a newer one takes its place. It becomes a key, which the page keeps in its own
memory: a key ends with the daemon, or when nobody has used it for a while. Only digests are kept here.
"""

import hashlib
import secrets
from collections import OrderedDict
from typing import Final, Literal, TypeAlias

from aiohttp import web

from recall_sidecar.deadline import Clock

__all__ = ["CODE_S", "IDLE_S", "PAGE_KEYS", "CodeState", "PageKeys"]

CODE_S: Final = 30.0
IDLE_S: Final = 3600.0
_MAX_PAGES: Final = 16
CodeState: TypeAlias = Literal["none", "waiting", "used", "expired"]


class PageKeys:
    """The one code that waits, and the keys of the pages that are signed in; belongs to one event loop."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._code = b""
        self._code_until = 0.0
        self._code_used = False
        # When each was last used, the one used longest ago first.
        self._used: OrderedDict[bytes, float] = OrderedDict()

    def new_code(self) -> str:
        """Return a code that nobody has seen; one that still waits is void from here on."""
        code = secrets.token_urlsafe(32)
        self._code, self._code_used = _digest(code), False
        self._code_until = self._clock.monotonic() + CODE_S
        return code

    def redeem(self, code: str) -> str | None:
        """Return the key that a code is good for, None when it is not the one that waits."""
        if self.code != "waiting" or not secrets.compare_digest(_digest(code), self._code):
            return None
        self._code_used = True
        key = secrets.token_urlsafe(32)
        self._used[_digest(key)] = self._clock.monotonic()
        while len(self._used) > _MAX_PAGES:
            self._used.popitem(last=False)
        return key

    def opens(self, presented: str) -> bool:
        """Return whether this is the key of a page that is signed in, which counts as its being used."""
        self._end_idle()
        name = _digest(presented)
        if name not in self._used:
            return False
        self._used[name] = self._clock.monotonic()
        self._used.move_to_end(name)
        return True

    def end(self, presented: str) -> None:
        """Sign the page out that has this key."""
        self._used.pop(_digest(presented), None)

    @property
    def code(self) -> CodeState:
        """What has become of the newest code."""
        if not self._code or self._code_used:
            return "used" if self._code_used else "none"
        return "waiting" if self._clock.monotonic() < self._code_until else "expired"

    @property
    def pages(self) -> int:
        """How many pages are signed in."""
        self._end_idle()
        return len(self._used)

    def _end_idle(self) -> None:
        before = self._clock.monotonic() - IDLE_S
        while self._used and next(iter(self._used.values())) < before:
            self._used.popitem(last=False)


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


PAGE_KEYS: web.AppKey[PageKeys] = web.AppKey("page_keys", PageKeys)
