"""Numbers, however they are written."""

import pytest

from recall_sidecar.recall.verify.numbers import amounts


def values(text: str, language: str) -> list[list[float]]:
    return [sorted(amount.readings) for amount in amounts(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        pytest.param("3 cats", "en", [[3]], id="a digit"),
        pytest.param("two and a half weeks", "en", [[2, 2.5]], id="a half behind it"),
        pytest.param("three cats", "en", [[3]], id="a word"),
        pytest.param("第二天见", "zh", [], id="the next day"),
        pytest.param("no quarto", "pt", [], id="a room"),
        pytest.param("drei Katzen", "de", [[3]], id="German"),
        pytest.param("siebenundzwanzig, einundzwanzig", "de", [[27], [21]], id="German compounds"),
        pytest.param("Hundundkatze", "de", [], id="a German word with und"),
        pytest.param("trois chats très sages", "fr", [[3]], id="French, without its accents another number"),
        pytest.param("tres gatos", "es", [[3]], id="Spanish"),
        pytest.param("três gatos", "pt", [[3]], id="Portuguese"),
        pytest.param("tre gatti", "it", [[3]], id="Italian"),
        pytest.param("три кошки", "ru", [[3]], id="Russian"),
        pytest.param("고양이 세 마리", "ko", [[3]], id="Korean"),
        pytest.param("三只猫", "zh", [[3]], id="Chinese"),
        pytest.param("猫が三匹", "ja", [[3]], id="Japanese"),
        pytest.param(
            "二十三岁，三万元，一百零五，二〇二三",
            "zh",
            [[23], [30000], [105], [2023]],
            id="Chinese numerals",
        ),
        pytest.param("一只猫 十分好吃 三明治", "zh", [], id="Chinese words that count nothing"),
        pytest.param("due to launch", "en", [], id="a number of another language"),
        pytest.param(
            "twenty-seven, two hundred fifty, five thousand", "en", [[27], [250], [5000]], id="composed"
        ),
        pytest.param("two three", "en", [[2], [3]], id="one behind the other"),
        pytest.param("hundreds of thousand", "en", [], id="about as many"),
        pytest.param("the 3rd and the fifth", "en", [[3], [5]], id="ordinals"),
        pytest.param(
            "1,200 and 1.200 and 1.5 and 1,234,567",
            "en",
            [[1.2, 1200], [1.2, 1200], [1.5], [1234567]],
            id="marks",
        ),
        pytest.param("5k 3 million 2万", "en", [[5, 5000], [3, 3000000], [2, 20000]], id="scales"),
        pytest.param("27:42", "en", [[27], [42]], id="minutes and seconds"),
        pytest.param("15:00", "en", [[3, 15]], id="a full hour"),
        pytest.param("3:30 pm", "en", [[3, 15], [30]], id="an hour of the afternoon"),
        pytest.param("3 pm 下午4点", "en", [[3, 15], [4, 16]], id="an hour without minutes"),
        pytest.param("15 Uhr", "de", [[3, 15]], id="an hour of the day"),
        pytest.param("15 people", "en", [[15]], id="as many people"),
        pytest.param("1.2.3", "en", [[12.3]], id="a version"),
    ],
)
def test_numbers_are_read(text: str, language: str, expected: list[list[float]]) -> None:
    assert values(text, language) == expected


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("20%", "percent"),
        ("$5", "money"),
        ("5 km", "km"),
        ("5 miles", "mile"),
        ("3小时", "hour"),
        ("two-week", "week"),
        ("5 cats", ""),
    ],
)
def test_units_are_known(text: str, unit: str) -> None:
    assert amounts(text, "en")[0].unit == unit


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("5 km", "5 km", True),
        ("5 km", "5 miles", False),
        ("5", "5 miles", True),
        ("5 km", "5", True),
        ("5", "6", False),
        ("3 pm", "15:00", True),
    ],
)
def test_numbers_are_the_same_when_their_units_are(one: str, other: str, same: bool) -> None:
    assert amounts(one, "en")[0].is_in(amounts(other, "en")) is same
