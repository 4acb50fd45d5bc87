"""Number the lines of a text, one way for the index and for reading.

Only a line feed ends a line, as editors count. A line longer than `LONG_LINE_CHARS` (a minified file, an export
without line breaks) counts as several, so that every part of it has a number at which reading can begin.
"""

__all__ = ["LONG_LINE_CHARS", "numbered", "numbered_as", "pieces"]

LONG_LINE_CHARS = 4000
# How far back from the limit a space is looked for, so that words stay whole.
_BACK_CHARS = 200


def numbered(text: str) -> list[str]:
    """Return the lines of `text`; the first is line 1. An end of line at the very end starts no further line."""
    lines: list[str] = []
    for line in text.removesuffix("\n").split("\n"):
        line = line.removesuffix("\r")  # noqa: PLW2901 - the same line, as an editor shows it
        if len(line) <= LONG_LINE_CHARS:
            lines.append(line)
        else:
            lines.extend(pieces(line, LONG_LINE_CHARS))
    return lines


def numbered_as(written: str, shown: str) -> list[str]:
    """Return the lines of `shown`, which has each line of `written` as it is read, numbered as those of `written`.

    Marks that are left out make a long line shorter; what follows keeps its number all the same, and with it whatever is
    known of a line by its number.
    """
    lines: list[str] = []
    for before, line in zip(written.removesuffix("\n").split("\n"), shown.split("\n"), strict=False):
        numbers = len(numbered(before))
        if numbers == 1:
            lines.append(line.removesuffix("\r"))
            continue
        *whole, rest = pieces(line, LONG_LINE_CHARS)
        # Marks that are spelt out make it longer: the last number takes what is over.
        parts = [*whole[: numbers - 1], "".join([*whole[numbers - 1 :], rest])]
        lines += [*parts, *[""] * (numbers - len(parts))]
    return lines


def pieces(line: str, max_chars: int) -> list[str]:
    """Return `line` cut into parts of at most `max_chars`, at a space where one is near; joined they are `line`."""
    found = []
    start = 0
    while len(line) - start > max_chars:
        end = start + max_chars
        space = line.rfind(" ", end - min(_BACK_CHARS, max_chars // 2), end)
        end = space + 1 if space > start else end
        found.append(line[start:end])
        start = end
    found.append(line[start:])
    return found
