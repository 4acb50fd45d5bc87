"""Write names of any script in Latin letters, and tell whether two may be the same name: 卡罗琳, Кэролайн and Caroline.

Chinese characters get their sound from the order of GB 2312, whose first 3,755 characters stand by their pinyin.
"""

import re
import unicodedata
from bisect import bisect_right
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from recall_sidecar.recall.verify.meanings import folded

__all__ = ["alike", "is_pinyin", "latin", "same_sounds"]

# Where each syllable begins in that order.
_SYLLABLES: Final = """
a啊 ai埃 an鞍 ang肮 ao凹 ba芭 bai白 ban斑 bang邦 bao苞 bei杯 ben奔 beng崩 bi逼 bian鞭 biao标 bie鳖 bin彬 bing兵 bo玻 bu捕
ca擦 cai猜 can餐 cang苍 cao操 ce厕 ceng层 cha插 chai拆 chan搀 chang昌 chao超 che车 chen郴 cheng撑 chi吃 chong充 chou抽
chu初 chuai揣 chuan川 chuang疮 chui吹 chun春 chuo戳 ci疵 cong聪 cou凑 cu粗 cuan蹿 cui摧 cun村 cuo磋 da搭 dai呆 dan耽
dang当 dao刀 de德 deng蹬 di堤 dian颠 diao碉 die跌 ding丁 diu丢 dong东 dou兜 du督 duan端 dui堆 dun墩 duo掇 e蛾 en恩 er而
fa发 fan藩 fang坊 fei菲 fen芬 feng丰 fo佛 fou否 fu夫 ga噶 gai该 gan干 gang冈 gao篙 ge哥 gei给 gen根 geng耕 gong工 gou钩
gu辜 gua刮 guai乖 guan棺 guang光 gui瑰 gun辊 guo锅 ha哈 hai骸 han酣 hang夯 hao壕 he呵 hei嘿 hen痕 heng哼 hong轰 hou喉
hu呼 hua花 huai槐 huan欢 huang荒 hui灰 hun荤 huo豁 ji击 jia嘉 jian歼 jiang僵 jiao蕉 jie揭 jin巾 jing荆 jiong炯 jiu揪
ju鞠 juan捐 jue撅 jun均 ka喀 kai开 kan刊 kang康 kao考 ke坷 ken肯 keng坑 kong空 kou抠 ku枯 kua夸 kuai块 kuan宽 kuang匡
kui亏 kun坤 kuo括 la垃 lai莱 lan蓝 lang琅 lao捞 le勒 lei雷 leng棱 li厘 lia俩 lian联 liang粮 liao撩 lie列 lin琳 ling玲
liu溜 long龙 lou楼 lu芦 luan峦 lun抡 luo萝 ma妈 mai埋 man瞒 mang芒 mao猫 me么 mei玫 men门 meng萌 mi眯 mian棉 miao苗 mie蔑
min民 ming明 miu谬 mo摸 mou谋 mu拇 na拿 nai氖 nan南 nang囊 nao挠 ne呢 nei馁 nen嫩 neng能 ni妮 nian蔫 niang娘 niao鸟 nie捏
nin您 ning柠 niu牛 nong脓 nu奴 nuan暖 nuo挪 o哦 ou欧 pa啪 pai拍 pan攀 pang乓 pao抛 pei呸 pen喷 peng砰 pi坯 pian篇 piao飘
pie撇 pin拼 ping乒 po坡 pu扑 qi期 qia掐 qian牵 qiang枪 qiao橇 qie切 qin钦 qing青 qiong琼 qiu秋 qu趋 quan圈 que缺 qun裙
ran然 rang瓤 rao饶 re惹 ren壬 reng扔 ri日 rong戎 rou揉 ru茹 ruan软 rui蕊 run闰 ruo若 sa撒 sai腮 san三 sang桑 sao搔 se瑟
sen森 seng僧 sha莎 shai筛 shan珊 shang墒 shao梢 she奢 shen砷 sheng声 shi师 shou收 shu蔬 shua刷 shuai摔 shuan栓
shuang霜 shui谁 shun吮 shuo说 si斯 song松 sou搜 su苏 suan酸 sui虽 sun孙 suo蓑 ta塌 tai胎 tan坍 tang汤 tao掏 te特 teng藤
ti梯 tian天 tiao挑 tie贴 ting厅 tong通 tou偷 tu凸 tuan湍 tui推 tun吞 tuo拖 wa挖 wai歪 wan豌 wang汪 wei威 wen瘟 weng嗡
wo挝 wu巫 xi昔 xia瞎 xian掀 xiang相 xiao萧 xie楔 xin薪 xing星 xiong兄 xiu休 xu墟 xuan轩 xue靴 xun勋 ya压 yan焉 yang殃
yao邀 ye椰 yi一 yin茵 ying英 yo哟 yong拥 you幽 yu迂 yuan鸳 yue曰 yun耘 za匝 zai栽 zan咱 zang赃 zao遭 ze责 zei贼 zen怎
zeng增 zha扎 zhai摘 zhan瞻 zhang樟 zhao招 zhe遮 zhen珍 zheng蒸 zhi芝 zhong中 zhou舟 zhu珠 zhua抓 zhuai拽 zhuan专
zhuang桩 zhui椎 zhun谆 zhuo捉 zi兹 zong鬃 zou邹 zu租 zuan钻 zui嘴 zun尊 zuo昨
"""
_KANA: Final = {
    letter: row + vowel
    for row, letters in {
        "": "アイウエオ", "k": "カキクケコ", "s": "サシスセソ", "t": "タチツテト", "n": "ナニヌネノ", "h": "ハヒフヘホ", "m": "マミムメモ",
        "r": "ラリルレロ", "g": "ガギグゲゴ", "z": "ザジズゼゾ", "d": "ダヂヅデド", "b": "バビブベボ", "p": "パピプペポ",
    }.items()
    for letter, vowel in zip(letters, "aiueo", strict=True)
} | {
    "ヤ": "ya", "ユ": "yu", "ヨ": "yo", "ャ": "ya", "ュ": "yu", "ョ": "yo", "ワ": "wa", "ヲ": "o", "ン": "n", "ッ": "", "ー": "", "ヴ": "v",
    "ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e", "ォ": "o", "シ": "shi", "チ": "chi", "ツ": "tsu", "フ": "f", "ジ": "ji",
}  # fmt: skip
_INITIALS: Final = (
    "g",
    "k",
    "n",
    "d",
    "t",
    "r",
    "m",
    "b",
    "p",
    "s",
    "s",
    "",
    "j",
    "j",
    "ch",
    "k",
    "t",
    "p",
    "h",
)
_MEDIALS: Final = (
    "a", "e", "ya", "e", "o", "e", "yo", "e", "o", "wa", "we", "we", "yo", "u", "wo", "we", "wi", "yu", "u", "i", "i",
)  # fmt: skip
_FINALS: Final = (
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t", "t", "ng", "t", "t", "k", "t", "p", "",
)  # fmt: skip
_CYRILLIC: Final = dict(
    zip("абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e zh z i i k l m n o p r s t u f h ts ch sh sch _ y _ e yu ya".replace("_", "").split(" "), strict=True)
)  # fmt: skip
# Sounds that scripts keep apart and mix up; vowels say little in a foreign name.
_SAME: Final = str.maketrans(
    {
        "q": "k",
        "c": "k",
        "z": "s",
        "x": "s",
        "l": "r",
        "v": "b",
        "w": "b",
        "f": "b",
        "p": "b",
        "j": "s",
        "g": "k",
        "d": "t",
    }
)
_LEAST_ALIKE: Final = 0.7
_SHORT: Final = 2
# The last code point of each.
_SCRIPTS: Final = (
    (0x24F, "latin"),
    (0x52F, "cyrillic"),
    (0x303F, "none"),
    (0x30FF, "kana"),
    (0x9FFF, "han"),
    (0xD7AF, "hangul"),
)
_LEAST_SHORT: Final = 0.6
_SOFT: Final = re.compile(r"[gc](?=[eiy])")
# How pinyin writes what other scripts write with a j, and characters that stand for sounds of another time.
_AS_HEARD: Final = {"q": "j", "x": "s"}
_OLD: Final = {"约": "jo", "杰": "je", "基": "ki", "吉": "ji"}


def latin(name: str) -> str:
    """Return a name in small Latin letters, roughly as it sounds."""
    if name.isascii():
        return name.casefold()
    return "".join(_sound(letter) for letter in unicodedata.normalize("NFKC", name))


def _script(name: str) -> str:
    """Return the script of a name, by its first letter."""
    first = ord(name[0])
    return next((script for last, script in _SCRIPTS if first <= last), "other")


def is_pinyin(name: str) -> bool:
    """Return whether a name in Latin letters may be a Chinese one: a surname of one syllable, and one or two more behind it."""
    first, _, given = name.casefold().partition(" ")
    syllables = frozenset(_boundaries()[1])
    return first in syllables and any(
        given[:cut] in syllables and (given[cut:] in syllables or cut == len(given))
        for cut in range(1, len(given) + 1)
    )


def same_sounds(one: str, other: str) -> bool:
    """Return whether two names in different scripts have the same consonants."""
    return one.isascii() != other.isascii() and _consonants(_heard(one)) == _consonants(_heard(other))


def _heard(name: str) -> str:
    """Return a name as its sounds, where Chinese characters stand for those of another language."""
    if name.isascii():
        return _SOFT.sub(lambda found: {"g": "j", "c": "s"}[found.group()], name.casefold())
    return "".join(
        _OLD.get(letter) or _AS_HEARD.get(sound[:1], sound[:1]) + sound[1:]
        if "\u3400" <= letter <= "\u9fff"
        else sound
        for letter, sound in ((letter, _sound(letter)) for letter in unicodedata.normalize("NFKC", name))
    )


def alike(one: str, other: str) -> bool:
    """Return whether two names may be one: the same, a short form, or the same sounds in two scripts."""
    first, second = folded(one), folded(other)
    if first == second:
        return True
    if first.isascii() and second.isascii():
        short, long = sorted((first, second), key=len)
        return len(short) >= 3 and long.startswith(short)
    if _script(first) == _script(second):
        # Endings of cases: Анна, Анну.
        return min(len(first), len(second)) > _SHORT and first[:-1] == second[:-1]
    return _sounds_like(first, second)


@lru_cache(maxsize=2048)
def _sounds_like(one: str, other: str) -> bool:
    first, second = latin(one).replace(" ", ""), latin(other).replace(" ", "")
    if not first or not second:
        return False
    if first == second:
        return True
    heard = [_heard(each).replace(" ", "") for each in (one, other)]
    consonants = [_consonants(each) for each in heard]
    if min(map(len, consonants)) <= _SHORT:
        # So few of them are shared by chance: "Jon" is not "Gina".
        return min(map(len, heard)) > _SHORT and _ratio(*map(_open, heard)) >= _LEAST_SHORT
    return _ratio(*consonants) >= _LEAST_ALIKE


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def _open(sound: str) -> str:
    """Return a sound with its vowels as most scripts write them."""
    for written, plain in _VOWELS:
        sound = sound.replace(written, plain)
    return sound


_VOWELS: Final = (
    ("tsz", "j"), ("iyo", "o"), ("iao", "o"), ("iya", "a"), ("eigh", "e"), ("au", "o"), ("ey", "i"), ("ee", "i"), ("ea", "i"), ("ai", "e"), ("ou", "u"), ("oo", "u"), ("y", "i"), ("h", ""),
)  # fmt: skip


def _consonants(sound: str) -> str:
    plain = (
        sound.replace("tsz", "j")
        .replace("ch", "t")
        .replace("sh", "s")
        .replace("th", "t")
        .replace("ng", "n")
        .replace("ts", "t")
        .replace("zh", "s")
        .replace("kh", "k")
        .replace("ph", "b")
    )
    same = "".join(letter for letter in plain.translate(_SAME) if letter not in "aeiouyh")
    return "".join(letter for place, letter in enumerate(same) if not place or same[place - 1] != letter)


@lru_cache(maxsize=8192)
def _sound(letter: str) -> str:
    low = letter.casefold()
    if "\uac00" <= letter <= "\ud7a3":
        number = ord(letter) - 0xAC00
        return _INITIALS[number // 588] + _MEDIALS[number % 588 // 28] + _FINALS[number % 28]
    if "\u3041" <= letter <= "\u3096":
        letter = chr(ord(letter) + 0x60)
    if letter in _KANA:
        return _KANA[letter]
    if low in _CYRILLIC:
        return _CYRILLIC[low]
    if "\u3400" <= letter <= "\u9fff":
        return _pinyin(letter)
    bare = unicodedata.normalize("NFD", low)[0]
    return (
        bare if bare.isascii() and bare.isalnum() else {"ß": "ss", "ё": "e", "ø": "o", "ł": "l"}.get(low, "")
    )


def _pinyin(letter: str) -> str:
    try:
        code = int.from_bytes(letter.encode("gb2312"), "big")
    except UnicodeEncodeError:
        return ""
    codes, sounds = _boundaries()
    # Rarer characters stand by their strokes.
    return sounds[bisect_right(codes, code) - 1] if 0xB0A1 <= code < 0xD7FA else _RARE.get(letter, "")


@lru_cache(maxsize=1)
def _boundaries() -> tuple[list[int], list[str]]:
    pairs = [(int.from_bytes(each[-1].encode("gb2312"), "big"), each[:-1]) for each in _SYLLABLES.split()]
    return [code for code, _ in pairs], [sound for _, sound in pairs]


# Of the rarer ones, those that stand in names.
_RARE: Final = {"琳": "lin", "婷": "ting", "妮": "ni", "娜": "na", "莉": "li", "莎": "sha", "薇": "wei", "琪": "qi", "瑶": "yao", "雯": "wen", "晗": "han", "昊": "hao", "煜": "yu", "轩": "xuan", "怡": "yi", "岚": "lan", "嫣": "yan", "彦": "yan", "茜": "xi", "蓓": "bei", "黛": "dai", "娅": "ya", "莱": "lai", "珊": "shan", "蕾": "lei", "姗": "shan", "珑": "long", "璐": "lu", "倩": "qian", "钰": "yu", "睿": "rui", "梓": "zi", "涵": "han", "晨": "chen", "菲": "fei", "萱": "xuan", "馨": "xin", "婕": "jie", "岑": "cen", "邬": "wu", "亓": "qi", "骁": "xiao", "琦": "qi", "玥": "yue", "瑾": "jin", "颖": "ying"}  # fmt: skip
