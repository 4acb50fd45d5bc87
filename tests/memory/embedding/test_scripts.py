"""Which texts an English model is asked about."""

import pytest

from recall_sidecar.memory.embedding.scripts import has_letters, is_mostly_latin


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Green tiles, 4 of them.", True, id="English"),
        pytest.param("Die Küche hat grüne Fliesen", True, id="German"),
        pytest.param("飞书插件的配置", False, id="Chinese"),
        pytest.param("每晚运行GitHub备份脚本和同步任务", False, id="Chinese with an English name"),
        pytest.param("the word 猫 means cat", True, id="English about a Chinese word"),
        pytest.param("Кухня зелёная", False, id="Russian"),
        pytest.param("1234 !? 🎂", False, id="no letters"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_more_than_half_of_the_letters_must_be_latin(text: str, expected: bool) -> None:
    assert is_mostly_latin(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("tea", True), ("猫", True), ("чай", True), ("1234 !? 🎂", False), ("", False)]
)
def test_letters_of_any_script_count(text: str, expected: bool) -> None:
    assert has_letters(text) is expected
