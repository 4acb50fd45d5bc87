"""Frames come out as they went in, and what is no frame is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.embedding.frames import (  # fmt: skip
    EMBED,
    HEAD_BYTES,
    READY,
    VECTORS,
    Frame,
    FrameError,
    Loaded,
    decoded,
    encoded,
    size_of,
)
from recall_sidecar.memory.embedding.scale import Scale


@given(st.lists(st.binary(max_size=300)))
def test_a_frame_comes_out_as_it_went_in(parts: list[bytes]) -> None:
    frame = Frame(EMBED, tuple(parts))

    made = encoded(frame)

    assert decoded(made[HEAD_BYTES:]) == frame
    assert size_of(made[:HEAD_BYTES]) == len(made) - HEAD_BYTES


@pytest.mark.parametrize(
    "head", [pytest.param(b"\0\0\0\0", id="nothing"), pytest.param(b"\xff\xff\xff\xff", id="too much")]
)
def test_a_length_that_no_frame_has_is_refused(head: bytes) -> None:
    with pytest.raises(FrameError):
        size_of(head)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"E\0\0\0\5abc", id="a part longer than the frame"),
        pytest.param(b"E\0\0", id="half a length"),
        pytest.param(b"E\0\0\0\1ab", id="something after the last part"),
    ],
)
def test_parts_that_do_not_add_up_are_refused(body: bytes) -> None:
    with pytest.raises(FrameError):
        decoded(body)


def test_what_is_known_of_a_model_comes_out_as_it_went_in() -> None:
    loaded = Loaded("fastembed/größer", 384, Scale(4.826, -3.481))

    assert Loaded.of(loaded.framed()) == loaded


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param((), id="nothing"),
        pytest.param((b"m", b"1", b"1"), id="too little"),
        pytest.param((b"m", b"many", b"1", b"0"), id="no number"),
        pytest.param((b"\xff", b"1", b"1", b"0"), id="no text"),
    ],
)
def test_a_model_that_does_not_say_what_it_is_is_refused(parts: tuple[bytes, ...]) -> None:
    with pytest.raises(FrameError, match="does not say"):
        Loaded.of(Frame(READY, parts))


def test_nothing_else_says_what_a_model_is() -> None:
    with pytest.raises(FrameError, match="before a model is ready"):
        Loaded.of(Frame(VECTORS, Loaded("m", 1, Scale()).framed().parts))
