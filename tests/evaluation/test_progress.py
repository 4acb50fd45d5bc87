"""A bar is drawn for people and for nobody else."""

import io

from recall_sidecar.evaluation.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_it_is() -> None:
    screen = Terminal()
    progress = Progress(2, screen)

    progress.advance("small")
    progress.advance("small")
    progress.end()

    _, half, whole = screen.getvalue().split("\r")
    assert "50% small" in half
    assert "100% small" in whole
    assert whole.endswith("\n")


def test_a_file_gets_nothing() -> None:
    file = io.StringIO()
    progress = Progress(1, file)

    progress.advance("small")
    progress.end()

    assert file.getvalue() == ""
