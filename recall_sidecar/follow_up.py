"""Tell a message that only means something after the one before it: "And hers?", "What about the other one?", "那她呢？"."""

import re
from typing import Final

__all__ = ["follows"]

# Widths: a Chinese, Japanese or Korean letter says about as much as two others and counts as two.
_SHORT: Final = 12
_AFTER_OPENER: Final = 30
_WITHOUT_MATTER: Final = 60
_WIDE: Final = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD: Final = re.compile(r"\w+")
_OPENERS: Final = re.compile(
    r"(?:(?:and|but|or|what about|how about|what else|same for|und|aber|oder|was ist mit|wie ist es mit"
    r"|et|mais|ou|y|pero|o|e|mas|ma|и|а|но)\b"
    r"|那(?:么|麼|他|她|它|我|你|您|这|這|个|個|天|次|时|時|呢)|还有|還有|另外|じゃあ|では|それ|あと|그럼|그리고|그런데)",
    re.IGNORECASE,
)
# Words that point at something or ask for more of it, and name nothing.
_POINTING: Final = """
i me my you your he him his she her hers it its we us our they them their this that these those one ones other
who what when where why how which is are was were be been do does did has have had can could will would should
a an the of to in on at for with about from by as not no yes ok okay please so then there here now again exactly
tell say said says mean means meant more else explain details detail happened know think and or but really
s t d m re ll ve
ich mich mir du dir er ihn ihm sie ihr es wir uns das dies diese dieser dieses der die den dem ein eine was wer wann
wo warum wie ist sind war waren hat haben und oder aber noch mehr dazu davon damit genau sag sagte meinst meint
je moi tu il lui elle nous ils elles ce ça cela quoi qui quand où pourquoi comment est sont était plus dis dit encore
yo de él ella ello eso esto esa qué quién cuándo dónde cómo es son era más dime dijo otra otro
"""
_POINTING_WORDS: Final = frozenset(_POINTING.split())


def follows(text: str) -> bool:
    """Return whether `text`, one line, leans on what was said before it."""
    if len(text) >= _WITHOUT_MATTER:
        return False
    width = len(text) + len(_WIDE.findall(text))
    if width < _SHORT:
        return True
    if width < _AFTER_OPENER and _OPENERS.match(text):
        return True
    return _POINTING_WORDS.issuperset(_WORD.findall(text.casefold()))
