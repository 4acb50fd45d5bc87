"""The memory routes over real sockets."""

import asyncio
from typing import Any

import pytest

from recall_sidecar.memory.port import Viewer
from recall_sidecar.server.slots import MEMORY_SLOTS
from tests.server.fakes import LIMIT, House, Served
from tests.waiting import until

SEARCH = "/v1/memory/search"
GET = "/v1/memory/get"


async def test_a_search_returns_hits_with_their_scores_explained(daemon: Served, house: House) -> None:
    house.memory.add("green tea in the morning")

    status, answer = await daemon.post(SEARCH, {"query": "green tea"})

    assert status == 200
    [hit] = answer["hits"]
    assert hit["path"] == "MEMORY.md"
    assert hit["origin"] == "owner"
    assert sum(hit["parts"].values()) == hit["score"]
    assert answer["belowFloor"] == 0


async def test_a_search_sees_as_the_viewer_it_names(daemon: Served, house: House) -> None:
    body = {
        "v": 1,
        "query": "tea",
        "agentId": "work",
        "chat": "shared",
        "senderId": "7",
        "senderIsOwner": False,
        "sessionKey": "agent:work:x",
        "projectKeys": [" GitHub.com/a/b "],
        "maxResults": 3,
        "minScore": 0.5,
        "unknown": "ignored",
    }

    await daemon.post(SEARCH, body)

    [query] = house.memory.searches
    assert query.viewer == Viewer(
        "work", "shared", "7", False, "agent:work:x", projects=frozenset({"github.com/a/b"})
    )
    assert (query.text, query.max_hits, query.min_score) == ("tea", 3, 0.5)
    assert query.now == house.clock.now()


async def test_secrets_do_not_leave_through_a_search(daemon: Served, house: House) -> None:
    house.memory.add("the wifi password is hunter2")

    _, answer = await daemon.post(SEARCH, {"query": "wifi password"})

    assert answer["hits"][0]["text"] == "the wifi password is [password removed]"


async def test_a_warning_is_passed_on(daemon: Served, house: House) -> None:
    house.memory.warning = "embeddings are off"

    _, answer = await daemon.post(SEARCH, {"query": "tea"})

    assert answer["warning"] == "embeddings are off"


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        pytest.param(SEARCH, {}, "query", id="nothing to search for"),
        pytest.param(SEARCH, {"query": ""}, "query", id="empty words"),
        pytest.param(SEARCH, {"query": "x" * 2001}, "query", id="too many words"),
        pytest.param(SEARCH, {"query": 7}, "query", id="a number for words"),
        pytest.param(SEARCH, {"query": "x", "maxResults": 21}, "maxResults", id="too many results"),
        pytest.param(SEARCH, {"query": "x", "minScore": 1.5}, "minScore", id="a score above one"),
        pytest.param(SEARCH, {"query": "x", "chat": "secret"}, "chat", id="an unknown kind of chat"),
        pytest.param(SEARCH, {"query": "x", "v": 2}, "v", id="another version"),
        pytest.param(GET, {}, "path", id="no path"),
        pytest.param(GET, {"path": "a", "from": 0}, "from", id="a line before the first"),
        pytest.param(GET, {"path": "a", "lines": 0}, "lines", id="no lines"),
    ],
)
async def test_a_field_that_is_wrong_is_named_and_not_repeated(
    daemon: Served, path: str, body: dict[str, Any], field: str
) -> None:
    status, answer = await daemon.post(path, body)

    assert status == 400
    assert answer["error"]["field"] == field
    assert "secret" not in str(answer)


async def test_lines_of_a_file_are_read(daemon: Served, house: House) -> None:
    house.memory.add("the wifi password is hunter2", path="USER.md")

    status, answer = await daemon.post(GET, {"path": "USER.md", "from": 1, "lines": 5})

    assert status == 200
    assert answer == {
        "v": 1,
        "path": "USER.md",
        "fromLine": 1,
        "toLine": 1,
        "text": "the wifi password is [password removed]",
        "origin": "owner",
        "nextLine": None,
    }


async def test_a_file_the_viewer_may_not_see_is_not_there(daemon: Served) -> None:
    status, answer = await daemon.post(GET, {"path": "OTHER.md"})

    assert (status, answer["error"]["code"], answer["error"]["field"]) == (404, "not_found", "path")


async def test_a_refresh_says_what_it_did(daemon: Served, house: House) -> None:
    house.memory.add("green tea")

    status, answer = await daemon.post("/v1/memory/refresh", {"v": 1, "rebuild": True})

    assert (status, answer["files"], answer["passages"], answer["problems"]) == (200, 1, 1, [])


async def test_a_search_beyond_the_limit_is_refused_at_once(daemon: Served, house: House) -> None:
    house.memory.delay_s = 60
    waiting = [
        asyncio.get_running_loop().create_task(daemon.post(SEARCH, {"query": "tea"})) for _ in range(LIMIT)
    ]
    await until(lambda: daemon.app[MEMORY_SLOTS].full)

    async with daemon.session.post(
        daemon.url(SEARCH), json={"query": "tea"}, headers=daemon.full
    ) as response:
        assert (response.status, response.headers["Retry-After"]) == (429, "1")
        assert (await response.json())["error"]["code"] == "busy"

    for task in waiting:
        task.cancel()
    await until(lambda: daemon.app[MEMORY_SLOTS].taken == 0)
