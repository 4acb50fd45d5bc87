"""What a bug report tells of an installation, and what it leaves out: values in, values out.

It is what is picked that leaves, never a copy with some of it crossed out: numbers, words of ours and times. Names that
somebody chose (agents, models aside) become numbers; paths lose the user's home and every name below a folder of memory.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from recall_sidecar.masking import SecretMasker

__all__ = ["Redactor", "findings_part", "log_part", "settings_part", "status_part", "turns_part"]

_SET: Final = "(set)"
# Keys whose own value is one of our words, or the name of a model, which a report is of no use without.
_OUR_WORDS: Final = frozenset(
    {
        "memory.embedding.model", "model.fallback", "model.name", "model.primary", "model.thinking",
        "privacy.level", "query.mode", "recall.eagerness", "recall.mode", "recall.orders", "recall.prompt_style",
        "recall.shadow_mode",
    }
)  # fmt: skip
_FOLDER_KEYS: Final = ("layout", "origin", "visibility")
_OUR_WORD: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_AGENT_KEY: Final = re.compile(r"\bagents\.[^.]+\.")
_SERVER: Final = re.compile(r"\bMCP [^ :]+(?=:)")
_STATUS: Final = (
    "version", "uptimeMs", "port", "readiness", "outcomes", "shadows", "turnsInFlight", "model", "modelTurns", "spend",
    "cache",
)  # fmt: skip
_HOOKS: Final = ("calls", "byHost", "bySessionKind", "refused", "lastCallAt", "pluginVersion", "hint")
_MEMORY: Final = ("ready", "files", "passages", "refreshedAt", "detail", "bytesOnDisk", "meanings")
_TURN: Final = (
    "traceId",
    "startedAt",
    "host",
    "status",
    "reason",
    "elapsedMs",
    "budgetMs",
    "cache",
    "queryMode",
    "trust",
)
_CALL: Final = (
    "model", "chosenBy", "durationMs", "firstTokenMs", "inputTokens", "outputTokens", "cost", "ended", "toolCalls",
)  # fmt: skip
_HIT: Final = ("origin", "score", "parts", "used", "visible", "orders")


class Redactor:
    """Takes out of any text what says whose machine this is and what memory is called.

    `places` are the program's own folders with the words that stand for them, `folders` those of memory.
    """

    def __init__(
        self, home: str, folders: Iterable[str], places: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        roots = sorted({each.rstrip("/") for each in folders} - {""}, key=_longest_first)
        self._words = [
            # The program's own first: it may live within a folder of memory.
            *((_exactly(each), places[each]) for each in sorted(places, key=_longest_first)),
            *(word for number, root in enumerate(roots, 1) for word in _words_for(root, number)),
            (_SERVER, "MCP SERVER"),
        ]
        self._home = home.rstrip("/")
        self._masker = SecretMasker(is_strict=True)

    def text(self, text: str) -> str:
        """Return `text` without names below folders of memory, the home folder, secrets and personal numbers."""
        for pattern, word in self._words:
            text = pattern.sub(word, text)
        if self._home:
            text = text.replace(self._home, "~")
        return self._masker.mask(text)

    def everything(self, value: Any) -> Any:  # noqa: ANN401 -- JSON
        """Return JSON with every text in it redacted, keys too."""
        match value:
            case str():
                return self.text(value)
            case Mapping():
                return {self.text(str(key)): self.everything(each) for key, each in value.items()}
            case list() | tuple():
                return [self.everything(each) for each in value]
            case _:
                return value


def settings_part(rows: Iterable[tuple[tuple[str, ...], Any, str]]) -> dict[str, Any]:
    """Return key by key what is set; `rows` are path, value and source. Defaults are ours, so they are told whole."""
    agents = _Numbers("AGENT")
    told = {}
    for path, value, source in rows:
        is_agents = path[0] == "agents" and len(path) > 2
        plain = path[2:] if is_agents else path
        key = ".".join(("agents", agents(path[1]), *plain) if is_agents else _without_names(path))
        shown = value if source == "default" else _told(plain, value)
        told[key] = {"value": shown, "source": re.split(r"[: ]", source, maxsplit=1)[0]}
    return told


def status_part(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the daemon says of itself, without names of folders, files and agents."""
    agents = _Numbers("AGENT")
    memory = state.get("memory", {})
    return {
        **_picked(state, _STATUS),
        "hooks": _picked(state.get("hooks", {}), _HOOKS),
        "breakers": [
            {**each, "agentId": agents(str(each.get("agentId")))} for each in state.get("breakers", [])
        ],
        "memory": {
            **_picked(memory, _MEMORY),
            "folders": [
                {
                    **_picked(each, ("files", "passages", "watching")),
                    "problems": len(each.get("problems", [])),
                }
                for each in memory.get("folders", [])
            ],
            "problems": len(memory.get("problems", [])),
            "stores": len(memory.get("stores", [])),
        },
        "settingsProblems": len(state.get("settingsProblems", [])),
    }


def turns_part(turns: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return how turns ended, step by step, without a word of what they were about or who sent them."""
    sessions, agents = _Numbers("SESSION"), _Numbers("AGENT")
    return [
        {
            **_picked(turn, _TURN),
            "agent": agents(str(turn.get("agentId"))),
            "session": sessions(str(turn.get("sessionKey"))),
            "spans": [
                {**_picked(span, ("name", "startedMs", "durationMs", "status")), "fields": _facts(span)}
                for span in turn.get("spans", [])
            ],
            "modelCalls": [_picked(call, _CALL) for call in turn.get("modelCalls", [])],
            "hits": [_picked(hit, _HIT) for hit in turn.get("hits", [])],
            "clauses": [{"dropped": clause.get("dropped")} for clause in turn.get("clauses", [])],
        }
        for turn in turns
    ]


def log_part(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines of the log. Lists are counted: a setting that is refused is quoted in them."""
    return [
        {name: f"{len(value)} entries" if isinstance(value, list) else value for name, value in entry.items()}
        for entry in entries
    ]


def findings_part(findings: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what `doctor` found, without the places of other memory, and of what may quote a user the beginning alone."""
    return [
        {**finding, "fact": _begun(finding)} for finding in findings if finding["topic"] != "memory elsewhere"
    ]


def _begun(finding: Mapping[str, Any]) -> str:
    fact: str = finding["fact"]
    match finding["topic"]:
        case "settings" if finding["level"] != "ok":
            # A value that is refused is quoted behind its key.
            return _AGENT_KEY.sub("agents.AGENT.", fact.partition(": ")[0])
        case "last error":
            return fact.partition(" (")[0]
        case "memory file":
            return "a file could not be read as it is"
        case "MCP" if not fact.startswith("the package"):
            return re.sub(r"^[^ :]+", "SERVER", fact)
        case _:
            return fact


def _words_for(root: str, number: int) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield what stands for a folder of memory, and for whatever is below it."""
    # A name may hold whatever ends a name elsewhere, so what follows it on its line goes as well.
    yield re.compile(rf"{re.escape(root)}/[^\n]+"), f"FOLDER-{number}/(file)"
    yield _exactly(root), f"FOLDER-{number}"


def _exactly(path: str) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(path)}(?![\w.-])")


def _longest_first(path: str) -> tuple[int, str]:
    """Put a folder before the one it stands in."""
    return -len(path), path


class _Numbers:
    """Gives each name a number, the same each time."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._known: dict[str, int] = {}

    def __call__(self, name: str) -> str:
        return f"{self._kind}-{self._known.setdefault(name, len(self._known) + 1)}"


def _picked(record: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: record[name] for name in names if name in record}


def _facts(span: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a step that are numbers, or one of our words."""
    fields: Mapping[str, Any] = span.get("fields", {})
    return {name: value for name, value in fields.items() if _is_plain(value, _OUR_WORD.fullmatch)}


def _is_plain(value: object, is_word: Callable[[str], object]) -> bool:
    return isinstance(value, bool | int | float) or (isinstance(value, str) and bool(is_word(value)))


def _without_names(path: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out of a key what somebody named: the names of providers of their own, and all below them."""
    return (*path[:2], "(own)", *path[3:4]) if path[:2] == ("model", "providers") and len(path) > 2 else path


def _told(path: tuple[str, ...], value: Any) -> Any:  # noqa: ANN401 -- the value of any key
    if path == ("memory", "folders"):
        return [_picked(folder, _FOLDER_KEYS) for folder in value]
    if isinstance(value, bool | int | float) or value is None or ".".join(path) in _OUR_WORDS:
        return value
    if isinstance(value, str):
        return _SET if value else ""
    return f"{len(value)} entries"
