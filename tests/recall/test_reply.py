import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.recall.reply import (
    MAX_REPLY_CHARS,
    Judgement,
    Nothing,
    NotMemory,
    ReplyReader,
    Summary,
    judge,
    partial,
)

TEA = "User likes green tea."


def judged(text: str, *, shown: int = 4, max_chars: int = 220) -> Judgement:
    return judge(text, shown=shown, max_chars=max_chars)


@pytest.mark.parametrize(
    ("reply", "text", "numbers"),
    [
        pytest.param(f"[1] {TEA}", TEA, (1,), id="one number and the note"),
        pytest.param(f"[1,3] {TEA}", TEA, (1, 3), id="two numbers"),
        pytest.param(f"[3,1,3] {TEA}", TEA, (3, 1), id="a number named twice counts once"),
        pytest.param("[2] None of the flights were booked.", "None of the flights were booked.", (2,), id="None of … is text"),
        pytest.param("[1] 用户喜欢绿茶。", "用户喜欢绿茶。", (1,), id="Chinese"),
        pytest.param(f"```\n[1] {TEA}\n```", TEA, (1,), id="a code fence around it is taken off"),
        pytest.param(f"```text\n[1] {TEA}", TEA, (1,), id="a fence that was never closed is taken off"),
        pytest.param(f'"[1] {TEA}"', TEA, (1,), id="quotes around it are taken off"),
        pytest.param(f"[1] “{TEA}”", TEA, (1,), id="quotes around the note are taken off"),
        pytest.param(f"**[1] {TEA}**", TEA, (1,), id="bold marks around it are taken off"),
        pytest.param('[1] "Tea" and "cake" are liked.', '"Tea" and "cake" are liked.', (1,), id="quotes inside stay"),
        pytest.param('[1] Is called "Sam"', 'Is called "Sam"', (1,), id="a quotation at the end stays"),
        pytest.param('[1] "Sam" or "Sammy"', '"Sam" or "Sammy"', (1,), id="quotations at both ends stay"),
        pytest.param(f"<think>Passage 1 fits.</think>\n[1] {TEA}", TEA, (1,), id="thinking in front is removed"),
        pytest.param(f"Passage 1 fits.\n</think>\n\n[1] {TEA}", TEA, (1,), id="thinking whose opening was left out is removed"),
        pytest.param(f"<think>a</think><think>b</think>[1] {TEA}", TEA, (1,), id="two thoughts are removed"),
        pytest.param(f"Summary: [1] {TEA}", TEA, (1,), id="a label in front is removed"),
        pytest.param(f"[1] Summary: {TEA}", TEA, (1,), id="a label after the numbers is removed"),
        pytest.param("摘要：[1] 用户喜欢绿茶。", "用户喜欢绿茶。", (1,), id="a Chinese label is removed"),
        pytest.param(f"Here is the note:\n[1] {TEA}", TEA, (1,), id="an announcement in front is dropped"),
        pytest.param(f"## Note\n\n[1] {TEA}", TEA, (1,), id="a heading in front is dropped"),
        pytest.param("[1] User wrote a note: buy tea - and cake.", "User wrote a note: buy tea - and cake.", (1,), id="what looks like a label or bullet within is text"),
        pytest.param(f"- [1] {TEA}", TEA, (1,), id="one bullet becomes a sentence"),
        pytest.param(f"- [1] {TEA}\n- [2] Has a cat.", f"{TEA} Has a cat.", (1, 2), id="bullets that each name a passage are joined"),
        pytest.param("[1] User likes\ngreen tea.", TEA, (1,), id="a wrapped line is joined"),
        pytest.param(f"[1]\n{TEA}", TEA, (1,), id="numbers on a line of their own"),
        pytest.param(f"[1]\n\n{TEA}", TEA, (1,), id="numbers and a blank line"),
        pytest.param(f"1. [1] {TEA}", TEA, (1,), id="a list of one, numbered"),
        pytest.param("[1] 2. Mai: Flug nach Oslo", "2. Mai: Flug nach Oslo", (1,), id="a date is no list mark"),
        pytest.param(f"[1] {TEA}<|im_end|>", TEA, (1,), id="a model's end token is taken off"),
        pytest.param("User likes\ngreen tea. [1]", TEA, (1,), id="numbers at the end of a wrapped line"),
        pytest.param("User likes green tea [1].", TEA, (1,), id="numbers at the end"),
        pytest.param("User likes tea [1] and cats [2].", "User likes tea and cats.", (1, 2), id="numbers within"),
        pytest.param(f"[1] {TEA}\n\nThis comes from the notes.", TEA, (1,), id="chatter after a blank line is dropped"),
        pytest.param(f"[1] {TEA}\n\nThis comes\nfrom the notes.", TEA, (1,), id="all of it"),
        pytest.param(f"[1] {TEA}\nSources: MEMORY.md", TEA, (1,), id="a list of sources is dropped"),
        pytest.param("[1] User's issue [482] is open.", "User's issue [482] is open.", (1,), id="other brackets are text"),
        pytest.param("[1] Flight search timed out, User booked by phone.", "Flight search timed out, User booked by phone.", (1,), id="a memory that mentions a time-out"),
        pytest.param("[1] Prefers hello as greeting.", "Prefers hello as greeting.", (1,), id="a memory that mentions a greeting"),
        pytest.param("[1] Uses <Suspense> in React.", "Uses <Suspense> in React.", (1,), id="a memory that mentions a tag"),
        pytest.param("[1] Names files {date}.md", "Names files {date}.md", (1,), id="a memory that mentions braces"),
        pytest.param("[1] System: Debian 12", "System: Debian 12", (1,), id="a word before a colon that is no speaker"),
        pytest.param("[1] Favourite tea: oolong", "Favourite tea: oolong", (1,), id="a memory with a colon"),
        pytest.param("[1] 1. Mai: Oslo, 3 Tage", "1. Mai: Oslo, 3 Tage", (1,), id="the first of May is no list"),
        pytest.param("[1] Your Name is User's favourite film.", "Your Name is User's favourite film.", (1,), id="a title that begins with Your"),
        pytest.param('[1] "You are late" is what Sam says to User.', '"You are late" is what Sam says to User.', (1,), id="a quotation that speaks to somebody"),
        pytest.param('[1] Sam wrote: "Hurry. You are late."', 'Sam wrote: "Hurry. You are late."', (1,), id="a quotation further on"),
        pytest.param("[1] Du Fu ist Users Lieblingsdichter.", "Du Fu ist Users Lieblingsdichter.", (1,), id="a name that begins with Du"),
        pytest.param("[1] Sie mag Oolong.", "Sie mag Oolong.", (1,), id="she, in German"),
    ],
)  # fmt: skip
def test_a_reply_is_a_note(reply: str, text: str, numbers: tuple[int, ...]) -> None:
    assert judged(reply) == Summary(text, numbers)


@pytest.mark.parametrize(
    "reply",
    [
        "NONE", "none.", '"NONE"', "```\nNONE\n```", "[1] NONE", "NONE\n\nThe passages are about travel.", "NONE: no passage fits.", "Note: NONE", "[1] Summary: no relevant memory.", "- NONE", "NONE</s>", "```NONE```", "~~~\nNONE\n~~~", "Here is the note:\nNONE", "NONE:", "<|channel|>analysis no<|channel|>final<|message|>NONE<|return|>",
        f"NONE\n[1] {TEA}", "<think>Nothing fits.</think>NONE", "no_reply", "null", "[]", "{}", "nothing relevant", "没有相关记忆。",
    ],
)  # fmt: skip
def test_a_reply_says_that_nothing_helps(reply: str) -> None:
    assert judged(reply) == Nothing()


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        pytest.param("", "blank", id="an empty reply"),
        pytest.param(" \n ", "blank", id="white space"),
        pytest.param("[1]", "blank", id="numbers without a note"),
        pytest.param("[1] !", "blank", id="a note without words"),
        pytest.param("```\n```", "blank", id="an empty fence"),
        pytest.param("<think>The user asks", "thinking", id="thinking that never ended"),
        pytest.param("<think>", "thinking", id="thinking cut at once"),
        pytest.param(f"The tea is in the first one, so that it is.\n[1] {TEA}", "thinking", id="reasoning before the note"),
        pytest.param("Let me look at the passages.", "thinking", id="thinking aloud"),
        pytest.param(TEA, "no_sources", id="a fluent sentence that names no passage"),
        pytest.param("None of the flights were booked.", "no_sources", id="None of … without a passage"),
        pytest.param(f"[5] {TEA}", "bad_sources", id="a passage that was not shown"),
        pytest.param(f"[0] {TEA}", "bad_sources", id="passage zero"),
        pytest.param(f"[1] {TEA} Has a cat [9].", "bad_sources", id="a passage that was not shown, further on"),
        pytest.param('{"summary": "likes tea", "sources": [1]}', "markup", id="JSON"),
        pytest.param('[{"text": "likes tea"}]', "markup", id="a JSON list"),
        pytest.param("<memory>[1] likes tea</memory>", "markup", id="XML"),
        pytest.param("[1] <b>likes</b> tea", "markup", id="HTML"),
        pytest.param("| [1] | likes tea |", "markup", id="a table"),
        pytest.param('memory_search(query="tea")', "markup", id="a tool call as text"),
        pytest.param('[1] memory_get(path="MEMORY.md")', "markup", id="a tool call as text that names a passage"),
        pytest.param("[1] likes tea <｜tool▁calls▁begin｜>", "markup", id="a tool call in a model's own tokens"),
        pytest.param("[1] likes tea<|im_end|> and more", "markup", id="a model's own mark within"),
        pytest.param("[1] The user's:\n1. tea\n2. cake", "markup", id="a list whose items name nothing"),
        pytest.param("- likes tea\n- likes cake", "markup", id="a list"),
        pytest.param("[1] Runs this:\n```sh\nls\n```", "code_fence", id="code"),
        pytest.param('{"error": {"message": "overloaded"}}', "failure", id="a provider's error as JSON"),
        pytest.param("I couldn't generate a response.", "failure", id="a failure sentence"),
        pytest.param("[1] The request timed out.", "timeout", id="a time-out line with a number"),
        pytest.param(f"[1] {TEA} Request timed out.", "timeout", id="grounded text before a time-out line"),
        pytest.param(f"[1] {TEA}\n\nError: upstream closed", "failure", id="grounded text before an error"),
        pytest.param("[1] I'm sorry, but I can't help with that.", "refusal", id="a refusal"),
        pytest.param("It looks like your message was cut off.", "cut_off", id="a message called cut off"),
        pytest.param("Hello! How can I help you today?", "small_talk", id="a greeting"),
        pytest.param("你好！有什么可以帮您的吗？", "small_talk", id="a Chinese greeting"),
        pytest.param(f"[1] {TEA} Let me know if you need more!", "small_talk", id="an offer of help after the note"),
        pytest.param("[1] Sure, you like green tea.", "reply_to_user", id="an answer to the user"),
        pytest.param("Yes, you fly at nine.", "reply_to_user", id="an answer that names nothing"),
        pytest.param('[1] {"summary": "User likes oolong"}', "markup", id="JSON after the number"),
        pytest.param("[1] {summary: likes tea}", "markup", id="what is nearly JSON after the number"),
        pytest.param('[1] ["likes tea"]', "markup", id="a JSON list after the number"),
        pytest.param('[1] Summary: {"text": "likes tea"}', "markup", id="JSON after a label"),
        pytest.param('[1] The facts are {"tea": "oolong"}', "markup", id="JSON within the note"),
        pytest.param('[1] {"error": "overloaded"}', "failure", id="a provider's error after the number"),
        pytest.param('"[1] {\'tea\': 1}"', "markup", id="JSON in quotes"),
        pytest.param("[1] <note>likes tea", "markup", id="a tag after the number"),
        pytest.param('[1] <note text="tea"/>', "markup", id="XML after the number"),
        pytest.param("[1] | tea | oolong |", "markup", id="a table after the number"),
        pytest.param("[1] 1. tea 2. cake", "markup", id="a list on one line"),
        pytest.param(f"[1] {TEA}\n[2] {{\"cat\": 1}}", "markup", id="JSON after the second number"),
        pytest.param("[1] User: likes tea", "label", id="a speaker's label"),
        pytest.param("User: likes tea [1]", "label", id="a speaker's label before the note"),
        pytest.param("[1] **Assistant:** Likes tea.", "label", id="a speaker's label in bold"),
        pytest.param("[1] 用户：喜欢绿茶。", "label", id="a speaker's label in Chinese"),
        pytest.param(f"[1] {TEA} Assistant: Noted.", "label", id="a speaker's label further on"),
        pytest.param("[1] You like oolong tea, so buy that.", "reply_to_user", id="the user is spoken to"),
        pytest.param("[1] Summary: Your flight is at nine.", "reply_to_user", id="the user is spoken to after a label"),
        pytest.param("[1] You’re allergic to nuts.", "reply_to_user", id="the user is spoken to, in short"),
        pytest.param("[1] Du magst Oolong.", "reply_to_user", id="the user is spoken to in German"),
        pytest.param("[1] Deine Katze heißt Mochi.", "reply_to_user", id="what is the user's, in German"),
        pytest.param("[1] 你喜欢乌龙茶。", "reply_to_user", id="the user is spoken to in Chinese"),
        pytest.param("[1] Вы любите улун.", "reply_to_user", id="the user is spoken to in Russian"),
        pytest.param("[1] Te gusta el oolong.", "reply_to_user", id="the user is spoken to in Spanish"),
    ],
)  # fmt: skip
def test_a_reply_is_no_memory(reply: str, kind: str) -> None:
    assert judged(reply) == NotMemory(kind)  # type: ignore[arg-type]


def test_without_a_passage_shown_every_note_is_refused() -> None:
    assert judged(f"[1] {TEA}", shown=0) == NotMemory("bad_sources")


def test_a_long_note_is_cut_after_a_whole_sentence() -> None:
    assert judged(f"[1] {TEA} Also has a cat.", max_chars=25) == Summary(TEA, (1,))


@given(st.text(alphabet="[]【】(),1239 ab.!<>/|{}\"'`*-#\n:？。猫NONEthik", max_size=200))
def test_any_reply_is_judged(reply: str) -> None:
    found = judged(reply, max_chars=40)

    if isinstance(found, Summary):
        assert 0 < len(found.text) <= 40
        assert "\n" not in found.text
        assert found.numbers
        assert set(found.numbers) <= {1, 2, 3, 4}


@given(st.text(), st.integers(0, 9))
def test_no_text_makes_judging_or_reading_raise(reply: str, shown: int) -> None:
    judge(reply, shown=shown, max_chars=40)
    partial(reply, shown=shown, max_chars=40)
    ReplyReader(40).feed(reply)


@pytest.mark.parametrize(
    "reply",
    [
        *(piece * 200_000 for piece in ("[", "[1,", "<think>", "</think>", "```\n", "* ", ". ", "“", "error ", "NONE\n", "the ")),
        *(f"{start}{' ' * 7_900}{end}" for start in ("```", "[1] a", "[1,", "-", "Summary") for end in ("x", "</s>", ".")),
    ],
    ids=lambda reply: repr(reply.replace(" " * 100, "")[:12]),
)  # fmt: skip
def test_a_hostile_reply_costs_no_more_than_its_length(reply: str) -> None:
    started = time.process_time()

    judged(reply)
    ReplyReader(10_000).feed(reply)

    # Far above what linear work takes, far below what quadratic work would.
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    ("reply", "usable"),
    [
        pytest.param("[1] User likes tea. And the c", "User likes tea.", id="whole sentences are kept"),
        pytest.param("[1] User prefers aisle seats on flights, and als", "User prefers aisle seats on flights", id="else whole clauses"),
        pytest.param("[1] 用户喜欢喝绿茶，不喜", "用户喜欢喝绿茶", id="a Chinese clause"),
        pytest.param("[1] User likes tea.", "User likes tea.", id="a reply that was about to end"),
        pytest.param("[1] User likes tea. Also cats [2", "User likes tea.", id="half a number is dropped"),
    ],
)  # fmt: skip
def test_a_reply_cut_by_the_deadline_is_usable(reply: str, usable: str) -> None:
    assert partial(reply, shown=4, max_chars=220) == Summary(usable, (1,))


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("[1] User prefers ais", id="no whole clause yet"),
        pytest.param("[1] Well, and", id="a clause that says nothing"),
        pytest.param("[1] 是，但", id="a Chinese clause that says nothing"),
        pytest.param("[1] User flies at 9.", id="a number that may go on"),
        pytest.param("User likes tea. And the c", id="no passage named"),
        pytest.param("[7] User likes tea. And the c", id="a passage that was not shown"),
        pytest.param("[1, 3", id="half the numbers"),
        pytest.param("[1] I'm sorry, but I c", id="the beginning of a refusal"),
        pytest.param("<think>The user", id="thinking"),
        pytest.param("NONE", id="nothing"),
        pytest.param("", id="not a word"),
    ],
)
def test_a_reply_cut_by_the_deadline_is_dropped(reply: str) -> None:
    assert partial(reply, shown=4, max_chars=220) is None


def read(*pieces: str, max_chars: int = 220) -> ReplyReader:
    reader = ReplyReader(max_chars)
    for piece in pieces:
        reader.feed(piece)
    return reader


@pytest.mark.parametrize(
    ("pieces", "verdict"),
    [
        pytest.param(["NO", "NE", "\n"], "nothing", id="a first line that is NONE settles it"),
        pytest.param(["none.\n"], "nothing", id="in any spelling"),
        pytest.param(["```\n", "NONE\n"], "nothing", id="in a fence"),
        pytest.param(["<think>hm</think>", "\nNONE\n"], "nothing", id="after thinking"),
        pytest.param(["[1] NONE\n"], "nothing", id="with a number"),
        pytest.param(["NONE"], "open", id="a line that may go on is open"),
        pytest.param(["None", " of the flights were booked\n"], "open", id="None of the flights … is text"),
        pytest.param(["[1] User likes tea.\n"], "open", id="a note is open until it ends"),
        pytest.param(["```\n"], "open", id="a fence alone is open"),
        pytest.param(["[1] ", "tea " * 100], "enough", id="more than can be used is enough"),
        pytest.param(["<think>", "tea " * 100], "open", id="thinking is not counted"),
        pytest.param(["<think>", "tea " * MAX_REPLY_CHARS], "enough", id="endless thinking is enough"),
        pytest.param([], "open", id="nothing read yet"),
    ],
)  # fmt: skip
def test_a_streamed_reply_is_settled(pieces: list[str], verdict: str) -> None:
    assert read(*pieces).verdict == verdict


def test_pieces_after_a_verdict_are_ignored() -> None:
    reader = read("NONE\n", "[1] User likes tea.")

    assert reader.text == "NONE\n"


def test_a_reply_that_grew_too_long_still_gives_its_note() -> None:
    reader = read(f"[1] {TEA} ", "And so on. " * 40, max_chars=40)

    assert reader.verdict == "enough"
    assert judge(reader.text, shown=1, max_chars=40) == Summary(f"{TEA} And so on.", (1,))


@given(st.lists(st.text(alphabet="NONE none\n[1]`.", max_size=6), max_size=12))
def test_where_a_reply_is_cut_into_pieces_makes_no_difference_to_nothing(pieces: list[str]) -> None:
    if read(*pieces).verdict == "nothing":
        assert judged("".join(pieces)) == Nothing()
