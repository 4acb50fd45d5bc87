"""One clause beside the passages it names."""

from datetime import date

import pytest

from recall_sidecar.recall.verify.check import Place, check
from recall_sidecar.recall.verify.evidence import Seen, evidence

DAY = date(2026, 3, 10)
SAID = (
    Seen(
        1,
        "I adopted a black cat called Miso last Friday, it cost 40 euros. My sister Anna loves her. I don't eat meat.",
        DAY,
        "Mara",
    ),
    Seen(
        2,
        "Hey Mara, I moved to Lisbon with 3 dogs and I play the violin. You should see the river!",
        DAY,
        "Jonas",
    ),
)


def reason(
    clause: str,
    *,
    language: str = "en",
    who: tuple[str, ...] = (),
    seen: tuple[Seen, ...] = SAID,
    begins: bool = True,
) -> str | None:
    return check(clause, [evidence(each) for each in seen], Place(language, who, begins)).reason


@pytest.mark.parametrize(
    "clause",
    [
        "Mara adopted a cat called Miso on 6 March 2026", "Mara's cat is black", "Mara's sister Anna likes the cat", "Jonas relocated to Lisbon",
        "Jonas has three dogs", "On 6 March 2026 Mara adopted a cat", "Mara does not eat meat", "Jonas plays the violin in Lisbon",
    ],
)  # fmt: skip
def test_what_a_passage_says_stays(clause: str) -> None:
    assert reason(clause) is None


@pytest.mark.parametrize(
    ("passage", "clause"),
    [
        pytest.param("- The tortoise Bruno eats dandelion and no lettuce.\n- Other.", "The tortoise Bruno eats dandelion and no lettuce.", id="a list item"),
        pytest.param("It rained. Nobody but Mara has no key. He left.", "nobody but Mara has no key", id="a sentence"),
        pytest.param("下雨了。除了玛拉没有人没有钥匙。", "除了玛拉没有人没有钥匙", id="a Chinese sentence"),
    ],
)  # fmt: skip
def test_a_sentence_that_is_repeated_word_for_word_stays(passage: str, clause: str) -> None:
    assert reason(clause, seen=(Seen(1, passage, DAY, ""),)) is None


def test_a_part_of_a_sentence_is_no_sentence_of_it() -> None:
    said = (Seen(1, "Mara said that nobody ever eats meat with her on Fridays.", DAY, ""),)

    assert reason("Mara eats meat with her on Fridays", seen=said) == "negation"


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        pytest.param("王峰身心疲惫", None, id="other words, of which most characters are there"),
        pytest.param(
            "王峰身心俱疲，要修好旧桥栏杆",
            "unsupported",
            id="many new characters beside those that are there",
        ),
        pytest.param("王峰修好了旧桥梁护栏", "unsupported", id="hardly any character is there"),
        pytest.param("王峰修桥", "unsupported", id="a short sentence of which no word is there"),
    ],
)
def test_chinese_is_held_by_its_characters(clause: str, expected: str | None) -> None:
    seen = (Seen(1, "王峰: 我身心俱疲，想喝茶。", DAY, "王峰"),)

    assert reason(clause, seen=seen, language="zh") == expected


@pytest.mark.parametrize("clause", ["They agree.", "It was awful."])
def test_a_short_sentence_that_is_all_new_goes(clause: str) -> None:
    assert reason(clause) == "unsupported"
    assert reason(clause, begins=False) is None


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        pytest.param("Mara's cat cost 50 euros", "number", id="a number"),
        pytest.param("Mara adopted a cat on 7 March 2026", "date", id="a date"),
        pytest.param("Mara adopted a cat called Biscuit", "name", id="a name"),
        pytest.param("Jonas moved to Madrid", "name", id="a place"),
        pytest.param("Mara's brother loves the cat", "person", id="a relative"),
        pytest.param("Mara's cat is white", "person", id="a colour"),
        pytest.param("Jonas adopted a black cat", "speaker", id="another's words"),
        pytest.param("Mara moved to Lisbon", "speaker", id="two people made one"),
        pytest.param("Mara and Jonas adopted a black cat", "speaker", id="one of two"),
        pytest.param("Mara did not adopt a cat", "negation", id="a denial"),
        pytest.param("Mara eats meat", "negation", id="a denial left out"),
        pytest.param("Jonas repairs old bridges for the council", "thing", id="something new"),
        pytest.param(
            "Jonas quickly repaired and repainted whatever broke",
            "unsupported",
            id="something new that is done",
        ),
        pytest.param("Jonas is a dentist", "person", id="somebody new"),
    ],
)
def test_what_no_passage_says_goes(clause: str, expected: str) -> None:
    assert reason(clause) == expected


def test_the_clause_before_tells_of_whom() -> None:
    assert reason("adopted a black cat", who=("Jonas",), begins=False) == "speaker"
    assert reason("adopted a black cat", who=("Mara",), begins=False) is None


def test_a_clause_rests_on_the_passages_that_say_it() -> None:
    found = [evidence(each) for each in SAID]

    assert check("Mara adopted a cat", found, Place()).numbers == (1,)
    assert check("Jonas has dogs in Lisbon", found, Place()).numbers == (2,)
    assert check("it was on 6 March 2026", found, Place()).numbers == (1, 2)


def test_a_number_alone_adds_its_passage() -> None:
    seen = (
        Seen(1, "Mara likes the violin and the river."),
        Seen(2, "Her violin by the river cost 40 euros."),
    )

    assert check(
        "Mara likes the violin, the river, 40", [evidence(each) for each in seen], Place()
    ).numbers == (1, 2)


def test_what_is_counted_may_be_listed() -> None:
    seen = (Seen(1, "Mara has a road bike and a mountain bike."),)
    found = [evidence(each) for each in seen]

    assert check("Mara has two bikes: a road bike and a mountain bike", found, Place()).reason is None
    assert check("Mara has three bikes: a road bike and a mountain bike", found, Place()).reason == "number"
    assert check("Mara has two bikes", found, Place()).reason == "number"


def test_the_owner_is_the_user_whatever_the_name() -> None:
    seen = (Seen(1, "I like oolong tea.", DAY, "Mara", is_owner=True),)

    assert reason("The user likes oolong tea", seen=seen) is None
    assert (
        reason("The user likes oolong tea", seen=(Seen(1, "I like oolong tea.", DAY, "Mara"),)) == "speaker"
    )


def test_a_piece_of_a_list_is_judged_with_the_list() -> None:
    seen = (Seen(1, "I avoid dyes and fragrance.", DAY, "user"),)
    found = [evidence(each) for each in seen]
    whole = "The user has dyes, fragrance avoided"

    assert check("fragrance", found, Place(begins=False, is_list=True, around=whole)).reason is None
    assert check("fragrance", found, Place(begins=False, is_list=True)).reason == "negation"


def test_who_is_named_beside_must_be_meant() -> None:
    seen = (Seen(1, "A friend made this bowl for me. Thanks, Sarah!", DAY, "Anna"),)

    assert reason("A friend made Sarah a bowl", seen=seen) == "speaker"
    assert reason("A friend made Anna a bowl", seen=seen) is None
    assert reason("Anna told Sarah of a bowl", seen=seen) is None


def test_in_another_script_a_title_may_be_translated() -> None:
    seen = (Seen(1, "我打算读《红楼梦》", DAY, "刘琳"),)

    assert reason("Liu Lin plans to read Dream of the Red Chamber", seen=seen) is None
    assert reason("Wang Fei plans to read Dream of the Red Chamber", seen=seen) == "name"


def test_without_shared_words_only_a_plain_passage_contradicts() -> None:
    plain, denying = (Seen(1, "彧龘"),), (Seen(1, "不彧龘"),)

    assert reason("не зюкает", language="ru", seen=plain) == "negation"
    assert reason("не зюкает", language="ru", seen=denying) is None
    assert reason("зюкает", language="ru", seen=plain) is None


def test_other_words_of_a_denial_may_stand_elsewhere() -> None:
    seen = (Seen(1, "The ballet flats look best. Heels are not practical.", DAY, "user"),)

    assert reason("finds flats, boots, gowns impractical", who=("@user",), begins=False, seen=seen) in {
        None,
        "unsupported",
    }


def test_only_narrows_what_is_said() -> None:
    seen = (Seen(1, "I drink tea.", DAY, "user"),)

    assert reason("The user only drinks tea", seen=seen) is None


def test_a_word_that_is_only_denied_is_not_told() -> None:
    seen = (Seen(1, "My dogs love the park. One thing they hate is snow.", DAY, "user"),)

    assert reason("The user's dogs love the park, the snow", seen=seen) == "negation"
