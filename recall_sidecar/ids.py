"""Compare ids without letter case, and without letting one stand for another that only looks like it."""

__all__ = ["folded"]


def folded(value: str) -> str:
    """Return an id as it is compared: without surrounding space, in lower case.

    Hosts spell one id in several ways. A sign whose small letter is that of another sign stays as it is: the Kelvin sign is
    no K, or whoever may choose an id could take the name of an owner or of another agent.
    """
    value = value.strip()
    if value.isascii():
        return value.lower()
    return "".join(letter.lower() if letter.lower().upper() == letter else letter for letter in value)
