"""Run every test with coverage, and hold the floors: 95 % overall, 100 % for each pure step.

`make test` calls this. Arguments go to pytest; when they pick some of the tests, the floors are not asked for.
"""

import subprocess
import sys

PURE_STEPS = (
    "block.py", "gate.py", "graphemes.py", "inject.py", "masking.py", "outcomes.py", "prompts.py", "query.py",
    "session_key.py", "dialects/*.py", "recall/extract.py", "recall/need.py", "recall/reply.py", "memory/terms.py",
    "memory/chunks.py", "llm/order.py", "trace_lines.py",
)  # fmt: skip
OVERALL = 95


def main(arguments: list[str]) -> int:
    """Run pytest under coverage and report; return the exit status."""
    coverage = [sys.executable, "-m", "coverage"]
    subprocess.run([*coverage, "erase"], check=True)
    tests = subprocess.run([*coverage, "run", "-m", "pytest", "-q", *arguments], check=False)
    subprocess.run([*coverage, "combine", "-q"], check=False)
    if tests.returncode or any(not argument.startswith("--junitxml") for argument in arguments):
        return tests.returncode
    pure = ",".join(f"recall_sidecar/{name}" for name in PURE_STEPS)
    print("\nPure steps:", flush=True)
    steps = subprocess.run([*coverage, "report", f"--include={pure}", "--fail-under=100"], check=False)
    print("\nOverall:", flush=True)
    overall = subprocess.run([*coverage, "report", f"--fail-under={OVERALL}"], check=False)
    return steps.returncode or overall.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
