import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.follow_up import follows


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("And hers?", id="a few letters"),
        pytest.param("And hers, say", id="and"),
        pytest.param("What about the other one?", id="what about"),
        pytest.param("what did he say to her then?", id="nobody is named"),
        pytest.param("tell me more about it, please", id="asking for more"),
        pytest.param("Und was ist mit der Küche?", id="German"),
        pytest.param("Et pour la cuisine ?", id="French"),
        pytest.param("¿qué dijo ella de eso?", id="Spanish, nobody is named"),
        pytest.param("А на кухне?", id="Russian"),
        pytest.param("那她呢？", id="Chinese"),
        pytest.param("还有厨房的那个灯呢", id="Chinese, and"),
        pytest.param("じゃあ台所の電気は？", id="Japanese"),
        pytest.param("그럼 부엌은?", id="Korean"),
        pytest.param("👍👍👍👍👍👍👍👍👍👍👍👍👍", id="no word at all"),
    ],
)
def test_a_message_that_leans_on_the_one_before(text: str) -> None:
    assert follows(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Where is the cat?", id="a question of its own"),
        pytest.param("Andrea plays the cello", id="a name that begins as an opener"),
        pytest.param("And remind me that the oolong tea is out", id="a sentence that goes on"),
        pytest.param("what did Anna say to her then?", id="somebody is named"),
        pytest.param("我的猫叫什么名字", id="eight Chinese letters are a question"),
        pytest.param("那不勒斯好玩吗", id="a place that begins as an opener"),
        pytest.param("고양이 이름이 뭐야", id="Korean"),
        pytest.param("was 4821377123 there", id="a number is a matter"),
        pytest.param(
            "what is it that you say that he did to them for this one or that?", id="too long to be short"
        ),
    ],
)
def test_a_message_that_stands_alone(text: str) -> None:
    assert not follows(text)


@given(st.text(min_size=60))
def test_a_long_message_stands_alone(text: str) -> None:
    assert not follows(text)
