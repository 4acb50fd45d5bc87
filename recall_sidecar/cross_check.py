"""What the settings alone cannot see and what would stop the daemon: providers that clash, styles that cannot be used."""

from recall_sidecar.llm.providers import merge_providers
from recall_sidecar.paths import Paths, shipped
from recall_sidecar.recall.tools import unknown_tools
from recall_sidecar.settings import Settings
from recall_sidecar.settings.resolve import LoadedSettings
from recall_sidecar.styles import Styles, load_styles

__all__ = ["cross_check", "missing_tools", "trees_of"]


def trees_of(loaded: LoadedSettings) -> tuple[Settings, ...]:
    """Return the settings of everyone, then those of each agent that has its own."""
    return (loaded.base, *loaded.agents.values())


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
