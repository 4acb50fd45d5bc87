"""Whether a clause says that somebody asks or tells something, and whether a sentence asks.

Who asks is who asked: what the question is about is spoken of by both sides, and mostly more by the one who answers.
"""

import re
from typing import Final

__all__ = ["asks", "is_request", "tells"]

_ASKS: Final = re.compile(
    r"\b(?:asks|asked|wonders|wondered|enquires|inquires|wants? to know|requests|requested|fragt|fragte|bittet|demande|demandait|pregunta|preguntó|pide|pidió|"
    r"pergunta|perguntou|pede|pediu|chiede|chiese|ha chiesto|спрашивает|спросил\w*|просит|попросил\w*)\b|(?<![访学])问(?![题候好世])|请教|想知道|请(?:AI|ai|助手|助理)|求推荐|たずね|尋ね|聞い|묻|물었|물어",
    re.IGNORECASE,
)
_TELLS: Final = re.compile(
    r"\b(?:says|said|thinks|tells|told|feels|finds|calls|mentions|mentioned|recommends|recommended|suggests|suggested|advises|advised|describes|described|explains|explained|"
    r"sagt|sagte|findet|meint|meinte|rät|empfiehlt|erzählt|schlägt|dit|pense|trouve|raconte|propose|conseille|recommande|dice|dijo|piensa|cuenta|recomienda|sugiere|"
    r"diz|disse|acha|conta|recomenda|sugere|ha detto|racconta|pensa|trova|consiglia|suggerisce|говорит|сказал\w*|считает|рассказ\w*|советует|предлагает|рекомендует)\b"
    r"|(?<!没)说(?!不|服|明书|是什么)|觉得|认为|感到|提到|提议|推荐|建议|表示|劝|告诉|提醒|介绍|解释",
    re.IGNORECASE,
)
_REQUEST: Final = re.compile(
    r"[?？]|\b(?:tips|advice|recommend\w*|suggest\w*|could you|can you|help me|i need|i want|looking for|wondering|how to|let me know|tell me|please)\b"
    r"|[吗呢]|怎么|如何|什么|能不能|可不可以|推荐|请",
    re.IGNORECASE,
)


def asks(text: str) -> bool:
    """Return whether a clause says that somebody asks something."""
    return _ASKS.search(text) is not None


def tells(text: str) -> bool:
    """Return whether a clause says that somebody says or thinks something."""
    return _TELLS.search(text) is not None


def is_request(sentence: str) -> bool:
    """Return whether a sentence asks something, or for something."""
    return _REQUEST.search(sentence) is not None
