"""Facts that change: a note gives them with their day and "may be out of date", in its own language."""

import re
from datetime import date
from typing import Final

from recall_sidecar.recall.verify.moments import moments

__all__ = ["caution", "changes", "is_cautious"]

# What is noted today or yesterday is not out of date yet.
_FRESH_DAYS: Final = 1
_CHANGES: Final = re.compile(
    r"\b(?:status|currently|at the moment|right now|nowadays|these days|now|present(?:ly)?|so far|as of|deploy\w*|release[sd]?|versions?|upgrad\w+|migrat\w+|runs? on|running on|"
    r"price[sd]?|costs?|schedul\w+|deadline|due|appointment|opening hours|in progress|pending|blocked|planned|plans? to|is planning|upcoming|is set for|branch|port|server|in stock|balance|available|"
    r"status|derzeit|aktuell|momentan|zurzeit|jetzt|bisher|bereitgestellt|preis|kostet|termin|frist|geplant|plant|läuft auf|in arbeit|verfügbar|"
    r"statut|actuellement|en ce moment|maintenant|pour l['’]instant|déploy\w+|prix|coûte|horaires?|rendez-vous|échéance|prévu\w*|prévoit|en cours|disponible|"
    r"estado|actualmente|ahora|de momento|desplegad\w+|versión|precio|cuesta|horario|cita|plazo|previst\w+|planea|en curso|disponible|"
    r"atualmente|agora|no momento|implantad\w+|versão|preço|custa|horário|prazo|previst\w+|planeja|em andamento|disponível|"
    r"stato|attualmente|adesso|al momento|versione|prezzo|costa|orario|appuntamento|scadenza|previst\w+|in corso|prevede|"
    r"статус|сейчас|в настоящее время|пока|на данный момент|развернут\w*|верси\w+|цена|стоит|расписание|встреча назначена|срок|запланирован\w*|планирует|доступ\w+)\b"
    r"|状态|狀態|目前|现在|現在|当前|當前|正在|至今|部署|版本|价格|價格|售价|日程|计划|計劃|打算|截止|预约|进行中|库存|余额"
    r"|状況|今のところ|バージョン|価格|値段|予定|締め切り|期限|在庫|進行中|상태|현재|지금|배포|버전|가격|일정|마감|예정|계획|진행 중|재고",
    re.IGNORECASE,
)
_CAUTIOUS: Final = re.compile(
    r"out of date|outdated|as of |noted |may have changed|veraltet|stand |obsolète|desactualizad|desatualizad|non (?:essere )?aggiornat|obsolet|устаре|过时|過時|可能已变|截至|古い可能性|時点|오래된|기준",
    re.IGNORECASE,
)
_WORDS: Final = {
    "en": "may be out of date", "zh": "可能已过时", "ja": "古い可能性あり", "ko": "오래된 정보일 수 있음", "de": "evtl. veraltet",
    "fr": "peut-être obsolète", "es": "puede estar desactualizado", "pt": "pode estar desatualizado", "it": "forse non aggiornato",
    "ru": "может быть устаревшим",
}  # fmt: skip
_EAST: Final = frozenset({"zh", "ja"})


def changes(clause: str) -> bool:
    """Return whether a clause states what may be otherwise by now: a status, a price, a version, a schedule, a plan."""
    return _CHANGES.search(clause) is not None


def is_cautious(text: str) -> bool:
    """Return whether `text` says itself that it may be out of date."""
    return _CAUTIOUS.search(text) is not None


def caution(clause: str, day: date, today: date, in_language: str) -> str:
    """Return what to put behind a clause that was noted on `day`; empty while it is fresh. A date that it gives is not given again."""
    if (today - day).days <= _FRESH_DAYS:
        return ""
    words = _WORDS.get(in_language, _WORDS["en"])
    is_dated = any(
        (one.year, one.month, one.day) == (day.year, day.month, day.day) for one in moments(clause)
    )
    inner = words if is_dated else f"{day.isoformat()}{'，' if in_language in _EAST else ', '}{words}"
    return f"（{inner}）" if in_language in _EAST else f" ({inner})"
