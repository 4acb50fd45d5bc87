"""What an import costs: every module stands alone, and the light ways in load nothing heavy."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from recall_sidecar import __version__
from tests.sources import ROOT, modules

# Loads what the package needs from others once, then imports each module in a fork of its own, where nothing of ours
# has been loaded: a circle that only some order of imports meets is met here.
ONE_BY_ONE = """
import importlib, os, sys, traceback
import aiohttp.web, cachetools, mcp.client.streamable_http, orjson, pydantic, regex
waiting, running = sys.argv[1:], {}
while waiting or running:
    # As many at once as there are processors.
    if waiting and len(running) < (os.cpu_count() or 1):
        name = waiting.pop(0)
        child = os.fork()
        if child == 0:
            try:
                importlib.import_module(name)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        running[child] = name
    else:
        ended, status = os.wait()
        name = running.pop(ended)
        if status != 0:
            print(name)
"""
LOADED = "import json, sys; json.dump(sorted(sys.modules), sys.__stdout__)"
HELP = "import contextlib, io; from recall_sidecar.cli.main import main\nwith contextlib.redirect_stdout(io.StringIO()): main(['--help'])\n"
HEAVY = {"litellm", "aiohttp", "pydantic", "sqlite3", "asyncio", "platformdirs"}


# Some seven hundred processes.
@pytest.mark.timeout(400)
def test_every_module_imports_alone_without_a_warning() -> None:
    names = [source.module for source in modules() if source.path.name != "__main__.py"]

    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", ONE_BY_ONE, *names],
        cwd=ROOT,
        env=_environment(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (run.returncode, run.stdout.split(), run.stderr) == (0, [], "")


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import recall_sidecar\n", id="importing the package"),
        pytest.param(HELP, id="asking for help"),
        pytest.param(HELP.replace("--help", "--version"), id="asking for the version"),
    ],
)
def test_a_light_way_in_loads_nothing_heavy(code: str) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code + LOADED],
        cwd=ROOT,
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert HEAVY & set(json.loads(run.stdout)) == set()


def test_the_daemon_and_everything_below_it_leave_litellm_to_the_worker() -> None:
    code = "import recall_sidecar.assembly, recall_sidecar.llm.worker\n"

    run = subprocess.run(
        [sys.executable, "-c", code + LOADED],
        cwd=ROOT,
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert "litellm" not in json.loads(run.stdout)


def test_the_daemon_leaves_what_exposes_metrics_and_sends_spans_until_somebody_wants_them() -> None:
    code = "import recall_sidecar.assembly\n"

    run = subprocess.run(
        [sys.executable, "-c", code + LOADED],
        cwd=ROOT,
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert {"prometheus_client", "opentelemetry", "requests"}.isdisjoint(json.loads(run.stdout))


def test_the_daemon_leaves_the_mcp_sdk_until_a_server_is_needed() -> None:
    code = "import recall_sidecar.assembly, recall_sidecar.memory.mcp.connection\n"

    run = subprocess.run(
        [sys.executable, "-c", code + LOADED],
        cwd=ROOT,
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert {"mcp", "mcp_types", "httpx2"} & set(json.loads(run.stdout)) == set()


def test_help_costs_at_most_three_bare_starts_and_a_tenth_of_a_second() -> None:
    bare, told = [], []
    # The least of each kind says what the program itself costs; a disturbed run is no reason to fail.
    for _ in range(15):
        bare.append(_cpu_seconds("-c", "pass"))
        told.append(_cpu_seconds("-m", "recall_sidecar", "--help"))
        if len(bare) >= 3 and min(told) <= 3 * min(bare) + 0.1:
            break

    assert min(told) <= 3 * min(bare) + 0.1


def _cpu_seconds(*arguments: str) -> float:
    """Return the processor time of a run, which other work on the machine does not lengthen as it does wall time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=_environment(), capture_output=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def test_the_installed_command_answers() -> None:
    command = str(Path(sys.executable).with_name("recall-sidecar"))

    run = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)

    assert (run.returncode, run.stdout) == (0, f"recall-sidecar {__version__}\n")


def _environment() -> dict[str, str]:
    """Return this environment without what makes a child measure its coverage, which loads modules and takes time."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}  # noqa: TID251
