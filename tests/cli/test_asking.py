from recall_sidecar.cli.asking import Terminal


def test_a_terminal_says_whether_somebody_is_there_and_asks_them() -> None:
    terminal = Terminal(lambda: True, lambda question: f"{question} yes")

    assert terminal.is_attended()
    assert terminal.ask("sure?") == "sure? yes"
