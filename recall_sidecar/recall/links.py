"""Addresses in a note: one that no passage holds was made up, and may carry what memory says to whoever answers there."""

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["without_made_up_links"]

# With a scheme; an address of several names, or of one with a path; a mailbox.
_LINK: Final = re.compile(
    r"[<(\[]?(?:"
    r"[A-Za-z][A-Za-z0-9+.-]{1,20}:/{2,}[^\s<>\"”]{1,2000}"
    r"|(?:mailto|data|javascript|tel|sms):[^\s<>\"”]{1,2000}"
    r"|(?<![\w@.-])(?:[\w-]{1,63}\.){1,12}(?:[A-Za-z]{2,24}|\d{1,3})(?::\d{1,5})?[/?#][^\s<>\"”]{0,2000}"
    r"|(?<![\w@.-])(?:[\w-]{1,63}\.){2,12}[A-Za-z]{2,24}(?![\w-]|\.\w)"
    r"|(?<![\w@.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,12}[A-Za-z]{2,24}"
    r")[>)\]]?",
    re.IGNORECASE,
)
_AROUND: Final = "<>()[].,;:!?'’"
_MARKS: Final = ".,;:!?"
_GAP: Final = re.compile(r"\s+(?=[.,;:!?])|(?<=\s)\s+")


def without_made_up_links(note: str, passages: Iterable[str]) -> str:
    """Return `note` without each address that stands in none of `passages` as it is; one that was shortened stays."""
    if "." not in note and ":" not in note:
        return note
    known = "\n".join(passages).casefold()

    def kept(link: re.Match[str]) -> str:
        if link[0].strip(_AROUND).casefold() in known:
            return link[0]
        # What ends the sentence is no part of the address.
        return link[0][len(link[0].rstrip(_MARKS)) :]

    changed = _LINK.sub(kept, note)
    return note if changed == note else _GAP.sub("", changed).strip()
