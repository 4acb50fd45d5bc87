"""The page's files: served to anybody, allowed nothing but themselves, and written so that text stays text."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from recall_sidecar.server.viewer.files import POLICY
from tests.server.fakes import Served
from tests.sources import ROOT

FOLDER = ROOT / "recall_sidecar" / "server" / "viewer" / "page"
FILES = sorted(path.name for path in FOLDER.iterdir())
MODULES = [name for name in FILES if name.endswith(".js")]
# What turns text into markup or into a program.
MAKES_MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|setHTML|srcdoc"
    r"|\beval\b|new Function|javascript:|setTimeout\(\s*[\"'`]"
)


@pytest.mark.parametrize("name", ["/", *(f"/page/{name}" for name in FILES if name != "index.html")])
async def test_a_file_is_served_without_a_token_and_allowed_nothing_else(daemon: Served, name: str) -> None:
    async with daemon.session.get(daemon.url(name)) as response:
        body = await response.read()

    assert response.status == 200
    assert body == (FOLDER / (name.rpartition("/")[2] or "index.html")).read_bytes()
    assert response.headers["Content-Security-Policy"] == POLICY
    assert "default-src 'none'" in POLICY
    assert "frame-ancestors 'none'" in POLICY
    assert "unsafe" not in POLICY
    for header, value in {
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }.items():
        assert response.headers[header] == value


@pytest.mark.parametrize(
    "name", ["none.js", "index.html", "..%2fkeys.py", "main.py", ".js", "MAIN.JS", "main.js%00"]
)
async def test_nothing_else_is_a_file(daemon: Served, name: str) -> None:
    async with daemon.session.get(daemon.url(f"/page/{name}")) as response:
        assert response.status == 404


async def test_another_site_may_show_the_page_in_a_window_and_nowhere_else(daemon: Served) -> None:
    visit = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    told = {}
    for where in ("document", "iframe", "embed"):
        async with daemon.session.get(
            daemon.url("/"), headers={**visit, "Sec-Fetch-Dest": where}
        ) as response:
            told[where] = response.status

    assert told == {"document": 200, "iframe": 403, "embed": 403}


@pytest.mark.parametrize("name", FILES)
def test_no_file_turns_text_into_markup(name: str) -> None:
    assert MAKES_MARKUP.findall((FOLDER / name).read_text("utf-8")) == []


@pytest.mark.parametrize("name", FILES)
def test_no_file_names_another_place_than_this_daemon(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8").replace("http://www.w3.org/2000/svg", "")

    assert re.findall(r"(?:https?:)?//[\w.]+\.\w+|@import|url\(", text) == []


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_small(name: str) -> None:
    assert len((FOLDER / name).read_text("utf-8").splitlines()) <= 300


@pytest.mark.parametrize("name", MODULES)
def test_a_module_says_what_it_is_and_imports_what_is_there(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")

    assert text.startswith("/**")
    assert {found for found in re.findall(r'from "\./([\w.]+)"', text) if found not in FILES} == set()


def test_the_page_names_its_files_alone() -> None:
    page = (FOLDER / "index.html").read_text("utf-8")

    named = re.findall(r'(?:href|src)="([^"#]+)"', page)

    # Modules are asked for at once, not one by one as they import each other.
    assert {name.removeprefix("/page/") for name in named} == set(FILES) - {"index.html"}
    assert "<script>" not in page
    assert "style=" not in page
    assert not re.search(r"\son\w+=", page)


def test_what_is_installed_has_the_files(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")

    with zipfile.ZipFile(wheel) as packed:
        inside = {Path(name).name for name in packed.namelist() if "/viewer/page/" in name}

    assert inside == set(FILES)
