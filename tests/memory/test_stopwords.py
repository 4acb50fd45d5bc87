from recall_sidecar.memory.stopwords import FAINT, STOP, STOP_CHARACTERS


def test_a_word_is_stopped_without_its_apostrophe() -> None:
    assert {"the", "dont", "quest", "und", "pour", "para"} <= STOP


def test_words_that_carry_meaning_are_not_stopped() -> None:
    assert not STOP & {"kitchen", "dog", "paris", "birthday"}


def test_every_entry_is_a_single_word() -> None:
    assert all(word and " " not in word and word == word.lower() for word in STOP | FAINT)
    assert all(len(character) == 1 for character in STOP_CHARACTERS)
