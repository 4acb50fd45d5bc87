"""Session keys are read by segments at their place; nothing in an id can change what a key means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.session_key import BACKGROUND_KINDS, MAX_KEY_CHARS, SessionKey, parse

HASH = "0123456789ab"
MODEL_RUN = "model-run-01234567-89ab-cdef-0123-456789abcdef"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        pytest.param("agent:ops:main", SessionKey("main", "ops"), id="main session"),
        pytest.param(
            "agent:ops:main:thread:17.2", SessionKey("main", "ops", thread="17.2"), id="main, thread"
        ),
        pytest.param("agent:ops:direct:42", SessionKey("direct", "ops", peer="42"), id="per peer"),
        pytest.param(
            "agent:ops:telegram:direct:42",
            SessionKey("direct", "ops", "telegram", peer="42"),
            id="per channel and peer",
        ),
        pytest.param(
            "agent:ops:telegram:bot2:direct:42",
            SessionKey("direct", "ops", "telegram", "bot2", "42"),
            id="per account, channel and peer",
        ),
        pytest.param("agent:ops:dm:42", SessionKey("direct", "ops", peer="42"), id="older: dm per peer"),
        pytest.param(
            "agent:ops:slack:dm:u1",
            SessionKey("direct", "ops", "slack", peer="u1"),
            id="older: dm per channel",
        ),
        pytest.param(
            "agent:ops:slack:team:dm:u1",
            SessionKey("direct", "ops", "slack", "team", "u1"),
            id="older: dm per account",
        ),
        pytest.param(
            "agent:ops:whatsapp:group:1203@g.us",
            SessionKey("group", "ops", "whatsapp", peer="1203@g.us"),
            id="group",
        ),
        pytest.param(
            "agent:ops:telegram:group:-100:topic:7",
            SessionKey("group", "ops", "telegram", peer="-100:topic:7"),
            id="a topic is part of the group's id",
        ),
        pytest.param(
            "agent:ops:discord:channel:12:thread:98",
            SessionKey("channel", "ops", "discord", peer="12", thread="98"),
            id="channel, thread",
        ),
        pytest.param(
            "agent:ops:matrix:channel:!r:x.org:thread:$e:x.org",
            SessionKey("channel", "ops", "matrix", peer="!r:x.org", thread="$e:x.org"),
            id="channel, thread whose id has a colon",
        ),
        pytest.param(
            "agent:ops:explicit:portal-1", SessionKey("explicit", "ops", peer="portal-1"), id="explicit"
        ),
        pytest.param(
            "  AGENT:Ops:Telegram:GROUP:ABC  ",
            SessionKey("group", "ops", "telegram", peer="abc"),
            id="letter case and outer space are ignored",
        ),
    ],
)
def test_reads_every_conversation_shape(key: str, expected: SessionKey) -> None:
    assert parse(key) == expected
    assert not expected.is_background


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        pytest.param("agent:a:cron:nightly", "cron", id="cron job"),
        pytest.param("agent:a:cron:nightly:run:8821", "cron", id="cron run"),
        pytest.param("agent:a:subagent:5f0c", "subagent", id="sub-agent"),
        pytest.param("agent:a:subagent:x:subagent:y", "subagent", id="nested sub-agent"),
        pytest.param("subagent:5f0c", "subagent", id="sub-agent without agent prefix"),
        pytest.param("agent:a:harness:codex:1", "harness", id="harness"),
        pytest.param("harness:codex:1", "harness", id="harness without agent prefix"),
        pytest.param("agent:a:hook:gmail:1", "hook", id="webhook"),
        pytest.param("agent:a:boot:1", "boot", id="boot run"),
        pytest.param("agent:a:internal-session-effects:r1", "internal", id="hidden effects session"),
        pytest.param(f"agent:a:explicit:{MODEL_RUN}", "model_run", id="one-shot model run"),
        pytest.param("agent:a:heartbeat", "heartbeat", id="heartbeat alone"),
        pytest.param("agent:a:heartbeat:1", "heartbeat", id="heartbeat with an id"),
        pytest.param("agent:a:main:heartbeat", "heartbeat", id="heartbeat beside the main session"),
        pytest.param("agent:a:main:heartbeat:heartbeat", "heartbeat", id="heartbeat marked twice"),
        pytest.param("agent:a:telegram:direct:42:heartbeat", "heartbeat", id="heartbeat beside a chat"),
        pytest.param(f"agent:a:active-memory:{HASH}", "active_memory", id="recall without a parent"),
        pytest.param(
            f"agent:a:main:active-memory:{HASH}", "active_memory", id="recall beside the main session"
        ),
        pytest.param(
            f"agent:a:main:thread:1:active-memory:{HASH}", "active_memory", id="recall beside a thread"
        ),
        pytest.param(
            f"agent:a:explicit:p:active-memory:{HASH}", "active_memory", id="recall beside a portal"
        ),
        pytest.param("agent:a:dreaming-narrative-light-1", "dreaming", id="dreaming, light"),
        pytest.param("agent:a:dreaming-narrative-rem-1:x", "dreaming", id="dreaming, rem"),
        pytest.param("Dreaming-Narrative-Deep-1", "dreaming", id="dreaming without agent prefix"),
    ],
)
def test_recognises_every_background_run(key: str, kind: str) -> None:
    parsed = parse(key)

    assert parsed.kind == kind
    assert parsed.is_background


@pytest.mark.parametrize(
    ("key", "kind", "peer"),
    [
        pytest.param("agent:a:qq:direct:qq:c2c:AB:12", "direct", "qq:c2c:ab:12", id="colons"),
        pytest.param("agent:a:direct:cron", "direct", "cron", id="cron"),
        pytest.param("agent:a:slack:direct:subagent:1", "direct", "subagent:1", id="subagent"),
        pytest.param("agent:a:direct:heartbeat", "direct", "heartbeat", id="heartbeat is the whole peer"),
        pytest.param(
            "agent:a:explicit:heartbeat", "explicit", "heartbeat", id="heartbeat is the whole portal"
        ),
        pytest.param(
            "agent:a:matrix:direct:@heartbeat:x.org", "direct", "@heartbeat:x.org", id="heartbeat in a name"
        ),
        pytest.param("agent:a:slack:direct:group:5", "direct", "group:5", id="group inside a direct peer"),
        pytest.param("agent:a:slack:group:direct:5", "group", "direct:5", id="direct inside a group id"),
        pytest.param(
            "agent:a:x:direct:active-memory:zz", "direct", "active-memory:zz", id="active-memory, no hash"
        ),
        pytest.param(
            f"agent:a:direct:active-memory:{HASH}",
            "direct",
            f"active-memory:{HASH}",
            id="active-memory is the peer",
        ),
        pytest.param("agent:a:x:direct:thread:5", "direct", "thread:5", id="thread begins the id"),
        pytest.param(
            "agent:a:explicit:model-run-1", "explicit", "model-run-1", id="model-run without its id"
        ),
        pytest.param("agent:cron:direct:5", "direct", "5", id="the agent is called cron"),
        pytest.param("agent:explicit:x:group:5", "group", "5", id="the agent is called explicit"),
        pytest.param("agent:a:x:cron:direct:5", "direct", "5", id="the account is called cron"),
    ],
)
def test_words_inside_an_id_mean_nothing(key: str, kind: str, peer: str) -> None:
    parsed = parse(key)

    assert (parsed.kind, parsed.peer) == (kind, peer)


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(None, id="missing"),
        pytest.param("", id="empty"),
        pytest.param("   ", id="blank"),
        pytest.param("global", id="global scope"),
        pytest.param("telegram:direct:42", id="no agent prefix"),
        pytest.param("agent", id="only the prefix"),
        pytest.param("agent:a", id="nothing after the agent"),
        pytest.param("agent::main", id="no agent"),
        pytest.param("agent: :main", id="blank agent"),
        pytest.param("agent:a:", id="nothing after the colon"),
        pytest.param("agent:a::direct:5", id="empty channel"),
        pytest.param("agent:a:" + "x" * MAX_KEY_CHARS, id="too long to look at"),
    ],
)
def test_missing_foreign_and_malformed_keys_are_unknown(key: str | None) -> None:
    assert parse(key) == SessionKey()


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("agent:a:scratch-1", id="a session that a person named"),
        pytest.param("agent:a:cron", id="a session called cron"),
        pytest.param("agent:a:dashboard:review", id="dashboard session"),
        pytest.param("agent:a:telegram:42", id="no kind"),
        pytest.param("agent:a:telegram:direct", id="no peer"),
        pytest.param("agent:a:telegram:direct: ", id="blank peer"),
        pytest.param("agent:a:telegram:direct::", id="peer of colons"),
        pytest.param("agent:a:explicit", id="explicit without an id"),
        pytest.param("agent:a:explicit: ", id="explicit with a blank id"),
        pytest.param("agent:a:slack:slash:u1", id="slash command session"),
        pytest.param("agent:a:w:x:y:direct:5", id="the kind stands too far back"),
        pytest.param("agent:a:agent:b:direct:5", id="an agent inside an agent"),
    ],
)
def test_other_shapes_name_the_agent_and_no_conversation(key: str) -> None:
    assert parse(key) == SessionKey(agent="a")


def test_a_key_of_the_greatest_length_is_still_read() -> None:
    prefix = "agent:a:direct:"

    assert parse(prefix + "x" * (MAX_KEY_CHARS - len(prefix))).kind == "direct"


def test_a_blank_thread_is_no_thread() -> None:
    assert parse("agent:a:main:thread: ") == SessionKey("main", "a")


def test_the_configured_main_key_and_main_itself_are_main() -> None:
    assert parse("agent:a:HOME", main_key="Home").kind == "main"
    assert parse("agent:a:main", main_key="Home").kind == "main"
    assert parse("agent:a:home").kind == "unknown"


@given(
    st.text(alphabet=st.sampled_from("ab:-_@. "), max_size=40),
    st.lists(
        st.sampled_from(["agent", "cron", "direct", "group", "heartbeat", "thread", "explicit", "x", ""])
    ),
)
def test_any_key_parses_and_a_background_run_names_no_peer(noise: str, words: list[str]) -> None:
    parsed = parse(":".join([*words, noise]))

    assert (parsed.kind in BACKGROUND_KINDS) == parsed.is_background
    assert (parsed.peer is None) == (parsed.kind not in {"direct", "group", "channel", "explicit"})


@given(st.from_regex(r"[a-z0-9@._-]{1,12}(:[a-z0-9@._-]{1,12}){0,3}", fullmatch=True))
def test_a_direct_peer_is_kept_whole_unless_a_marker_follows_it(peer: str) -> None:
    parsed = parse(f"agent:a:telegram:direct:{peer}")

    if parsed.kind == "direct" and parsed.thread is None:
        assert parsed.peer == peer
    else:
        assert {"thread", "heartbeat", "active-memory"} & set(peer.split(":"))


@pytest.mark.parametrize(
    ("key", "agent_id", "expected"),
    [
        ("agent:ana:b:slack:group:7", "ana:b", SessionKey("group", "ana:b", "slack", peer="7")),
        ("agent:ana:b:main", "ana:b", SessionKey("main", "ana:b")),
        ("agent:ana:group:group:7", "ana:group", SessionKey("group", "ana:group", peer="7")),
        # Another agent's key says what it says by itself.
        ("agent:ana:b:group:7", "kim:b", SessionKey("group", "ana", "b", peer="7")),
        ("agent:ana:b", "ana:b", SessionKey(agent="ana")),
    ],
)
def test_an_agent_whose_id_holds_colons_is_taken_off_whole_where_it_is_known(
    key: str, agent_id: str, expected: SessionKey
) -> None:
    assert parse(key, agent_id=agent_id) == expected
