"""Ways to break a set-up, each with what `doctor` must say of it and how its remedy is carried out."""

import json
import os
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime

import pytest

from recall_sidecar.cli.finding import Finding
from recall_sidecar.client import DaemonClient
from tests.cli.model_faults import no_key, wrong_key, wrong_model_name
from tests.cli.set_ups import (
    Fault,
    Served,
    SetUp,
    command,
    fill,
    free_port,
    mounted_small,
    private_file,
    with_openclaw,
)
from tests.e2e.installation import Installation

__all__ = ["MENDED", "ROWS", "SECRETS", "Break"]

Break = Callable[[SetUp], AbstractAsyncContextManager[Fault]]

# Keys and tokens of the rows below: no finding may show one.
SECRETS = ("sk-old", "sk-new", "x" * 43, "y" * 43, "SECRET-")


@asynccontextmanager
async def port_taken(set_up: SetUp) -> AsyncIterator[Fault]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        set_up.configure({"server": {"port": port}})
        yield Fault(
            "port",
            f"port {port} on 127.0.0.1 is taken by",
            f"set server.port in {set_up.paths.config_file}",
            lambda _: set_up.configure({"server": {"port": free_port()}}),
        )


@asynccontextmanager
async def other_daemon(set_up: SetUp) -> AsyncIterator[Fault]:
    other, port = Installation(set_up.folder / "other"), free_port()
    daemon = other.start("--port", str(port))
    try:
        await other.ready(daemon)
        set_up.configure({"server": {"port": port}})

        async def stop(_: Finding) -> None:
            daemon.process.terminate()
            await daemon.ended()

        yield Fault("port", "the daemon of another installation", "stop that program", stop)
    finally:
        daemon.process.kill()
        daemon.process.wait()


@asynccontextmanager
async def stale_token(set_up: SetUp) -> AsyncIterator[Fault]:
    served = Served(set_up)
    try:
        await served.start()
        for file in (set_up.paths.token_file, set_up.paths.hook_token_file):
            file.write_text("x" * 43)
        yield Fault("tokens", "other tokens", "restart the daemon", served.restart)
    finally:
        await served.stop()


@asynccontextmanager
async def hanging_daemon(set_up: SetUp) -> AsyncIterator[Fault]:
    served = Served(set_up)
    try:
        await served.start()
        served.freeze()
        set_up.changes["find_daemon"] = lambda: DaemonClient.find(set_up.paths, timeout_s=1.0)

        async def kill(found: Finding) -> None:
            set_up.shell(command(found.remedy))
            await served.restart(found)

        yield Fault("daemon", "holds this installation", "kill -9 ", kill)
    finally:
        await served.stop()


@asynccontextmanager
async def no_token(set_up: SetUp) -> AsyncIterator[Fault]:
    private_file(set_up.paths.token_file, "")
    private_file(set_up.paths.hook_token_file, "x" * 43)
    yield Fault("tokens", "holds no token", "rm ", lambda found: set_up.shell(command(found.remedy)))


@asynccontextmanager
async def stale_token_in_shell(set_up: SetUp) -> AsyncIterator[Fault]:
    private_file(set_up.paths.token_file, "y" * 43)
    private_file(set_up.paths.hook_token_file, "x" * 43)
    set_up.variables["RECALL_HOOK_TOKEN"] = "old"

    def export(found: Finding) -> None:
        words = f'{command(found.remedy)}; printf %s "$RECALL_HOOK_TOKEN"'
        set_up.variables["RECALL_HOOK_TOKEN"] = set_up.shell(words)

    yield Fault("tokens", "RECALL_HOOK_TOKEN of this shell", "export RECALL_HOOK_TOKEN=", export)


@asynccontextmanager
async def world_readable_token(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.paths.token_file.write_text("y" * 43)
    set_up.paths.token_file.chmod(0o644)
    yield Fault("privacy", "mode 0644", "chmod 600", lambda found: set_up.shell(found.remedy))


@asynccontextmanager
async def after_sudo(set_up: SetUp) -> AsyncIterator[Fault]:
    if os.geteuid() != 0:
        pytest.skip("only the superuser can give a file away")
    private_file(set_up.paths.token_file, "y" * 43)
    private_file(set_up.paths.hook_token_file, "x" * 43)
    os.chown(set_up.paths.token_file, 65534, -1)
    yield Fault(
        "privacy",
        "belongs to another user",
        "sudo chown -R",
        # Who may give a file away has no need of sudo, which is not everywhere.
        lambda found: set_up.shell(found.remedy.removeprefix("sudo ")),
    )


@asynccontextmanager
async def file_in_place_of_the_socket(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.paths.socket_file.parent.mkdir(parents=True)
    set_up.paths.socket_file.parent.chmod(0o700)
    set_up.paths.socket_file.write_text("mine")
    yield Fault("socket", "is no socket", "mv ", lambda found: set_up.shell(found.remedy))


@asynccontextmanager
async def missing_folder(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.configure({"memory": {"folders": [{"path": str(set_up.notes / "gone")}]}})
    yield Fault("memory", "is not a folder", "correct its path", lambda _: set_up.configure({}))


@asynccontextmanager
async def unreadable_file(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.note("memory/2026-11-02.md", "tea").chmod(0)
    yield Fault(
        "memory",
        "2026-11-02.md cannot be read",
        "chmod u+r",
        lambda found: set_up.shell(found.remedy),
    )


@asynccontextmanager
async def corrupt_index(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.paths.index_file.write_bytes(b"no database " * 1000)
    set_up.paths.index_file.chmod(0o600)
    yield Fault(
        "index", "is damaged", "recall-sidecar index", lambda found: set_up.shell(command(found.remedy))
    )


@asynccontextmanager
async def newer_index(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.index()
    set_up.in_index("PRAGMA user_version = 999")
    yield Fault(
        "index",
        "schema 999",
        "mv ",
        lambda found: set_up.shell(found.remedy.partition("built anew: ")[2]),
    )


@asynccontextmanager
async def late_index(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.index()
    for day in range(1, 6):
        set_up.note(f"memory/2026-11-0{day}.md", f"On day {day} there was tea.")
    yield Fault(
        "index",
        "of 6 files",
        "recall-sidecar index",
        lambda found: set_up.shell(found.remedy),
        level="warning",
    )


@asynccontextmanager
async def damaged_history(set_up: SetUp) -> AsyncIterator[Fault]:
    private_file(set_up.paths.history_file, "no database " * 1000)
    yield Fault("history", "cannot be used", "mv ", lambda found: set_up.shell(command(found.remedy)))


@asynccontextmanager
async def no_full_text(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.changes["full_text"] = lambda: (False, "3.40.1")
    yield Fault("SQLite", "without FTS5", "another Python", lambda _: set_up.changes.pop("full_text"))


@asynccontextmanager
async def plugin_missing(set_up: SetUp) -> AsyncIterator[Fault]:
    with_openclaw(set_up)
    yield Fault(
        "OpenClaw",
        "does not name our plugin",
        "recall-sidecar install openclaw",
        lambda found: set_up.shell(f"{found.remedy} --yes"),
        level="warning",
    )


@asynccontextmanager
async def old_plugin(set_up: SetUp) -> AsyncIterator[Fault]:
    desk = with_openclaw(set_up)
    set_up.shell("recall-sidecar install openclaw --yes")
    package = desk.copy / "package.json"
    package.write_text(json.dumps(json.loads(package.read_text()) | {"version": "0.0.9"}))
    yield Fault(
        "OpenClaw",
        "its plugin is 0.0.9",
        "recall-sidecar install openclaw",
        lambda found: set_up.shell(f"{found.remedy} --yes"),
        level="warning",
    )


@asynccontextmanager
async def plugin_without_permission(set_up: SetUp) -> AsyncIterator[Fault]:
    desk = with_openclaw(set_up)
    set_up.shell("recall-sidecar install openclaw --yes")
    config = desk.config
    del config["plugins"]["entries"]["recall-sidecar"]["hooks"]["allowConversationAccess"]
    desk.write_config(config)
    yield Fault(
        "OpenClaw",
        "allowConversationAccess",
        "recall-sidecar install openclaw",
        lambda found: set_up.shell(f"{found.remedy.partition('or: ')[2]} --yes"),
    )


@asynccontextmanager
async def hook_of_another_port(set_up: SetUp) -> AsyncIterator[Fault]:
    file = set_up.user / ".claude" / "settings.json"
    file.parent.mkdir()
    hook = {"type": "http", "url": "http://127.0.0.1:23999/v1/hooks/claude-code"}
    file.write_text(json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}}))
    port = free_port()
    set_up.configure({"server": {"port": port}})
    yield Fault(
        "Claude Code",
        "calls port 23999",
        f"correct the address in {file}",
        lambda _: file.write_text(file.read_text().replace("23999", str(port))),
    )


@asynccontextmanager
async def clock_off(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.changes["now"] = lambda: datetime(2001, 1, 1, tzinfo=UTC)
    yield Fault("clock", "it says 2001-01-01", "timedatectl", lambda _: set_up.changes.pop("now"))


@asynccontextmanager
async def disk_full(set_up: SetUp) -> AsyncIterator[Fault]:
    state = set_up.paths.state_dir
    mounted = mounted_small(state)
    filler = state / "filler"
    if mounted:
        fill(filler)
        set_up.changes["free_bytes"] = lambda place: 10**12 * (not filler.exists())
    else:
        set_up.changes["free_bytes"] = lambda _: 1_000_000
    try:
        yield Fault(
            "state folder" if mounted else "disk",
            "No space left on device" if mounted else "1 MB are free",
            "to a folder",
            lambda _: filler.unlink() if mounted else set_up.changes.pop("free_bytes"),
        )
    finally:
        if mounted:
            subprocess.run(["umount", str(state)], check=True)


@asynccontextmanager
async def stray_start_up_file(set_up: SetUp) -> AsyncIterator[Fault]:
    stray = set_up.folder / "stray.pth"
    stray.write_text("import os; os.getpid()\n")
    set_up.changes["startup_folders"] = lambda: (set_up.folder,)
    yield Fault("start-up files", str(stray), "delete it", lambda _: stray.unlink(), level="warning")


@asynccontextmanager
async def unknown_key(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.configure({"gate": {"agnets": ["main"]}})
    yield Fault(
        "settings",
        "gate.agnets",
        f"correct it in {set_up.paths.config_file}",
        lambda _: set_up.configure({"gate": {"agents": ["main"]}}),
    )


@asynccontextmanager
async def embedding_package_missing(set_up: SetUp) -> AsyncIterator[Fault]:
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("RECALL_SIDECAR_MEMORY__EMBEDDING__MODEL")
        memory = {"folders": [{"path": str(set_up.notes)}]}
        set_up.configure({"memory": {**memory, "embedding": {"model": "fastembed/BAAI/bge-small-en"}}})
        yield Fault(
            "meanings",
            "the package fastembed is missing",
            f'memory.embedding.model = "minilm" in {set_up.paths.config_file}',
            lambda _: set_up.configure({"memory": {**memory, "embedding": {"model": "minilm"}}}),
        )


@asynccontextmanager
async def read_only_state_folder(set_up: SetUp) -> AsyncIterator[Fault]:
    set_up.paths.state_dir.chmod(0o500)
    yield Fault("state folder", "cannot be written", "chmod 700", lambda found: set_up.shell(found.remedy))


@asynccontextmanager
async def bad_mcp_command(set_up: SetUp) -> AsyncIterator[Fault]:
    server = {"name": "notes", "command": "no-such-program", "search_tool": "search"}
    folders = [{"path": str(set_up.notes)}]
    set_up.configure({"memory": {"folders": folders, "mcp": [server]}})
    yield Fault(
        "MCP",
        "notes: its command is not found",
        "correct command in [[memory.mcp]]",
        lambda _: set_up.configure({"memory": {"folders": folders, "mcp": [{**server, "command": "sh"}]}}),
        level="warning",
    )


@asynccontextmanager
async def left_behind(set_up: SetUp) -> AsyncIterator[Fault]:
    note = {
        "pid": 2**22 + 1,
        "port": None,
        "socket": "x",
        "version": "0.1.0",
        "startedAt": "2026-11-30T10:00:00",
    }
    private_file(set_up.paths.pid_file, json.dumps(note))
    yield Fault(
        "leftovers", "a daemon that is gone", "rm ", lambda found: set_up.shell(found.remedy), level="warning"
    )


ROWS: tuple[Break, ...] = (
    wrong_key, no_key, wrong_model_name, port_taken, other_daemon, stale_token, hanging_daemon, no_token, stale_token_in_shell,
    world_readable_token, after_sudo, file_in_place_of_the_socket, missing_folder, unreadable_file, corrupt_index, newer_index, late_index, damaged_history,
    no_full_text, plugin_missing, old_plugin, plugin_without_permission, hook_of_another_port, clock_off, disk_full,
    stray_start_up_file, unknown_key, embedding_package_missing, read_only_state_folder, bad_mcp_command, left_behind,
)  # fmt: skip
MENDED: tuple[Break, ...] = (
    no_token, world_readable_token, corrupt_index, damaged_history, read_only_state_folder, left_behind,
)  # fmt: skip
