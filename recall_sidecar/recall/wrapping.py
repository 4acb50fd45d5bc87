"""What models put around a note: thinking, a fence, quotes, a bullet, a label, a line that announces it."""

import re

__all__ = ["after_thinking", "announces", "unmarked", "unwrapped"]

_MAX_LABEL_CHARS = 80
_THINK_OPEN = re.compile(
    r"\s*(?:<(?:think|thinking|thought|reasoning|reflection)>|<\|channel\|>analysis|◁think▷)", re.IGNORECASE
)
_THINK_CLOSE = re.compile(
    r"</(?:think|thinking|thought|reasoning|reflection)>|<\|channel\|>final<\|message\|>|◁/think▷",
    re.IGNORECASE,
)
_FENCE = re.compile(r"(?:```|~~~)(?:[\w-]{0,20}[ \t]*\n)?")
_END_TOKEN = re.compile(r"(?:<\|\w{1,20}\|>|</s>|<end_of_turn>|<eos>)\Z")
_QUOTES = {
    "“": "”", "”": "”", "„": "“", '"': '"', "'": "'", "‘": "’", "«": "»", "「": "」", "『": "』", "`": "`", "*": "*",
}  # fmt: skip
# A number is a list mark only before passage numbers: "2. May" begins a date.
_BULLET = re.compile(r"\A(?:[-*+•·]\s+|\d{1,2}[.)]\s+(?=[\[【［]))")
_LABEL = re.compile(
    r"\A(?:\*\*)?(?:(?:memory |recall |user )?(?:summary|notes?|answer|result|output|reply|assistant)|memory|摘要|总结|總結|笔记"
    r"|记忆|備註|要約|メモ|요약|메모|zusammenfassung|notiz|résumé|resumen|nota|resumo|riassunto|заметка|итог)"
    r"(?:\*\*)?\s?[:：](?:\*\*)?\s*",
    re.IGNORECASE,
)


def after_thinking(text: str) -> str | None:
    """Return what follows the model's thinking; None while it has not ended.

    Some chat templates open the thinking before the reply begins, so a closing mark alone counts too.
    """
    after = 0
    for close in _THINK_CLOSE.finditer(text):
        after = close.end()
    if after == 0 and _THINK_OPEN.match(text):
        return None
    return text[after:]


def unwrapped(text: str) -> str:
    """Return `text` without a fence and quotes around all of it, and without the end token that some models print."""
    text = _END_TOKEN.sub("", text.strip()).strip()
    if fence := _FENCE.match(text):
        text = text[fence.end() :].removesuffix("```").removesuffix("~~~").strip()
    while len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
        inner = text[1:-1].strip("*`")
        if text[0] in inner or text[-1] in inner:
            break
        text = text[1:-1].strip()
    return text


def announces(line: str) -> bool:
    """Return whether a line only says that the note follows, or is blank."""
    ends_as_label = line.rstrip("* ").endswith((":", "："))
    return not line or (len(line) <= _MAX_LABEL_CHARS and (line.startswith("#") or ends_as_label))


def unmarked(line: str) -> str:
    """Return `line` without a bullet and a label in front."""
    return _LABEL.sub("", _BULLET.sub("", line)).strip()
