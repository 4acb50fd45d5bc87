"""Write what describes the plugin from what it is made of: `python -m recall_sidecar.hosts.openclaw.manifest`.

`openclaw.plugin.json` and `package.json` are read by OpenClaw before any code of ours runs; `generated.js` gives the
plugin what the rest of the program knows already.
"""

import json
from pathlib import Path
from typing import Any, Final

from recall_sidecar import __version__
from recall_sidecar.block import GUIDANCE
from recall_sidecar.hosts.openclaw.plugin_settings import PLUGIN_ID, PluginSettings
from recall_sidecar.settings.document import between_markers

__all__ = ["PAGE", "PLUGIN_DIR", "files", "main", "reference"]

PLUGIN_DIR: Final = Path(__file__).parent / "plugin"
PAGE: Final = Path(__file__).parents[3] / "docs" / "openclaw-plugin.md"
_NAME: Final = "Recall Sidecar"
_DESCRIPTION: Final = (
    "Puts the right memory in front of the agent before it replies, from a local recall-sidecar daemon."
)
# The oldest API that was seen to run prompt hooks after tool policy.
_PLUGIN_API: Final = ">=2026.9.6"


def files() -> dict[str, str]:
    """Return the generated files of the plugin folder, by name."""
    return {
        "generated.js": _constants(),
        "openclaw.plugin.json": _json(_manifest()),
        "package.json": _json(_package()),
    }


def reference() -> str:
    """Return the plugin's settings as a Markdown table."""
    rows = ["| key | default | meaning |", "|---|---|---|"]
    for field in PluginSettings.model_fields.values():
        default = "" if field.default is None else f"`{json.dumps(field.default)}`"
        rows.append(f"| `{field.alias}` | {default} | {field.description} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Write them, and the table of settings in the documentation."""
    for name, text in files().items():
        (PLUGIN_DIR / name).write_text(text, encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(between_markers(page, reference()), encoding="utf-8")


def _manifest() -> dict[str, Any]:
    fields = PluginSettings.model_fields.values()
    return {
        "id": PLUGIN_ID,
        "name": _NAME,
        "description": _DESCRIPTION,
        "version": __version__,
        "categories": ["memory"],
        "activation": {"onStartup": True},
        "commandAliases": [{"name": "recall", "kind": "runtime-slash"}],
        "configSchema": _schema(),
        "uiHints": {str(field.alias): {"label": field.title, "help": field.description} for field in fields},
    }


def _schema() -> dict[str, Any]:
    """Return the settings' JSON schema without what OpenClaw has no use for: an absent key is the only null."""
    properties = PluginSettings.model_json_schema()["properties"]
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: _property(schema) for name, schema in properties.items()},
    }


def _property(schema: dict[str, Any]) -> dict[str, Any]:
    given: dict[str, Any] = next((kind for kind in schema.get("anyOf", ()) if kind.get("type") != "null"), {})
    kept = {
        key: value for key, value in schema.items() if key not in {"anyOf", "title"} and value is not None
    }
    return {**given, **kept}


def _package() -> dict[str, Any]:
    return {
        "name": PLUGIN_ID,
        "version": __version__,
        "description": _DESCRIPTION,
        "license": "MIT",
        "private": True,
        "type": "module",
        "engines": {"node": ">=20"},
        "openclaw": {
            "extensions": ["./index.js"],
            "compat": {"pluginApi": _PLUGIN_API},
            "install": {"minHostVersion": _PLUGIN_API},
        },
    }


def _constants() -> str:
    defaults = PluginSettings().model_dump(by_alias=True, exclude_none=True)
    return f"""\
/**
 * What the plugin and the daemon must say alike. Written by `make docs`; change it in the Python sources.
 */

/** Id of the plugin, of its settings and of its lines in a session. */
export const PLUGIN_ID = {json.dumps(PLUGIN_ID)};

/** Name that people read. */
export const NAME = {json.dumps(_NAME)};

/** One sentence on what it does. */
export const DESCRIPTION = {json.dumps(_DESCRIPTION)};

/** Version of the program the plugin came with. */
export const VERSION = {json.dumps(__version__)};

/** Settings that have a default. */
export const DEFAULTS = Object.freeze({json.dumps(defaults)});

/** Stands in the system prompt of every turn; it never changes, so prompt caches keep working. */
export const GUIDANCE = {json.dumps(GUIDANCE)};
"""


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
