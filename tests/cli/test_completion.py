"""Completion scripts offer what the commands declare."""

import argparse
import subprocess

import pytest

from recall_sidecar.cli.completion import run, script
from recall_sidecar.cli.main import COMMANDS, build_parser
from tests.cli.conftest import Parse

NAMES = [entry.name for entry in COMMANDS]


@pytest.fixture
def parser() -> argparse.ArgumentParser:
    return build_parser(NAMES)


def _nested() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    config = parser.add_subparsers().add_parser("config", help="it's the settings")
    actions = config.add_subparsers()
    actions.add_parser("show", help="show them").add_argument(
        "--json", action="store_true", help="as JSON; one object"
    )
    actions.add_parser("check")
    return parser


def _complete(text: str, *words: str) -> set[str]:
    """Return what bash offers for the last of `words`, with the script loaded."""
    line = " ".join(f"'{word}'" for word in ("recall-sidecar", *words))
    program = (
        f'{text}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _recall_sidecar; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        pytest.param(("do",), {"doctor"}, id="a command by its beginning"),
        pytest.param(("doctor", "--n"), {"--no-model"}, id="a flag of a command"),
        pytest.param(
            ("trace", ""),
            {"list", "show", "export", "--limit", "--session", "--follow", "--text", "--json", "--help"},
            id="words and flags",
        ),
        pytest.param(("trace", "--json", "sh"), {"show"}, id="after a flag"),
        pytest.param(("completion", "z"), {"zsh"}, id="a fixed choice"),
        pytest.param(("recall", "what about trace", "--i"), {"--in-process"}, id="a message is no command"),
    ],
)
def test_bash_completes(words: tuple[str, ...], offered: set[str], parser: argparse.ArgumentParser) -> None:
    assert _complete(script("bash", parser), *words) == offered


def test_bash_offers_every_command(parser: argparse.ArgumentParser) -> None:
    assert set(NAMES) <= _complete(script("bash", parser), "")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        pytest.param(("config", "s"), {"show"}, id="a command below a command"),
        pytest.param(("config", "show", "--j"), {"--json"}, id="its flags"),
    ],
)
def test_bash_completes_nested_commands(words: tuple[str, ...], offered: set[str]) -> None:
    assert _complete(script("bash", _nested()), *words) == offered


def test_zsh_uses_the_same_table_through_its_bash_completion(parser: argparse.ArgumentParser) -> None:
    zsh = script("zsh", parser)

    assert zsh.startswith("autoload -U +X bashcompinit && bashcompinit\n")
    assert zsh.endswith(script("bash", parser))


def test_fish_gets_commands_with_their_help() -> None:
    lines = script("fish", _nested()).splitlines()

    assert (
        "complete -c recall-sidecar -f -n 'not __fish_seen_subcommand_from config' -a 'config' -d 'it\\'s the settings'"
    ) in lines
    assert (
        "complete -c recall-sidecar -f -n '__fish_seen_subcommand_from config; "
        "and not __fish_seen_subcommand_from show check' -a 'check' -d ''"
    ) in lines
    assert (
        "complete -c recall-sidecar -n '__fish_seen_subcommand_from config; "
        "and __fish_seen_subcommand_from show' -l json -d 'as JSON'"
    ) in lines


def test_fish_offers_the_flags_of_a_program_without_commands() -> None:
    assert "-n 'true' -l help" in script("fish", argparse.ArgumentParser())


def test_the_command_prints_the_script(capsys: pytest.CaptureFixture[str], parse: Parse) -> None:
    assert run(parse("completion", "bash")) == 0

    assert capsys.readouterr().out.endswith("complete -o default -F _recall_sidecar recall-sidecar\n")
