"""Progress is one line that is written over on a terminal, and one line for each stage in a file."""

import io

from benchmarks.gateways.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(out: io.StringIO) -> str:
    say = Progress(out)
    say.stage("starting")
    say.stage("turns", 2)
    say.step()
    say.step()
    say.end()
    return out.getvalue()


def test_a_file_gets_a_line_for_each_stage() -> None:
    assert run(io.StringIO()) == "starting ...\nturns: 2 turns ...\n"


def test_a_terminal_sees_how_far_it_has_come() -> None:
    lines = run(Terminal()).split("\n")

    assert lines[0].endswith("starting ...")
    assert [part.removeprefix("\x1b[K") for part in lines[1].split("\r")[1:]] == [
        "turns: 0 of 2", "turns: 1 of 2", "turns: 2 of 2",
    ]  # fmt: skip
    assert lines[2] == ""
