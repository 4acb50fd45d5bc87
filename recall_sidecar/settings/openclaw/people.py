"""Translate who may ask: owners, senders and the main session's key."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from recall_sidecar.settings.openclaw.draft import Draft, mapping_at, text_of

__all__ = ["people"]

# Sender ids of OpenClaw's own web chat, which only a holder of the gateway's token can open.
_WEBCHAT_SENDERS = ("gateway-client", "openclaw-control-ui", "webchat-ui")
# `telegram:42` and `discord:user:42`, but not `@user:server.example`.
_CHANNEL = re.compile(r"^[a-z][a-z0-9-]*:(user:)?")
_EVERYONE = "*"


def people(config: Mapping[str, Any], draft: Draft) -> None:
    """Translate owners, allowed senders and session keys."""
    session = mapping_at(config, "session")
    if "mainKey" in session:
        draft.put("session.mainKey", ("gate", "main_key"), session["mainKey"])
    if "dmScope" in session:
        draft.leave("session.dmScope", "the kind of chat is read from each session's key, whatever the scope")
    owners = [
        each for each in _ids(mapping_at(config, "commands").get("ownerAllowFrom")) if each != _EVERYONE
    ]
    key = "commands.ownerAllowFrom" if owners else "channels"
    named = bool(owners)
    for channel, settings in mapping_at(config, "channels").items():
        owners += _only_sender(f"channels.{channel}.allowFrom", settings, draft, owners_named=named)
    if owners:
        value = list(dict.fromkeys([*owners, *_WEBCHAT_SENDERS]))
        why = "ids without their channel, and web chat, which only holders of the gateway's token can open"
        draft.put(key, ("gate", "owners"), value, why)


def _only_sender(key: str, channel: object, draft: Draft, *, owners_named: bool) -> Iterator[str]:
    """Yield the one person who may write on a channel: without named owners, that is the owner."""
    if not isinstance(channel, Mapping) or "allowFrom" not in channel:
        return
    senders = _ids(channel["allowFrom"])
    if len(senders) == 1 and senders != [_EVERYONE] and not owners_named:
        draft.note(key, "gate.owners", "one person alone may write on this channel")
        yield senders[0]
    else:
        why = (
            "who may write to an agent may not thereby read its memory; list readers in gate.allowed_senders"
        )
        draft.leave(key, why)


def _ids(value: object) -> list[str]:
    """Return the sender ids of a list, without a channel's name in front; references stay unresolved and are not ids."""
    found = []
    for item in value if isinstance(value, list) else []:
        text = text_of(str(item) if isinstance(item, int) and not isinstance(item, bool) else item)
        if text is not None and "${" not in text:
            found.append(_CHANNEL.sub("", text))
    return found
