"""Run every test with coverage, and hold the floors: 95 % overall, 100 % for each deciding step.

`make test` calls this. Arguments go to pytest; when they pick some of the tests, the floors are not asked for.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

OVERALL = 95
ROOT = Path(__file__).parents[1]
# As tests/measuring.py knows it; that module is not imported here, since it is the workers that measure.
DATA_FILE = "MEASURED_INTO"
# One worker more than processors, for many tests wait for a process that they started; not very many, for each
# collects all tests. What goes to which worker is said in tests/scheduling.py.
WORKERS = min(os.cpu_count() or 1, 8) + 1
PARALLEL = ("-n", str(WORKERS), "--dist", "loadscope", "--no-loadscope-reorder")


def main(arguments: list[str]) -> int:
    """Run pytest under coverage and report; return the exit status."""
    coverage = [sys.executable, "-m", "coverage"]
    subprocess.run([*coverage, "erase"], check=True)
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *PARALLEL, *arguments], env=environment(), check=False
    )
    subprocess.run([*coverage, "combine", "-q"], check=False)
    if tests.returncode or any(not argument.startswith("--junitxml") for argument in arguments):
        return tests.returncode
    print("\nDeciding steps:", flush=True)
    steps = subprocess.run(
        [*coverage, "report", f"--include={','.join(deciding_steps())}", "--fail-under=100"], check=False
    )
    print("\nOverall:", flush=True)
    overall = subprocess.run([*coverage, "report", f"--fail-under={OVERALL}"], check=False)
    return steps.returncode or overall.returncode


def environment() -> dict[str, str]:
    """Return what the workers are given: where they write what they measured, and leave to keep compiled modules.

    Hundreds of processes are started, each of which would compile the whole program.
    """
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # noqa: TID251
    return {**given, DATA_FILE: str(ROOT / ".coverage")}


def deciding_steps() -> list[str]:
    """Return the files of the modules that the import contract names as pure."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {entry["id"]: entry for entry in settings["tool"]["importlinter"]["contracts"]}
    paths = [name.replace(".", "/") for name in contracts["pure"]["source_modules"]]
    return [f"{path}/*.py" if (ROOT / path).is_dir() else f"{path}.py" for path in paths]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
