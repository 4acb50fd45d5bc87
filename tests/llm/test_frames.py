"""Frames arrive as they were sent, and anything else is refused."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall_sidecar.llm import frames

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3)
    ),
    max_leaves=8,
)


def reader_of(data: bytes) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    return reader


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), VALUES, max_size=4), max_size=4
    )
)
def test_what_is_sent_is_what_is_read(sent: list[dict[str, object]]) -> None:
    async def read_all() -> list[object]:
        reader = reader_of(b"".join(frames.encode(frame) for frame in sent))
        return [await frames.read(reader) for _ in range(len(sent) + 1)]

    assert asyncio.run(read_all()) == [*sent, None]


@pytest.mark.parametrize(
    "data", [b"", b"\x00\x00", b"\x00\x00\x00\x09{"], ids=["nothing", "half a head", "half a body"]
)
async def test_a_stream_that_ends_is_none(data: bytes) -> None:
    assert await frames.read(reader_of(data)) is None


@pytest.mark.parametrize(
    "data",
    [b"\xff\xff\xff\xff", b"\x00\x00\x00\x01{", b"\x00\x00\x00\x02[]"],
    ids=["too large", "not JSON", "not an object"],
)
async def test_what_is_no_frame_is_refused(data: bytes) -> None:
    with pytest.raises(frames.FrameError):
        await frames.read(reader_of(data))


@pytest.mark.parametrize(
    "frame",
    [{"type": "call", "text": "x" * frames.MAX_FRAME_BYTES}, {"type": "call", "text": object()}],
    ids=["too large", "not JSON"],
)
def test_what_cannot_be_sent_is_refused_without_its_content(frame: dict[str, object]) -> None:
    with pytest.raises(frames.FrameError) as refused:
        frames.encode(frame)

    assert len(str(refused.value)) < 100
