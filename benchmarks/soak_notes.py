"""Notes that change all the time, and a record of what they say: what is true, since when, and what is true no more."""

import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Notes", "word"]

_MOST = 150
_FILLER = "The harbour was quiet and the boats lay in rows along the wall while the rain went on. "


def word(number: int) -> str:
    """Return a word that no other number has, of letters alone, so that it is no identifier."""
    letters = ""
    while number or not letters:
        number, digit = divmod(number, 20)
        letters += "bcdfghjklmnpqrstvwxz"[digit]
    return f"wovu{'u'.join(letters)}u"


@dataclass
class Notes:
    """A folder of notes of which each holds one word of its own, and the moments (monotonic) at which that came and went."""

    folder: Path
    seed: int
    live: dict[str, str] = field(default_factory=dict)
    born: dict[str, float] = field(default_factory=dict)
    died: dict[str, float] = field(default_factory=dict)
    changes: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._random = random.Random(self.seed)  # noqa: S311 -- changes that can be had again, nothing secret
        self._made = 0

    def change(self) -> str | None:
        """Make one change and return the word it brought, None when it brought none."""
        self.changes += 1
        kinds = (self._edit, self._swap, self._rename, self._delete, self._move_folder)
        if len(self.live) < _MOST // 2 or (len(self.live) < _MOST and self._random.random() < 0.4):
            return self._create()
        return self._random.choices(kinds, weights=(30, 25, 20, 20, 5))[0]()

    def some_word(self, rng: random.Random) -> tuple[str, bool]:
        """Return a word, and whether a note holds it now; mostly one that does."""
        with self.lock:
            pool = list(self.born) if rng.random() < 0.75 else list(self.died)
            chosen = rng.choice(pool or [word(0)])
            return chosen, chosen in self.born

    def is_live(self, chosen: str) -> bool:
        """Return whether a note holds the word."""
        with self.lock:
            return chosen in self.born

    def died_before(self, chosen: str, moment: float) -> bool:
        """Return whether the word was gone from all notes before `moment`."""
        with self.lock:
            return self.died.get(chosen, moment) < moment

    def _create(self) -> str:
        path = f"{self._random.choice(('', 'a/', 'a/b/', 'c/', 'd/e/f/'))}note-{self.changes}.md"
        return self._write(path, self._text(), in_place=self._random.random() < 0.5)

    def _edit(self) -> str:
        """Write over a note, in two halves now and then."""
        return self._write(self._pick(), self._text(), in_place=True)

    def _swap(self) -> str:
        """Put another file in a note's place, as editors do."""
        return self._write(self._pick(), self._text(), in_place=False)

    def _rename(self) -> None:
        old = self._pick()
        new = f"{self._random.choice(('', 'a/', 'c/'))}moved-{self.changes}.md"
        (self.folder / new).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / old).rename(self.folder / new)
        with self.lock:
            self.live[new] = self.live.pop(old)
            # Where it stands now, it has to be found anew.
            self.born[self.live[new]] = time.monotonic()

    def _delete(self) -> None:
        old = self._pick()
        (self.folder / old).unlink()
        with self.lock:
            self._bury(self.live.pop(old))

    def _move_folder(self) -> None:
        folders = sorted({path.split("/")[0] for path in self.live if "/" in path})
        if not folders:
            return
        old, new = self._random.choice(folders), f"m{self.changes}"
        (self.folder / old).rename(self.folder / new)
        with self.lock:
            for path in [path for path in self.live if path.startswith(f"{old}/")]:
                moved = self.live.pop(path)
                self.live[f"{new}/{path.removeprefix(f'{old}/')}"] = moved
                self.born[moved] = time.monotonic()

    def _write(self, path: str, text: tuple[str, str], *, in_place: bool) -> str:
        said, content = text
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        before = self.live.get(path)
        if before is not None:
            # From the first byte on nobody knows which of the two is there.
            with self.lock:
                self.born.pop(before, None)
        if in_place:
            with file.open("w", encoding="utf-8") as out:
                out.write(content[: len(content) // 2])
                out.flush()
                time.sleep(self._random.choice((0, 0, 0.02)))
                out.write(content[len(content) // 2 :])
        else:
            aside = file.with_name(f".{file.name}.tmp")
            aside.write_text(content, encoding="utf-8")
            aside.replace(file)
        with self.lock:
            self.live[path] = said
            self.born[said] = time.monotonic()
            if before is not None:
                self._bury(before)
        return said

    def _bury(self, gone: str) -> None:
        self.born.pop(gone, None)
        self.died[gone] = time.monotonic()

    def _text(self) -> tuple[str, str]:
        self._made += 1
        said = word(self._made)
        before, after = (self._random.choice((0, 0, 2, 40)) for _ in range(2))
        return (
            said,
            f"{_FILLER * before}\n\nThe keeper of {said} sits in room {self._made}.\n\n{_FILLER * after}\n",
        )

    def _pick(self) -> str:
        return self._random.choice(sorted(self.live))
