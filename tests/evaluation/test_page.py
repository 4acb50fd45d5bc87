"""The page loads nothing, runs nothing, and no text of a case is markup in it."""

import base64
import hashlib
import re
from html.parser import HTMLParser

from recall_sidecar.evaluation.about import About
from recall_sidecar.evaluation.figures import measure
from recall_sidecar.evaluation.page import as_html
from tests.evaluation.turns import judged

ABOUT = About("<cases>", "2026-12-01 16:00 UTC", "0.1.0", "none", "your own", str)
EVIL = "<script>alert(1)</script><img src=//evil.example/x>"
KNOWN = {
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "code", "div", "b", "span", "figure", "figcaption", "svg",
    "line", "polyline", "circle", "path", "rect", "text", "table", "tr", "th", "td", "details", "summary", "ol", "li",
}  # fmt: skip


class Tags(HTMLParser):
    """The tags of a page, and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}


def _page() -> str:
    wrong = judged({"id": EVIL, "message": EVIL, "expect": [{"text": EVIL}]})
    other = judged({"expect": "nothing"}, status="empty", block="", hits=())
    return as_html(measure((wrong, other, judged({"expect": [{"text": "oolong"}]}))), ABOUT)


def test_no_text_of_a_case_is_markup() -> None:
    tags = Tags()
    tags.feed(_page())

    assert tags.seen <= KNOWN
    assert not {name for name in tags.attributes if name.startswith("on") or name in {"src", "href", "style"}}
    assert "&lt;script&gt;" in _page()


def test_the_policy_allows_this_style_alone() -> None:
    page = _page()
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()

    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert f'content="{policy}"' in page
    assert "http://" not in page
    assert "url(" not in page


def test_light_and_dark_are_the_readers_choice() -> None:
    assert "color-scheme: light dark" in _page()
    assert "prefers-color-scheme: dark" in _page()


def test_a_run_without_a_fault_says_so() -> None:
    page = as_html(measure((judged({}),)), ABOUT)

    assert "What went wrong: 0 of 1" in page
    assert "Nothing." in page
