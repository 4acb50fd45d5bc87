"""What a chat command is: its words, who typed it, and what it is answered with."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

__all__ = ["Command", "CommandName", "CommandReply", "CommandRequest", "behind", "parse"]

CommandName = Literal["active-memory", "verbose", "trace"]
_NAMES: Mapping[str, CommandName] = {
    "/active-memory": "active-memory",
    "/recall": "active-memory",
    "/verbose": "verbose",
    "/trace": "trace",
}
_ACTIONS: Mapping[str, str] = {"enable": "on", "enabled": "on", "disable": "off", "disabled": "off"}


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it was typed; `action` is lower case, with `enable` and `disable` read as `on` and `off`."""

    name: CommandName
    action: str
    is_global: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRequest:
    """A command and who sent it from where, as the host says. `admin` vouches for the admin scope."""

    text: str
    agent_id: str = "main"
    session_key: str | None = None
    sender_id: str | None = None
    sender_is_owner: bool | None = None
    admin: bool = False


@dataclass(frozen=True, slots=True)
class CommandReply:
    """What to answer; `handled` is False when the text is no command of ours."""

    handled: bool
    text: str = ""


def parse(text: str) -> Command | None:
    """Return the command that `text` is, None when it is none of ours."""
    first, *words = text.split() or [""]
    name = _NAMES.get(first.lower())
    if name is None:
        return None
    actions = [word.lower() for word in words if word.lower() != "--global"]
    action = actions[0] if actions else "status"
    return Command(name, _ACTIONS.get(action, action), is_global=len(actions) < len(words))


def behind(action: str, text: str) -> str:
    """Return what was typed behind the word `action`."""
    return re.split(action, text, maxsplit=1, flags=re.IGNORECASE)[1].strip()
