"""Section J of the public reports: a note is found in its own script, by a sentence as well as by a word."""

import pytest

from tests.cases.world import World
from tests.openclaw.facts import FACTS, write_workspace

NOTES = {
    "feishu": "今天和小李讨论了飞书插件的配置",
    "backup": "GitHub备份脚本每天凌晨三点运行",
    "cat": "我家的猫叫团子，喜欢吃三文鱼",
    "doctor": "王医生建议每周跑步三次",
    "chengdu": "下个月要去成都出差，住在春熙路附近",
    "password": "服务器密码策略：每九十天更换一次",
    "birthday": "田中さんの誕生日は5月12日です",
    "coffee": "コーヒー豆はエチオピア産が好き",
    "wifi": "東京オフィスのWi-Fiは週一で再起動する",
    "meeting": "会議は毎週火曜日の午前十時から",
    "minsu": "지난주에 김민수 씨와 서울역에서 만나기로 했다",
    "americano": "커피는 아메리카노를 좋아한다",
    "server": "서버 백업은 매일 새벽 3시에 실행된다",
    "room": "회의실 예약은 이메일로 한다",
}


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("飞书插件配置", "feishu"),
        ("配置", "feishu"),
        ("小李", "feishu"),
        ("和小李聊了什么", "feishu"),
        ("飞书 插件", "feishu"),
        ("昨天小李说的插件是什么", "feishu"),
        ("飞书插件怎么配置的？", "feishu"),
        ("备份脚本几点运行", "backup"),
        ("backup脚本 GitHub", "backup"),
        ("github", "backup"),
        ("猫叫什么名字", "cat"),
        ("三文鱼", "cat"),
        ("医生说每周跑几次步", "doctor"),
        ("成都出差住哪里", "chengdu"),
        ("密码多久换一次", "password"),
        ("田中さんの誕生日", "birthday"),
        ("誕生日はいつですか", "birthday"),
        ("田中", "birthday"),
        ("コーヒー", "coffee"),
        ("ｺｰﾋｰ豆", "coffee"),
        ("好きなコーヒー豆は？", "coffee"),
        ("東京オフィスのWi-Fi", "wifi"),
        ("Wi-Fi 再起動", "wifi"),
        ("会議は何曜日？", "meeting"),
        ("김민수", "minsu"),
        ("서울역에서 누구를 만나기로 했지?", "minsu"),
        ("민수", "minsu"),
        ("어떤 커피를 좋아해?", "americano"),
        ("백업은 몇 시에 실행돼?", "server"),
        ("서버백업", "server"),
        ("회의실은 어떻게 예약하지?", "room"),
    ],
    ids=lambda value: f"I-089 {value}" if value not in NOTES else value,
)
async def test_a_note_is_found_in_its_own_script(world: World, query: str, note: str) -> None:
    for name, text in NOTES.items():
        world.write(f"memory/{name}.md", f"- {text}\n")
    await world.start(model=False)

    answer = await world.turn(query)

    assert answer.trace.hits[0].path == f"memory/{note}.md"
    assert NOTES[note].split("，")[0].rstrip("。") in answer.block


@pytest.mark.parametrize(
    "query",
    [
        "今天的汇率是多少",
        "写一首关于大海的诗",
        "请把这句话翻译成英文",
        "地球到月球的距离",
        "天気予報を教えて",
        "파이썬에서 리스트를 뒤집는 방법",
    ],
)
async def test_i_092_what_these_notes_do_not_hold_is_nothing(world: World, query: str) -> None:
    for name, text in NOTES.items():
        world.write(f"memory/{name}.md", f"- {text}\n")
    await world.start({"recall.mode": "always"})

    assert (await world.turn(query)).said[0] in {"empty", "skipped"}
    assert world.model.requests == []


@pytest.mark.parametrize(
    "sentence",
    [
        "{}",
        "what did we say last week when we talked about this: {}",
        "I have been wondering the whole morning and cannot remember it for the life of me. {} Thanks a lot!",
    ],
    ids=["I-097 as it is", "I-097 in a long sentence", "I-097 among other sentences"],
)
async def test_every_fact_is_found_by_a_sentence(world: World, sentence: str) -> None:
    """No sentence holds only words of the note that answers it."""
    write_workspace(world.workspace)
    await world.start(model=False)
    missed = []

    for fact in FACTS:
        answer = await world.turn(sentence.format(fact.question))
        if not any(fact.text in hit.text for hit in answer.trace.hits):
            missed.append(fact.key)

    assert missed == []
