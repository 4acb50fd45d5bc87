"""What the settings alone cannot see and what would stop the daemon: providers that clash, styles that cannot be used."""

import logging

from recall_sidecar.llm.providers import merge_providers
from recall_sidecar.masking import SecretMasker
from recall_sidecar.paths import Paths, shipped
from recall_sidecar.recall.tools import unknown_tools
from recall_sidecar.settings import ModelSettings, Settings
from recall_sidecar.settings.resolve import LoadedSettings
from recall_sidecar.styles import Styles, load_styles

__all__ = ["cross_check", "masker_of", "missing_tools", "model_tables", "trees_of", "warn_of_tools"]

_log = logging.getLogger("recall_sidecar")


def trees_of(loaded: LoadedSettings) -> tuple[Settings, ...]:
    """Return the settings of everyone, then those of each agent that has its own."""
    return (loaded.base, *loaded.agents.values())


def model_tables(loaded: LoadedSettings) -> tuple[ModelSettings, ...]:
    """Return the `[model]` table of everyone, then those of each agent that has its own."""
    return tuple(tree.model for tree in trees_of(loaded))


def cross_check(paths: Paths, loaded: LoadedSettings) -> Styles:
    """Look at the settings together with what they name, and return the prompt styles. Blocks on the disk.

    Raises:
        SettingsError: Two agents define one provider differently.
        PromptStyleError: A style that is named does not exist, or a file of a style cannot be used.
    """
    trees = trees_of(loaded)
    merge_providers(tree.model for tree in trees)
    styles = load_styles(shipped("prompt_styles"), paths.styles_dir)
    for tree in trees:
        styles.resolve(tree.recall.prompt_style, tree.query.mode)
    return styles


def missing_tools(loaded: LoadedSettings) -> tuple[str, ...]:
    """Return the tools that the settings allow and that do not exist, by name."""
    return unknown_tools(tool for tree in trees_of(loaded) for tool in tree.recall.tools_allow)


def warn_of_tools(loaded: LoadedSettings) -> None:
    """Log the tools that are allowed and do not exist: the model would go without them, and nobody would know why."""
    if missing := missing_tools(loaded):
        _log.warning("tools_missing", extra={"key": "recall.tools_allow", "tools": ", ".join(missing)})


def masker_of(settings: Settings) -> SecretMasker:
    """Return what masks secrets by `settings`; it logs which of their patterns takes long."""
    return SecretMasker(
        settings.privacy.secret_patterns,
        is_strict=settings.privacy.level == "strict",
        on_slow=lambda number: _log.warning("secret_pattern_slow", extra={"pattern": number}),
    )
