"""Names across scripts."""

import pytest

from recall_sidecar.recall.verify.romanise import alike, is_pinyin, latin, same_sounds


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"), ("Mel", "Melanie"), ("卡罗琳", "Caroline"), ("メラニー", "Melanie"), ("캐롤라인", "Caroline"), ("Мелани", "Melanie"),
        ("张曼婷", "Zhang Manting"), ("约翰", "John"), ("ジョン", "John"), ("乔安娜", "Joanna"), ("오드리", "Audrey"), ("Джеймс", "James"),
        ("みき", "Miki"), ("José", "Jose"), ("吉娜", "Gina"), ("Анну", "Анна"),
    ],
)  # fmt: skip
def test_names_are_alike(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Ben"),
        ("Jo", "Joanna"),
        ("卡罗琳", "Melanie"),
        ("メラニー", "Caroline"),
        ("ジーナ", "Jon"),
        ("李", "Li Qiang"),
        ("…", "Anna"),
        ("龘", "Anna"),
        ("Ольга", "Анна"),
    ],
)
def test_names_are_not_alike(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("刘琳", "liulin"),
        ("キャット", "kiyato"),
        ("김", "gim"),
        ("Ёлка", "elka"),
        ("Øre", "ore"),
        ("龘", ""),
        ("Łódź", "lodz"),
        ("ABC", "abc"),
        ("㐀", ""),
    ],
)
def test_names_are_written_in_latin_letters(name: str, expected: str) -> None:
    assert latin(name) == expected


def test_places_have_the_same_sounds() -> None:
    assert same_sounds("Granada", "格拉纳达")
    assert not same_sounds("Granada", "马德里")
    assert not same_sounds("Granada", "Grenada")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Lu Lin", True), ("Gong Xiaoyan", True), ("Lu", False), ("Mark Twain", False), ("Lu Linx", False)],
)
def test_chinese_names_in_latin_letters_are_known(name: str, expected: bool) -> None:
    assert is_pinyin(name) is expected
