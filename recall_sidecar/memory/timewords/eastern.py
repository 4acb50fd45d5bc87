"""Time words of Chinese, Japanese and Korean, which are found inside runs of letters without spaces.

The form is that of `timewords/european.py`. `mark` makes of the number before it a day, month or year of the calendar.
Simplified and traditional forms both stand here.
"""

__all__ = ["LANGUAGES"]

_ONES = "一二三四五六七八九"


def _numeral(number: int) -> str:
    tens, ones = divmod(number, 10)
    return ("" if tens == 0 else "十" if tens == 1 else f"{_ONES[tens - 1]}十") + (
        _ONES[ones - 1] if ones else ""
    )


_NUMERALS = "\n".join(f"count {number}: {_numeral(number)}" for number in range(1, 32))
_CHINESE_WEEKDAYS = ", ".join(
    "/".join(f"{week}{day}" for week in ("周", "週", "星期", "礼拜", "禮拜") for day in days)
    for days in (*"一二三四五六", "日天")
)
# A weekday of last week; without these "上周" would be read first, and the day after it as a number.
_LAST_WEEKDAYS = "\n".join(
    f"lastweekday {number}: "
    + ", ".join(f"{week}{day}" for week in ("上周", "上週", "上星期", "上个星期", "上個星期", "上礼拜", "上個禮拜") for day in days)
    for number, days in enumerate((*"一二三四五六", "日天"))
)  # fmt: skip
_CHINESE = f"""
day 0: 今天, 今日, 今早, 今晚
day -1: 昨天, 昨日, 昨晚
day -2: 前天, 前日
day -3: 大前天
unit day: 天
unit week: 周, 週, 星期, 个星期, 個星期, 礼拜, 个礼拜
unit month: 个月, 個月
rel week -1: 上周, 上週, 上星期, 上个星期, 上個星期, 上礼拜, 上个礼拜
rel week 0: 本周, 本週, 这周, 這週, 这个星期, 这星期
rel weekend -1: 上周末, 上週末, 上个周末, 上個週末
rel month -1: 上月, 上个月, 上個月
rel month 0: 本月, 这个月, 這個月
rel year -2: 前年
rel year -1: 去年
rel year 0: 今年
last: 过去, 過去, 最近
next: 下, 下个, 下個, 每, 每个, 每個
ago: 前, 之前, 以前
mark day: 日, 号, 號
mark month: 月
mark year: 年
count 2: 两, 兩
count 3: 几, 幾
{_NUMERALS}
{_LAST_WEEKDAYS}
weekdays: {_CHINESE_WEEKDAYS}
to: 到, 至
skip: 的
"""
_JAPANESE = """
day 0: 今日, 今朝, 今夜
day -1: きのう, 昨夜, ゆうべ
day -2: 一昨日, おととい
unit week: 週間
unit month: ヶ月, か月, カ月, ヵ月, ケ月
unit year: 年間
rel week -1: 先週
rel week -2: 先々週
rel week 0: 今週
rel weekend -1: 先週末
rel month -1: 先月
rel month -2: 先々月
rel month 0: 今月
rel year -1: 昨年
rel year -2: 一昨年, おととし
next: 来, 毎
ago: まえ
weekdays: 月曜日/月曜, 火曜日/火曜, 水曜日/水曜, 木曜日/木曜, 金曜日/金曜, 土曜日/土曜, 日曜日/日曜
to: から
skip: の
"""
_KOREAN = """
day 0: 오늘
day -1: 어제, 어젯밤
day -2: 그저께, 그제, 엊그제
unit week: 주, 주일
unit month: 달, 개월
rel week -1: 지난주, 저번주
rel week 0: 이번주
rel weekend -1: 지난주말
rel month -1: 지난달, 저번달
rel month 0: 이번달
rel year -1: 작년, 지난해
rel year -2: 재작년
rel year 0: 올해
last: 지난, 저번
next: 다음, 매
to: 부터
ago: 전
mark day: 일
mark month: 월
mark year: 년
count 1: 한
count 2: 두
count 3: 세
count 4: 네
weekdays: 월요일, 화요일, 수요일, 목요일, 금요일, 토요일, 일요일
"""

LANGUAGES = (_CHINESE, _JAPANESE, _KOREAN)
