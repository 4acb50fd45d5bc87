"""Section J of the public reports: what is found, what is not, and what odd files do."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from recall_sidecar.memory.port import Viewer
from tests.cases.world import World

NOTES = {
    "zh": "今天和小李讨论了飞书插件的配置",
    "mixed": "GitHub备份脚本每天凌晨三点运行",
    "cat": "我家的猫叫团子",
    "ja": "田中さんの誕生日は5月12日です",
    "ko": "지난주에 김민수 씨와 서울역에서 만나기로 했다",
    "th": "ร้านอาหารที่ชอบคือร้านข้าวมันไก่ประตูน้ำ",
    "ar": "طبيب الأسنان اسمه الدكتور كريم",
    "hi": "मेरी बहन प्रिया दिल्ली में रहती है",
    "he": "רופא השיניים שלי הוא דוקטור לוי",
    "ru": "Любимый ресторан — «Пушкин» на Тверской",
    "tr": "En sevdiğim çay bahçesi Pierre Loti",
    "vi": "Tiệm phở yêu thích là Phở Thìn",
    "de": "Zahnärztin ist Dr. Müller in der Goethestraße",
    "kitchen": "The kitchen renovation: oak cabinets from Brenner",
}


@pytest.mark.parametrize(
    ("query", "note"),
    [
        pytest.param("飞书插件配置", "zh", id="I-089 a Chinese phrase with a particle left out"),
        pytest.param("配置", "zh", id="I-089 one Chinese word"),
        pytest.param("小李", "zh", id="I-089 a Chinese name"),
        pytest.param("GitHub备份脚本", "mixed", id="I-089 mixed script"),
        pytest.param("备份脚本什么时候运行?", "mixed", id="I-089 a Chinese question"),
        pytest.param("github 备份", "mixed", id="I-089 mixed script with a space"),
        pytest.param("猫", "cat", id="I-089 one character"),
        pytest.param("田中さんの誕生日はいつ?", "ja", id="I-089 Japanese"),
        pytest.param("김민수 씨를 어디서 만나기로 했지?", "ko", id="I-089 Korean with other particles"),
        pytest.param("ข้าวมันไก่", "th", id="I-089 Thai"),
        pytest.param("متى موعد طبيب الأسنان؟", "ar", id="I-089 Arabic"),
        pytest.param("मेरी बहन कहाँ रहती है?", "hi", id="I-089 Hindi"),
        pytest.param("מי רופא השיניים שלי?", "he", id="I-089 Hebrew"),
        pytest.param("какой мой любимый РЕСТОРАН?", "ru", id="I-089 Russian in another letter case"),
        pytest.param("sevdiğim çay bahçesi", "tr", id="I-089 Turkish"),
        pytest.param("tiem pho yeu thich", "vi", id="I-089 Vietnamese without its marks"),
        pytest.param("wer ist meine Zahnarztin in der Goethestrasse", "de", id="I-089 German without its umlauts"),
        pytest.param("what did we say about the kitchen last week", "kitchen", id="I-097 a sentence"),
        pytest.param("KITCHEN cabinets", "kitchen", id="I-092 two true words"),
        pytest.param('kitchen AND NOT "oak" OR (NEAR*', "kitchen", id="I-097 signs of a query language"),
        pytest.param("ｋｉｔｃｈｅｎ", "kitchen", id="I-089 full width"),
    ],
)  # fmt: skip
async def test_the_note_is_recalled(world: World, query: str, note: str) -> None:
    for name, text in NOTES.items():
        world.write(f"memory/{name}.md", f"- {text}\n")
    await world.start(model=False)

    answer = await world.turn(query)

    assert answer.trace.hits[0].path == f"memory/{note}.md"
    assert answer.said[0] == "ok"


@pytest.mark.parametrize(
    "query",
    ["zorblax quindle frambo", "asdf qwer zxcv", "what is the capital of France?", "How do I reverse a list in Python?", "write me a poem about the sea",
     "量子纠缠的原理是什么", "今天天气怎么样", "東京タワーの高さは?", "피타고라스 정리를 설명해줘", "ما هي عاصمة فرنسا؟", "!!! ??? ---", "AND OR NOT", '"', "🎉🎉 party"],
    ids=lambda query: f"I-092 {query}",
)  # fmt: skip
async def test_what_memory_does_not_know_is_nothing(world: World, query: str) -> None:
    for name, text in NOTES.items():
        world.write(f"memory/{name}.md", f"- {text}\n")
    await world.start()

    answer = await world.turn(query)

    assert answer.said[0] in {"empty", "skipped"}
    assert world.model.requests == []


def _fifo(world: World) -> None:
    os.mkfifo(world.write("memory/a.md", "x").with_name("pipe.md"))


def _linked(world: World) -> None:
    secret = world.home.parent / "outside.md"
    secret.write_text("- The anchor password is swordfish.\n")
    world.write("memory/a.md", "x").with_name("link.md").symlink_to(secret)
    (world.workspace / "memory" / "folder").symlink_to(world.home.parent)


def _machine(world: World) -> None:
    for path in ("memory/.dreams/x.md", "memory/.dreams/x.txt", "memory/active-memory/run.md", "memory/active-memory/run.jsonl",
                 ".trash/MEMORY.md", "sessions/s.md", "skills/anchor.md", "memory/node_modules/a.md", "memory/.hidden.md", "memory/dreaming/deep/2026-11-30.md",
                 "memory/a (conflicted copy).md", "memory/~$a.md"):  # fmt: skip
        world.write(path, "- The anchor password is swordfish.\n")


def _binary(world: World) -> None:
    world.write("memory/a.md", b"The anchor password is swordfish\0\0\xff")


def _half(world: World) -> None:
    world.write("memory/a.md", b"- The cook\xe7\x8c")


@pytest.mark.parametrize(
    ("odd", "problem"),
    [
        pytest.param(_fifo, "", id="I-094 a pipe"),
        pytest.param(_linked, "link.md: a symbolic link", id="I-094 links that lead out"),
        pytest.param(_machine, "", id="I-100 what machines keep"),
        pytest.param(_binary, "a.md: not a text file", id="I-094 a binary file"),
        pytest.param(_half, "", id="I-094 a file that is half written"),
        pytest.param(lambda _: None, "", id="I-094 no note for today"),
    ],
)
async def test_odd_files_do_no_harm(world: World, odd: Callable[[World], None], problem: str) -> None:
    world.write("MEMORY.md", "- The anchor lies in shed 3.\n")
    odd(world)
    await world.start(model=False)

    answer = await world.turn("where is the anchor and its password?")
    problems = " ".join((await world.memory.status()).problems)

    assert "shed 3" in answer.block
    assert "swordfish" not in str(answer.trace)
    assert problem in problems
    assert bool(problems) is bool(problem)


def _pipe(note: Path) -> None:
    note.unlink()
    os.mkfifo(note)


def _folder(note: Path) -> None:
    note.unlink()
    note.mkdir()


def _link(note: Path) -> None:
    note.unlink()
    note.symlink_to("/etc/hostname")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(Path.unlink, id="I-094 deleted after it was read"),
        pytest.param(_folder, id="I-094 replaced by a folder"),
        pytest.param(_pipe, id="I-094 replaced by a pipe"),
        pytest.param(_link, id="I-094 replaced by a link"),
    ],
)
async def test_a_note_that_is_gone_is_not_recalled(world: World, change: Callable[[Path], object]) -> None:
    note = world.write("MEMORY.md", "- The anchor lies in shed 3.\n")
    await world.start(model=False)
    change(note)

    before_refresh = await world.turn("where is the anchor?")
    await world.memory.refresh()
    after_refresh = await world.turn("so where is the anchor?")

    assert [before_refresh.said[0], after_refresh.said[0]] == ["empty", "empty"]


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        pytest.param("lorem ipsum " * 170_000 + "the anchor lies in shed 3", "shed 3", id="I-095 the end of a line of two megabytes"),
        pytest.param("walls " * 60 + "the anchor lies in shed 3 " + "doors " * 60, "shed 3", id="I-095 the middle of a long line"),
        pytest.param("字" * 40_000 + "锚 anchor 在三号棚 shed 3", "shed 3", id="I-095 the end of a Chinese line"),
    ],
)  # fmt: skip
async def test_what_is_shown_of_a_huge_line_is_the_match(world: World, text: str, ending: str) -> None:
    world.write("memory/huge.md", text)
    await world.start(model=False)

    answer = await world.turn("where is the anchor?")
    (hit,) = answer.trace.hits[:1]
    read = await world.memory.read(hit.path, Viewer("main"), from_line=hit.from_line)

    assert ending in answer.block
    assert read is not None
    assert ending in read.text or read.next_line is not None


async def test_i_095_a_file_beyond_the_limit_says_so(world: World) -> None:
    world.write("memory/huge.md", "- The anchor lies in shed 3.\n" + "more words in here\n" * 200_000)
    await world.start({"memory.max_file_bytes": 100_000}, model=False)

    assert "shed 3" in (await world.turn("where is the anchor?")).block
    (problem,) = (await world.memory.status()).problems
    assert "memory.max_file_bytes" in problem


async def test_i_091_searches_answer_while_another_process_writes(world: World) -> None:
    world.write("MEMORY.md", "- The anchor lies in shed 3.\n")
    await world.start(model=False)

    def lock() -> sqlite3.Connection:
        connection = sqlite3.connect(world.home / "state" / "memory.sqlite3", check_same_thread=False)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE folder SET revision = revision + 1")
        return connection

    other = await asyncio.to_thread(lock)
    try:
        answer = await world.turn("where is the anchor?")
        refresh = asyncio.get_running_loop().create_task(world.memory.refresh(), name="refresh")
        meanwhile = await world.turn("in which shed is the anchor?")
    finally:
        await asyncio.to_thread(other.close)
    await refresh

    assert [answer.said[0], meanwhile.said[0]] == ["ok", "ok"]
