"""The JSON schema of a settings file, for editors and other programs."""

from copy import deepcopy
from typing import Any

from recall_sidecar.settings.keys import AGENT_NAME, tables
from recall_sidecar.settings.shared import SHARED
from recall_sidecar.settings.tables import Settings

__all__ = ["json_schema"]


def json_schema() -> dict[str, Any]:
    """Return the schema of a settings file, `[agents.NAME]` with what an agent may set included."""
    schema = Settings.model_json_schema()
    agent = {
        "type": "object",
        "additionalProperties": False,
        "description": "Settings of one agent, over the common ones.",
        "properties": _agent_tables(schema),
    }
    schema["properties"]["agents"] = {
        "type": "object",
        "description": "One table for each agent that has settings of its own.",
        "propertyNames": {"pattern": f"^{AGENT_NAME.pattern}$"},
        "additionalProperties": agent,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "recall-sidecar settings",
    }


def _agent_tables(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, kind in tables():
        if (name,) not in SHARED:
            table = deepcopy(schema["$defs"][kind.__name__])
            kept = {key: value for key, value in table["properties"].items() if (name, key) not in SHARED}
            found[name] = {**table, "properties": kept}
    return found
