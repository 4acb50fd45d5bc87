"""Which language a summary is in."""

import pytest

from recall_sidecar.recall.verify import languages
from recall_sidecar.recall.verify.languages import is_function_word, language


@pytest.fixture(autouse=True, scope="module")
def _built_anew() -> None:
    """Build the tables here, whichever test of this process was the first to need them."""
    languages._votes.cache_clear()
    languages.function_words.cache_clear()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("The user likes tea and has a cat.", "en", id="English"),
        pytest.param("用户喜欢喝茶。", "zh", id="Chinese"),
        pytest.param("ユーザーはお茶が好き。", "ja", id="Japanese"),
        pytest.param("사용자는 차를 좋아한다.", "ko", id="Korean"),
        pytest.param("Der Nutzer mag Tee und hat eine Katze.", "de", id="German"),
        pytest.param("L'utilisateur aime le thé et a un chat.", "fr", id="French"),
        pytest.param("El usuario toma té y tiene un gato.", "es", id="Spanish"),
        pytest.param("O usuário gosta de chá e tem um gato.", "pt", id="Portuguese"),
        pytest.param("L'utente ama il tè e ha un gatto.", "it", id="Italian"),
        pytest.param("Пользователь любит чай.", "ru", id="Russian"),
        pytest.param("المستخدم يحب الشاي", "other", id="a script that is not known"),
        pytest.param("Ça va", "en", id="nothing to tell by"),
        pytest.param("naïve 한", "en", id="one letter of another script"),
    ],
)
def test_a_language_is_told_by_script_and_small_words(text: str, expected: str) -> None:
    assert language(text) == expected


def test_small_words_belong_to_their_language() -> None:
    assert is_function_word("und", "de")
    assert not is_function_word("und", "en")
    assert not is_function_word("und", "zh")
