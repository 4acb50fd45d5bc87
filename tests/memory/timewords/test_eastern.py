import pytest

from tests.memory.timewords.spoken import spoken

LAST_WEEK = "2026-11-23..2026-11-29"
TWO_WEEKS_AGO = "2026-11-13..2026-11-19"
OCTOBER = "2026-10-01..2026-10-31"
LAST_YEAR = "2025-01-01..2025-12-31"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("昨天做了什么", "2026-11-29"),
        ("我前天说的", "2026-11-28"),
        ("上周我们聊了什么", LAST_WEEK),
        ("上個星期", LAST_WEEK),
        ("两周前", TWO_WEEKS_AGO),
        ("三天前", "2026-11-27"),
        ("3天前", "2026-11-27"),
        ("上个月", OCTOBER),
        ("去年", LAST_YEAR),
        ("去年三月", "2025-03-01..2025-03-31"),
        ("去年的三月", "2025-03-01..2025-03-31"),
        ("两年前", "2024-01-01..2024-12-31"),
        ("在5月4日这天", "2026-05-04"),
        ("在4月27号", "2026-04-27"),
        ("2023年5月2日", "2023-05-02"),
        ("十二月三日", "2025-12-03"),
        ("上周五", "2026-11-27"),
        ("周五", "2026-11-27"),
        ("最近三天", "2026-11-27..2026-11-30"),
        ("从七月到九月", "2026-07-01..2026-09-30"),
        ("下周", ""),
        ("每天", ""),
        ("一日之计", ""),
    ],
)
def test_chinese(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("昨日の会議", "2026-11-29"),
        ("おととい", "2026-11-28"),
        ("先週", LAST_WEEK),
        ("2週間前", TWO_WEEKS_AGO),
        ("3日前", "2026-11-27"),
        ("先月", OCTOBER),
        ("昨年", LAST_YEAR),
        ("昨年の3月", "2025-03-01..2025-03-31"),
        ("11月3日", "2026-11-03"),
        ("先週の金曜日", "2026-11-27"),
        ("来週", ""),
    ],
)
def test_japanese(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("어제 뭐 했지", "2026-11-29"),
        ("그저께", "2026-11-28"),
        ("지난주에", LAST_WEEK),
        ("지난 주", LAST_WEEK),
        ("2주 전", TWO_WEEKS_AGO),
        ("3일 전에", "2026-11-27"),
        ("지난달", OCTOBER),
        ("작년 3월", "2025-03-01..2025-03-31"),
        ("11월 3일", "2026-11-03"),
        ("다음 주", ""),
    ],
)
def test_korean(text: str, expected: str) -> None:
    assert spoken(text) == expected
