"""A command `openclaw` that does to a configuration what the real one does, in a thousandth of the time.

Run as a program. `test_real_openclaw.py` holds the real one to the same behaviour. Each call is noted in the file that
FAKE_CALLS names; a call whose words begin with FAKE_FAILS fails as FAKE_SAYS, and changes nothing.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

STATE = Path(os.environ["OPENCLAW_STATE_DIR"])  # noqa: TID251 -- a program of its own
CONFIG = Path(os.environ.get("OPENCLAW_CONFIG_PATH", STATE / "openclaw.json"))  # noqa: TID251
RECORDS = STATE / "installs.json"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def main(words: list[str]) -> int:
    with Path(os.environ["FAKE_CALLS"]).open("a") as calls:  # noqa: TID251
        calls.write(" ".join(words) + "\n")
    fails = os.environ.get("FAKE_FAILS")  # noqa: TID251
    if fails and " ".join(words).startswith(fails):
        sys.stderr.write(os.environ.get("FAKE_SAYS", "it is broken") + "\n")  # noqa: TID251
        return 1
    match words:
        case ["config", "file", "--json"]:
            say(json.dumps({"path": str(CONFIG)}))
        case ["agents", "list", "--json"]:
            say(json.dumps([{"id": "main", "workspace": str(STATE / "workspace")}]))
        case ["plugins", "inspect", name, "--json"]:
            return inspect(name)
        case ["plugins", "install", folder, "--force", "--accept-capabilities"]:
            install(Path(folder))
        case ["plugins", "uninstall", name, "--force"]:
            return uninstall(name)
        case ["config", "patch", "--file", file]:
            write(patched(read(), json.loads(Path(file).read_text())))
            say("Applied 1 config update(s). Change will apply without restarting the gateway.")
        case _:
            sys.stderr.write(f"unknown command {words}\n")
            return 2
    return 0


def inspect(name: str) -> int:
    if name not in records():
        say(
            json.dumps({"ok": False, "error": {"type": "cli_error", "message": f"Plugin not found: {name}."}})
        )
        return 1
    folder = STATE / "extensions" / name
    version = json.loads((folder / "package.json").read_text())["version"]
    plugin = {"id": name, "rootDir": str(folder), "packageVersion": version}
    say(json.dumps({"plugin": plugin, "install": records()[name]}))
    return 0


def install(folder: Path) -> None:
    name = json.loads((folder / "openclaw.plugin.json").read_text())["id"]
    target = STATE / "extensions" / name
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    RECORDS.write_text(
        json.dumps(records() | {name: {"sourcePath": str(folder), "installPath": str(target)}})
    )
    tree = patched(read(), {"plugins": {"entries": {name: {"enabled": True}}}})
    allowed = tree["plugins"].get("allow")
    if allowed and name not in allowed:
        allowed.append(name)
    write(tree)
    say(f"Installed plugin: {name}\nSaved for the next Gateway start.")


def uninstall(name: str) -> int:
    plugins = read()["plugins"]
    is_bare = plugins["entries"].get(name) == {"enabled": False} and name not in plugins.get("allow", [])
    if name in records() and included() is not None and not is_bare:
        write(patched(read(), {"plugins": {"entries": {name: {"enabled": False}}}}))
        sys.stderr.write("Config write would flatten $include-owned config at plugins.\n")
        return 1
    kept = records()
    if kept.pop(name, None) is None:
        sys.stderr.write(f'Plugin "{name}" is not associated with a tracked package install.\n')
        return 1
    RECORDS.write_text(json.dumps(kept))
    shutil.rmtree(STATE / "extensions" / name, ignore_errors=True)
    tree = read()
    tree["plugins"]["entries"][name] = {"enabled": False}
    for listed in ("allow", "deny"):
        if name in tree["plugins"].get(listed, []):
            tree["plugins"][listed].remove(name)
    write(tree)
    say(f'Uninstalled plugin "{name}".\nSaved for the next Gateway start.')
    return 0


def patched(tree: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    for key, value in patch.items():
        if value is None:
            tree.pop(key, None)
        elif isinstance(value, dict):
            tree[key] = patched(tree.get(key) or {}, value)
        else:
            tree[key] = value
    return tree


def records() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RECORDS.read_text()) if RECORDS.exists() else {}
    return found


def included() -> Path | None:
    """Return the file that the plugins stand in, when it is another."""
    name = json.loads(CONFIG.read_text()).get("plugins", {}).get("$include")
    return CONFIG.parent / name if name else None


def read() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CONFIG.read_text())
    if file := included():
        found["plugins"] = json.loads(file.read_text())
    return found


def write(tree: dict[str, Any]) -> None:
    if file := included():
        file.write_text(json.dumps(tree["plugins"], indent=2))
        tree = {**tree, "plugins": {"$include": file.name}}
    CONFIG.write_text(json.dumps(tree, indent=2))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
