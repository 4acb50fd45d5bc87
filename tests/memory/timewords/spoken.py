"""What a text says of time, in a form that tests can compare."""

from datetime import date

from recall_sidecar.memory.when import resolve

# A Monday.
TODAY = date(2026, 11, 30)


def spoken(text: str, today: date = TODAY) -> str:
    """Return the spans in `text`, `FIRST..LAST` or one day each, separated by spaces."""
    return " ".join(
        str(span.first) if span.first == span.last else f"{span.first}..{span.last}"
        for span in resolve(text, today).spans
    )
