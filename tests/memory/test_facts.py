"""Which two statements cannot both be true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.facts import contradicts, fact, makes_old
from recall_sidecar.memory.statements import statements


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Staging runs on 3.11", "Staging runs on 3.12", id="a version"),
        pytest.param("Staging runs on 3.11", "Staging now runs on 3.12 since Tuesday", id="with more said"),
        pytest.param("Staging runs on MySQL", "Staging switched to Postgres", id="what it runs on"),
        pytest.param("Jonas drinks coffee", "Jonas stopped drinking coffee", id="stopped"),
        pytest.param("Jonas drinks coffee", "Jonas doesn't drink coffee any more", id="no more"),
        pytest.param("Jonas does not drink coffee", "Jonas drinks coffee again", id="begun again"),
        pytest.param("Anna lives in Linz", "Anna moved to Graz", id="a home"),
        pytest.param("I live in Linz", "I moved to Graz", id="one's own home"),
        pytest.param("Anna works at Acme", "Anna works for Initech", id="work"),
        pytest.param("The router's port is 8080", "The router's port is 9090", id="a number"),
        pytest.param("Anna's favourite colour is blue", "Anna's favourite colour is green", id="of one value"),
        pytest.param("Gateway port: 8080", "Gateway port: 9090", id="a label of one value"),
        pytest.param("2026-01-02: Staging runs on 3.11", "2026-11-02 Staging runs on 3.12", id="days in front"),
        pytest.param("Jonas trinkt Kaffee", "Jonas trinkt keinen Kaffee mehr", id="German"),
        pytest.param("Anna wohnt in Linz", "Anna wohnt jetzt in Graz", id="a German home"),
        pytest.param("Jonas boit du café", "Jonas ne boit plus de café", id="French"),
        pytest.param("约纳斯喝咖啡", "约纳斯不喝咖啡了", id="Chinese"),
        pytest.param("小李住在上海", "小李搬到北京", id="a Chinese home"),
    ],
)  # fmt: skip
def test_both_cannot_be_true(one: str, other: str) -> None:
    (first,), (second,) = statements(one), statements(other)

    assert contradicts(fact(first, ""), fact(second, ""))
    assert contradicts(fact(second, ""), fact(first, ""))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Staging runs on 3.11", "Production runs on 3.12", id="another thing"),
        pytest.param("Staging runs on 3.11", "Staging runs on 3.11 now", id="the same"),
        pytest.param("Anna lives in Vienna", "Anna lives in Vienna, Austria", id="told more closely"),
        pytest.param("Jonas likes oolong", "Jonas likes sencha", id="one may like both"),
        pytest.param("Anna is tired", "Anna is a doctor", id="one may be both"),
        pytest.param("Anna has 3 cats", "Anna has 2 dogs", id="other things are counted"),
        pytest.param("Ran 5 km", "Ran 6 km", id="what happened twice"),
        pytest.param("Anna called Paul", "Anna did not call Paul", id="what did not happen once"),
        pytest.param("Jonas drinks coffee", "Jonas drinks no coffee after two", id="denied in part"),
        pytest.param("Jonas will Kaffee", "Jonas will mehr Kaffee", id="more"),
        pytest.param("Lunch: 12:30", "Lunch: 13:00", id="a log"),
        pytest.param("runs on 3.11", "runs on 3.12", id="of what"),
        pytest.param("Staging runs on", "Staging runs on 3.12", id="on what"),
        pytest.param("Anna lives in a b1 c1 d1 e1 f1 g1 h1", "Anna lives in Graz", id="a whole story"),
        pytest.param("Anna lives in Graz", "Anna lives in a b1 c1 d1 e1 f1 g1 h1", id="a story after"),
        pytest.param("no", "yes", id="of too little"),
        pytest.param("Jonas drinks tea", "Anna stopped drinking tea", id="somebody else stopped"),
        pytest.param("Anna trusts Jonas", "Jonas does not trust Anna", id="the other way round"),
        pytest.param("小明喜欢小红", "小红不喜欢小明", id="the other way round in Chinese"),
        pytest.param("Jonas likes tea", "Jonas not only likes tea", id="not only"),
        pytest.param("小明喜欢吃特别辣的菜", "小明喜欢吃特辣的菜", id="a word that holds a denial"),
        pytest.param("He drinks coffee", "She stopped drinking coffee", id="of two others"),
        pytest.param(
            "Her favourite colour is blue", "Her favourite colour is green", id="of nobody knows whom"
        ),
        pytest.param("Port: 8080", "Port: 9090", id="of what, a label does not say"),
        pytest.param("The password is a1", "The password is b2", id="of what, a sentence does not say"),
        pytest.param("Anna lives in Linz", "Anna lives in a small flat", id="no place"),
        pytest.param("Anna works at Acme", "Anna works at night", id="no employer"),
        pytest.param("The server runs on Linux", "The server runs on port 8080", id="of two kinds"),
    ],
)
def test_both_may_be_true(one: str, other: str) -> None:
    assert not contradicts(fact(one, ""), fact(other, ""))
    assert not contradicts(fact(other, ""), fact(one, ""))


def test_i_am_another_in_another_mouth() -> None:
    assert not contradicts(fact("I live in Linz", "Caroline"), fact("I live in Graz", "Melanie"))


@pytest.mark.parametrize(
    ("one", "other", "under", "expected"),
    [
        pytest.param("Port: 8080", "Port: 9090", ("Gateway", "2026-11-02 > Gateway"), True, id="a label of one thing"),
        pytest.param("Port: 8080", "Port: 9090", ("Gateway", "Database"), False, id="of two things"),
        pytest.param("The port is 8080", "The port is 9090", ("Gateway", "Database"), False, id="as a sentence"),
        pytest.param("Favourite colour: blue", "Favourite colour: green", ("Ana", "Ana"), True, id="of one person"),
        pytest.param("Favourite colour: blue", "Favourite colour: green", ("Ana", "Ben"), False, id="of two people"),
        pytest.param("She lives in Linz", "She lives in Graz", ("Ana", "Ana"), True, id="of her who stands above"),
        pytest.param("She lives in Linz", "She lives in Graz", ("Ana", "Eva"), False, id="of two of them"),
        pytest.param("She drinks tea", "She stopped drinking tea", ("Ana", "Eva"), False, id="one of whom stopped"),
        pytest.param("My port is 8080", "My port is 9090", ("", ""), True, id="of the speaker"),
    ],
)  # fmt: skip
def test_a_heading_tells_whose_it_is(one: str, other: str, under: tuple[str, str], *, expected: bool) -> None:
    assert contradicts(fact(one, under[0]), fact(other, under[1])) is expected


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_taken(one: str, other: str) -> None:
    for first in statements(one):
        for second in statements(other):
            found = contradicts(fact(first, ""), fact(second, ""))
            assert found == contradicts(fact(second, ""), fact(first, ""))
        assert not contradicts(fact(first, ""), fact(first, ""))


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        pytest.param("Anna lives in Linz", "Anna lives in Graz", True, id="another town"),
        pytest.param("Anna lives in Berlin", "Anna lives in Germany", False, id="the country of the town"),
        pytest.param("Anna lives in Germany", "Anna lives in Berlin", False, id="a town of the country"),
        pytest.param("Anna lives in Berlin", "Anna lives in the United States", False, id="a country of two words"),
        pytest.param("Anna lives in Berlin", "Anna moved to Portugal", True, id="a move to another country"),
        pytest.param("Anna lives in Germany", "Anna lives in Portugal", True, id="another country"),
        pytest.param("Anna wohnt in Linz", "Anna wohnt in Österreich", False, id="a country in German"),
        pytest.param("小李住在上海", "小李住在中国", False, id="a country in Chinese"),
        pytest.param("The invoice costs 120 euros", "The invoice costs 80 euros", False, id="two invoices"),
        pytest.param("The invoice is 4711", "The invoice is 4712", False, id="numbers of two invoices"),
        pytest.param("The rent is 900 euros", "The rent is now 950 euros", True, id="a number that has changed"),
        pytest.param("The port of the router is 8080", "The port of the router is 9090", True, id="what has one value"),
        pytest.param("The server runs on Hetzner", "The server runs on Debian", False, id="a provider and a system"),
        pytest.param("The server runs on Python 3.11", "The server runs on Debian 12", False, id="two things with numbers"),
        pytest.param("The server runs on Debian 11", "The server runs on Debian 12", True, id="another version"),
        pytest.param("Staging runs on MySQL", "Staging switched to Postgres", True, id="a change that is told"),
        pytest.param("Staging switched to Postgres", "Staging runs on Hetzner", False, id="a change that was told before"),
        pytest.param("Anna works at Acme", "Anna works for Initech", True, id="another employer"),
        pytest.param("Jonas drinks coffee", "Jonas stopped drinking coffee", True, id="a habit that is denied"),
        pytest.param("Anna lives in Linz", "Paul lives in Graz", False, id="somebody else"),
    ],
)  # fmt: skip
def test_what_makes_something_old(older: str, newer: str, *, expected: bool) -> None:
    assert makes_old(fact(newer, ""), fact(older, "")) is expected
