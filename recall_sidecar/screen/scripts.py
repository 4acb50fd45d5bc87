"""Orders in languages whose words cannot be cut out one by one: vowels that are marks, no blanks between, or words of two parts.

They are held against whole phrases instead; each is short, and every gap bounded.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

__all__ = ["phrases"]

_Kind: TypeAlias = Literal["override", "prompt_leak"]
_GAP: Final = r"[^।.!?\n]{0,60}?"
# What is to be put aside, and the word for putting it aside; in some languages one stands first, in others the other.
_BEHIND: Final = (
    ("निर्देश|नियम|आदेश", "अनदेखा|नज़रअंदाज|नजरअंदाज|भूल जा"),
    ("নির্দেশ|নিয়ম|নিয়ম", "উপেক্ষা|ভুলে যা"),
    ("सूचना|नियम", "दुर्लक्ष"),
    ("வழிமுறை|விதி|அறிவுறுத்த", "புறக்கணி|மறந்து"),
    ("సూచన|నియమ|ఆదేశ", "విస్మరించ|మర్చిపో"),
    ("ہدایات|احکام|قواعد", "نظر انداز|بھول جا"),
)
_BEFORE: Final = (
    ("เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม", "คำสั่ง|คำแนะนำ|กฎ"),
    ("bo qua|phot lo|quen", "huong dan|chi thi|chi dan|menh lenh|quy tac"),
    ("មិនអើពើ|ភ្លេច", "ការណែនាំ|បញ្ជា"),
    ("လျစ်လျူရှု|မေ့", "ညွှန်ကြား"),
)
_OVERRIDE: Final = re.compile(
    "|".join(
        [f"(?:{what}){_GAP}(?:{aside})" for what, aside in _BEHIND]
        + [f"(?:{aside}){_GAP}(?:{what})" for aside, what in _BEFORE]
    )
)
_LEAK: Final = re.compile(
    "सिस्टम प्रॉम्प्ट|সিস্টেম প্রম্পট|พรอมต์ของระบบ|พรอมต์ระบบ|சிஸ்டம் ப்ராம்ப்ட்|سسٹم پرامپٹ|loi nhac he thong"
)


def phrases(folded: str) -> Iterator[tuple[_Kind, int, int]]:
    """Yield the orders in a folded text, each with its kind and where it stands."""
    if folded.isascii() and "bo qua" not in folded and "phot lo" not in folded and "loi nhac" not in folded:
        return
    for found in _OVERRIDE.finditer(folded):
        yield "override", *found.span()
    for found in _LEAK.finditer(folded):
        yield "prompt_leak", *found.span()
