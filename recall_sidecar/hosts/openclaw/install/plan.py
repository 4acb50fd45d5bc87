"""What installing into OpenClaw would change, what it needs consent for, and what stands in the way: pure."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from recall_sidecar.hosts.openclaw.install.agents import agents_of
from recall_sidecar.hosts.openclaw.install.changes import ABSENT, Change, KeyPath, differing, value_at
from recall_sidecar.hosts.openclaw.install.losses import BUNDLED, Loss, losses

__all__ = ["ALLOW", "ENTRY", "PLUGIN", "Copy", "Plan", "Wanted", "make_plan", "wanted_keys"]

PLUGIN: Final = "recall-sidecar"
ENTRY: Final = ("plugins", "entries", PLUGIN)
ALLOW: Final = ("plugins", "allow")
_LENDS_TO_ALL: Final = (*ENTRY, "llm", "allowAgentIdOverride")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Where our side is, as the plugin must know it: absolute paths; None where there is nothing to say.

    `asks_host_model` is whether our settings have turns judged by the model that the agent has in OpenClaw.
    """

    socket_path: str
    token_file: str
    timeout_ms: int
    url: str | None = None
    command: str | None = None
    asks_host_model: bool = False


@dataclass(frozen=True, slots=True)
class Copy:
    """OpenClaw's copy of the plugin: the version it has now (None: no copy), and whether its files are ours."""

    version: str | None
    is_current: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be done.

    `obstacles` must be removed first, each by the user. `lost` is what only `--force` gives up. `changes` are the
    keys of OpenClaw's configuration; `copies_plugin` is whether the plugin's files have to be put in place.
    """

    changes: tuple[Change, ...]
    copies_plugin: bool
    consents: tuple[str, ...]
    obstacles: tuple[str, ...]
    lost: tuple[Loss, ...]

    @property
    def is_done(self) -> bool:
        """Whether OpenClaw needs nothing."""
        return not (self.changes or self.copies_plugin)


def make_plan(
    config: Mapping[str, Any], wanted: Wanted, copy: Copy, *, gateway_tools: Collection[str], is_plain: bool
) -> Plan:
    """Plan the installation.

    Args:
        config: OpenClaw's whole configuration.
        wanted: What the plugin must know.
        copy: What OpenClaw has of the plugin.
        gateway_tools: The tools with which our settings have the gateway's own memory asked.
        is_plain: Whether the file is JSON without comments.
    """
    changes = differing(config, wanted_keys(config, wanted))
    return Plan(
        changes,
        not copy.is_current,
        tuple(_consents(changes, copy, is_plain=is_plain)),
        tuple(_obstacles(config)),
        losses(config, gateway_tools),
    )


def wanted_keys(config: Mapping[str, Any], wanted: Wanted) -> dict[KeyPath, Any]:
    """Return every key that has to have a certain value, in the order in which people read them."""
    keys: dict[KeyPath, Any] = {
        (*ENTRY, "enabled"): True,
        (*ENTRY, "hooks", "allowConversationAccess"): True,
        (*ENTRY, "config", "socketPath"): wanted.socket_path,
        (*ENTRY, "config", "url"): ABSENT if wanted.url is None else wanted.url,
        (*ENTRY, "config", "tokenFile"): wanted.token_file,
    }
    if wanted.command is not None:
        keys[*ENTRY, "config", "command"] = wanted.command
    # How long a reply may wait is the user's to say, once it is there.
    if value_at(config, (*ENTRY, "config", "timeoutMs")) is ABSENT:
        keys[*ENTRY, "config", "timeoutMs"] = wanted.timeout_ms
    if value_at(config, (*ENTRY, "hooks", "allowPromptInjection")) is False:
        keys[*ENTRY, "hooks", "allowPromptInjection"] = True
    # OpenClaw lends the model of the agent that owns the gateway without it. Who has forbidden it has decided.
    has_others = len({name for name, _ in agents_of(config)}) > 1
    if wanted.asks_host_model and has_others and value_at(config, _LENDS_TO_ALL) is ABSENT:
        keys[_LENDS_TO_ALL] = True
    allowed = value_at(config, ALLOW)
    if isinstance(allowed, list) and allowed and PLUGIN not in allowed:
        keys[ALLOW] = [*allowed, PLUGIN]
    if value_at(config, (*BUNDLED, "enabled")) is True:
        keys[*BUNDLED, "enabled"] = False
    return keys


def _consents(changes: tuple[Change, ...], copy: Copy, *, is_plain: bool) -> Iterator[str]:
    touched = {change.path for change in changes}
    if not copy.is_current:
        did = (
            "has this plugin's code copied into it and runs it"
            if copy.version is None
            else "runs the new code of this plugin"
        )
        yield f"The gateway {did}. It came with this program, from no catalogue that OpenClaw checks."
    if (*ENTRY, "hooks", "allowConversationAccess") in touched:
        yield "The plugin may read your conversations: each turn's latest messages go to the daemon on this machine."
    if (*ENTRY, "hooks", "allowPromptInjection") in touched:
        yield "The plugin may add text to prompts again: its note from memory, in front of your message."
    if _LENDS_TO_ALL in touched:
        name = ".".join(_LENDS_TO_ALL)
        yield f"The plugin may ask the model of every agent, not only of the gateway's own ({name}), as our settings want."
    if (*BUNDLED, "enabled") in touched:
        yield "OpenClaw's own active-memory is switched off, or both would look into memory at every turn. Its settings stay."
    if ALLOW in touched:
        yield "The plugin is added to plugins.allow, the list of plugins that may run."
    if changes or not copy.is_current:
        comments = (
            ""
            if is_plain
            else " It writes plain JSON: the comments in the file go (the copy that is kept has them)."
        )
        yield f"OpenClaw's configuration is written, by OpenClaw's own command.{comments}"


def _obstacles(config: Mapping[str, Any]) -> Iterator[str]:
    if value_at(config, ("gateway", "mode")) == "remote":
        yield "gateway.mode is remote: the plugin belongs on the gateway's machine; run this command there."
    if value_at(config, ("plugins", "enabled")) is False:
        yield "plugins.enabled is false, so OpenClaw runs no plugin: openclaw config set plugins.enabled true"
    denied = value_at(config, ("plugins", "deny"))
    if isinstance(denied, list) and PLUGIN in denied:
        yield f"plugins.deny holds {PLUGIN}, which wins over everything else: take it off that list first."
