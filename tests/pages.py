"""The documentation as data: its pages, their code blocks and links."""

import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["README", "README_ZH", "ROOT", "Page", "pages"]

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Page:
    """One page of markdown."""

    path: Path

    @property
    def name(self) -> str:
        """Path below the root."""
        return str(self.path.relative_to(ROOT))

    @property
    def text(self) -> str:
        """All of it."""
        return self.path.read_text("utf-8")

    @property
    def prose(self) -> str:
        """What is left without code blocks."""
        return _BLOCK.sub("", self.text)

    @property
    def links(self) -> list[str]:
        """Targets of links within the project."""
        return [link for link in _LINK.findall(self.prose) if not re.match(r"[a-z]+:", link)]

    def blocks(self, language: str) -> list[str]:
        """Code blocks in `language`, in order."""
        return [text for found, text in _BLOCK.findall(self.text) if found == language]


def pages() -> list[Page]:
    """Return every page: those at the root and those in docs/."""
    return [Page(path) for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))]


README = Page(ROOT / "README.md")
README_ZH = Page(ROOT / "README.zh-CN.md")
