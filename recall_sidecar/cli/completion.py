"""`recall-sidecar completion SHELL`: completion made from the commands as they are declared."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from recall_sidecar.cli.main import COMMANDS, PROGRAM, build_parser

__all__ = ["EPILOG", "HELP", "NAME", "add_arguments", "run", "script"]

NAME = "completion"
HELP = "Print a script that lets your shell complete commands, flags and their values."
EPILOG = """\
examples:
  recall-sidecar completion bash >> ~/.bashrc
  recall-sidecar completion zsh >> ~/.zshrc
  recall-sidecar completion fish > ~/.config/fish/completions/recall-sidecar.fish
"""
_BASH = """\
_recall_sidecar() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" path="" word index
    for ((index = 1; index < COMP_CWORD; index++)); do
        word="${{COMP_WORDS[index]}}"
        [[ "$word" == -* ]] && continue
        case "$path/$word" in
            {paths}) path="$path/$word" ;;
        esac
    done
    local words=""
    case "$path" in
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _recall_sidecar {program}
"""


@dataclass(frozen=True, slots=True)
class _Node:
    """A command on its path: its line of help, the words that may follow, and whether it takes any file or text."""

    path: tuple[str, ...]
    flags: tuple[tuple[str, str], ...]
    words: tuple[tuple[str, str], ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the shell."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell to write for")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    print(script(arguments.shell, build_parser([entry.name for entry in COMMANDS])), end="")
    return 0


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """Return the completion script of `shell` for the commands of `parser`."""
    nodes = list(_nodes(parser, ()))
    if shell == "fish":
        return "\n".join(_fish(nodes)) + "\n"
    bash = _bash(nodes)
    if shell == "zsh":
        return f"autoload -U +X bashcompinit && bashcompinit\n{bash}"
    return bash


def _nodes(parser: argparse.ArgumentParser, path: tuple[str, ...]) -> Iterator[_Node]:
    flags: list[tuple[str, str]] = []
    words: list[tuple[str, str]] = []
    below: list[tuple[str, argparse.ArgumentParser]] = []
    for action in parser._actions:  # noqa: SLF001 -- argparse has no public way to list what was declared
        text = (action.help or "").split(";")[0]
        flags.extend((flag, text) for flag in action.option_strings if flag.startswith("--"))
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}  # noqa: SLF001
            words.extend((name, helps.get(name, "")) for name in action.choices)
            below.extend(action.choices.items())
        elif action.choices and not action.option_strings:
            words.extend((str(choice), "") for choice in action.choices)
    yield _Node(path, tuple(flags), tuple(words))
    for name, command in below:
        yield from _nodes(command, (*path, name))


def _bash(nodes: list[_Node]) -> str:
    paths = "|".join("/" + "/".join(node.path) for node in nodes if node.path)
    cases = []
    for node in nodes:
        offered = " ".join(word for word, _ in (*node.words, *node.flags))
        cases.append(f'        "{"".join(f"/{name}" for name in node.path)}") words="{offered}" ;;')
    return _BASH.format(paths=paths, cases="\n".join(cases), program=PROGRAM)


def _fish(nodes: list[_Node]) -> Iterator[str]:
    for node in nodes:
        condition = _fish_condition(node, nodes)
        for word, text in node.words:
            yield f"complete -c {PROGRAM} -f -n {_quoted(condition)} -a {_quoted(word)} -d {_quoted(text)}"
        for flag, text in node.flags:
            yield f"complete -c {PROGRAM} -n {_quoted(condition)} -l {flag.removeprefix('--')} -d {_quoted(text)}"


def _fish_condition(node: _Node, nodes: list[_Node]) -> str:
    """Return when the node's words are offered: its path has been typed, and none of the commands below it."""
    seen = [f"__fish_seen_subcommand_from {name}" for name in node.path]
    below = [other.path[-1] for other in nodes if other.path[:-1] == node.path and other.path]
    unseen = [f"not __fish_seen_subcommand_from {' '.join(below)}"] if below else []
    return "; and ".join([*seen, *unseen]) or "true"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
