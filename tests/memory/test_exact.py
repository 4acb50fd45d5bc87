import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.exact import Needle, held, may_hold, needles
from recall_sidecar.memory.terms import tokens


def named(text: str) -> list[str]:
    return [needle.text for needle in needles(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('who sang "The Four Seasons" to me', ["the four seasons"], id="quotation marks"),
        pytest.param("the ‘Rack Fest’ or the 'Spring Fair' then", ["rack fest", "spring fair"], id="single ones"),
        pytest.param("wer sagte „bis bald“ zu mir", ["bis bald"], id="German ones"),
        pytest.param("qui a dit « à bientôt » hier", ["à bientôt"], id="French ones"),
        pytest.param("我们谈过《出租车司机》吗", ["出租车司机"], id="Chinese title marks"),
        pytest.param("what is `make it so` for", ["make it so"], id="backticks"),
        pytest.param("don't say it's the dog's", [], id="apostrophes are no quotation marks"),
        pytest.param('"what are some good winter coats to buy"', [], id="not the whole message"),
        pytest.param('"winter coats"', ["winter coats"], id="unless it is short"),
        pytest.param('an open " mark', [], id="a mark without its end"),
        pytest.param("see load_user_data", ["load_user_data"], id="snake_case"),
        pytest.param("see parseHTTPHeader()", ["parsehttpheader"], id="camelCase"),
        pytest.param("since v2.3.1, or not", ["v2.3.1"], id="a version"),
        pytest.param("in notes/plan.md.", ["notes/plan.md"], id="a file"),
        pytest.param("below src/app/core", ["src/app/core"], id="a path"),
        pytest.param("in ~/bin and .env", ["~/bin", ".env"], id="files of a home"),
        pytest.param("with --no-verify and $PATH", ["--no-verify", "$path"], id="a flag and a variable"),
        pytest.param("std::vector in C++ or C#", ["std::vector", "c++", "c#"], id="C and its heirs"),
        pytest.param("ticket ABC-123", ["abc-123"], id="a ticket"),
        pytest.param("issue #12 or order 48213", ["#12", "48213"], id="numbers"),
        pytest.param("mail anna@example.org", ["anna@example.org"], id="an address"),
        pytest.param("at 192.168.7.1", ["192.168.7.1"], id="a network address"),
        pytest.param("a US visa from NASA", ["US", "NASA"], id="acronyms"),
        pytest.param("GIVE ME A US VISA", [], id="not when all is shouted"),
        pytest.param("at 3:30 p.m. e.g. on 3.5 or 2023", [], id="times, abbreviations, short numbers"),
        pytest.param("a must-see and/or T-shirt, 10am", [], id="words with a joint"),
        pytest.param("a flat in San Francisco, California", ["San Francisco"], id="a name of two words"),
        pytest.param("did Mary Ann (Paul too) see Anna Maria Luise Emma Karla", ["Mary Ann", "Anna Maria Luise Emma"], id="names end at brackets and after four words"),
        pytest.param("and Will's plan", ["Will"], id="a name that is a common word"),
        pytest.param("Will it rain? Will Anna come", [], id="not at the start of a sentence"),
        pytest.param("ask Will. Then go", ["Will"], id="a name ends with its sentence"),
        pytest.param("$ and -- and ##", [], id="bare signs"),
        pytest.param("", [], id="nothing"),
    ],
)  # fmt: skip
def test_what_is_named(text: str, expected: list[str]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    ("text", "passage", "expected"),
    [
        pytest.param("v2.3.1 now", "runs V2.3.1.", 1.0, id="in any case"),
        pytest.param("v2.3.1 now", "runs v2.3.11", 0.0, id="not within another"),
        pytest.param("v2.3.1 now", "runs v2.3.1.4", 0.0, id="nor with something behind"),
        pytest.param("v2.3.1 now", "runs v2.3.2", 0.0, id="another version"),
        pytest.param("v2.3.1 now", "from v2.3.11 to v2.3.1", 1.0, id="later in the text"),
        pytest.param("plan.md here", "see notes/plan.md", 1.0, id="the end of a path"),
        pytest.param("C++ or not", "we use C", 0.0, id="C is not C++"),
        pytest.param("C++ or not", "we use C++17", 1.0, id="a sign is its own border"),
        pytest.param("is it 'Rack Fest' now", "the Rack\nFest", 1.0, id="over a line's end"),
        pytest.param("《司机》呢", "看了出租车司机", 1.0, id="Chinese has no borders"),
        pytest.param("a US visa", "with us", 0.0, id="an acronym is not a word"),
        pytest.param("a US visa", "to the US", 1.0, id="an acronym"),
        pytest.param("for Will", "Will came", 0.5, id="a name alone is half"),
        pytest.param("for Will", "he will come", 0.0, id="a name is not a word"),
        pytest.param("both v2.3.1 and ABC-12", "v2.3.1", 0.5, id="one of two"),
        pytest.param("nothing named", "anything", 0.0, id="nothing named"),
    ],
)
def test_what_a_passage_holds(text: str, passage: str, expected: float) -> None:
    assert held(needles(text), passage) == expected


@pytest.mark.parametrize(
    ("text", "precise"),
    [
        pytest.param("see `make it so` now", True, id="quoted words"),
        pytest.param("since v2.3.1 now", True, id="a version"),
        pytest.param("读过《红楼梦》吗，我想知道你怎么看", True, id="a Chinese title"),
        pytest.param("a US visa", False, id="an acronym"),
        pytest.param("a flat in San Francisco then", False, id="a name"),
        pytest.param("in C++ now", False, id="few letters"),
    ],
)
def test_what_calls_a_passage_by_itself(text: str, *, precise: bool) -> None:
    assert [needle.is_precise for needle in needles(text)] == [precise]


def test_at_most_eight_things_are_looked_for() -> None:
    assert len(needles(" ".join(f"name_{number}" for number in range(20)))) == 8


@pytest.mark.parametrize("unit", ['"', "'a", "`", "a.", "A ", "Aa ", "« ", "a_", "A-", "aA", "ﷺ", "1.1"])
def test_a_hostile_text_is_cut_before_it_is_looked_at(unit: str) -> None:
    assert len(needles(unit * 50_000)) <= 8


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_taken(text: str, passage: str) -> None:
    assert 0.0 <= held(needles(text), passage) <= 1.0


def test_a_needle_found_is_all_of_it() -> None:
    assert held((Needle("a_b"), Needle("c_d")), "a_b c_d") == 1.0


def test_quotes_around_nothing_name_nothing() -> None:
    assert needles('`\u0085` and "\u3000" and more of it') == ()


@given(st.text(), st.text())
def test_who_holds_something_is_never_passed_over(text: str, passage: str) -> None:
    wanted = (*needles(text), *needles(f"`{passage[:40]}` x x x x"))
    for shown in (passage, f"{passage} {text}"):
        if held(wanted, shown):
            assert may_hold(wanted, f"tea\n{shown}\nmilk")


@pytest.mark.parametrize(
    ("text", "passage", "may"),
    [
        pytest.param("app_config.yaml", "no such file", False, id="nothing"),
        pytest.param("app_config.yaml", "App_Config.yaml", True, id="in other letters"),
        pytest.param("the CAT scan", "a cat", False, id="an acronym is no word"),
        pytest.param("is it Ada Byron", "Ada\nByron", True, id="over two lines"),
        pytest.param("what is it", "nothing", False, id="nothing is named"),
        pytest.param("app_config.yaml", "café", True, id="no plain text"),
    ],
)
def test_what_may_hold_something(text: str, passage: str, *, may: bool) -> None:
    assert may_hold(needles(text), f"tea\n{passage}") is may


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(
            "my_config.yaml", ("my", "config", "yaml"), id="parts, since what stands around joins them"
        ),
        pytest.param("project falcons", ("project", "falcon"), id="words by their stems"),
        pytest.param("v2.3.1", ("v2", "3", "1"), id="a version"),
        pytest.param("don't", None, id="an apostrophe"),
        pytest.param("café", None, id="another script"),
    ],
)
def test_the_words_that_a_passage_has_which_holds_a_name(text: str, words: tuple[str, ...] | None) -> None:
    assert Needle(text).words == words


NAMES = (
    "app_config.yaml",
    "v2.3.1",
    "Project Falcon",
    "user@example.com",
    "--force",
    "c++",
    "API",
    "#123",
    "x.y",
)
AROUND = ("", " ", "-", ".", "(", "\n", "/", "x", "'s ", "配", "é", "_", "Falcon", ":")


@given(st.sampled_from(NAMES), st.lists(st.sampled_from((*NAMES, *AROUND)), max_size=6).map("".join))
def test_who_holds_a_name_has_its_words(name: str, text: str) -> None:
    for needle in (Needle(name, cased=True), Needle(name.casefold())):
        if held((needle,), text):
            assert set(needle.words or ()) <= {*tokens(text)}
