"""What is written can be read again, by us and by the runtime."""

import struct

import pytest

from recall_sidecar.memory.embedding.onnx_file import FLOAT, INT64, Tensor, model, node, tensors

TWO = Tensor((1, 2), FLOAT, struct.pack("<2f", 3.0, -4.0))
# A varint, 64 bits, 32 bits and an empty message, which files of others hold beside the graph.
OTHER_FIELDS = b"\x08\x81\x01" + b"\x11" + bytes(8) + b"\x1d" + bytes(4) + b"\x22\x00"


def network() -> bytes:
    steps = [
        node("Mul", ["x", "two"], ["product"]),
        node("LpNormalization", ["product"], ["direction"], axis=-1, p=2),
        node("LeakyRelu", ["direction"], ["y"], alpha=0.5),
    ]
    return model(steps, {"two": TWO}, {"x": (FLOAT, ["rows", 2])}, {"y": (FLOAT, ["rows", 2])}, {"": 18})


def test_constants_are_read_as_they_were_written() -> None:
    constants = {"two": TWO, "größer": Tensor((300,), INT64, bytes(2400)), "one number": Tensor((), FLOAT, bytes(4))}  # fmt: skip

    found = tensors(OTHER_FIELDS + model([], constants, {}, {}, {"": 18}))

    assert {name: Tensor(t.shape, t.type, bytes(t.raw)) for name, t in found.items()} == constants


def test_the_runtime_runs_what_is_written() -> None:
    import numpy as np  # noqa: PLC0415 - heavy, and for this test alone
    import onnxruntime  # noqa: PLC0415

    session = onnxruntime.InferenceSession(network(), providers=["CPUExecutionProvider"])

    (found,) = session.run(None, {"x": np.array([[1, 1]], np.float32)})
    assert found.tolist() == [[pytest.approx(0.6), pytest.approx(-0.4)]]


@pytest.mark.parametrize(
    ("file", "what"),
    [
        pytest.param(b"\x3a\x05ab", "beyond its message", id="a field that is cut off"),
        pytest.param(b"\x08\x80", "a number goes on beyond", id="a number that is cut off"),
        pytest.param(b"\x0b", "a field of kind 3", id="no ONNX at all"),
        pytest.param(b"something else", "beyond its message|of kind", id="a text"),
    ],
)
def test_what_is_no_such_file_is_refused(file: bytes, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        tensors(file)


def test_a_graph_that_is_a_number_has_no_constants() -> None:
    assert tensors(b"\x38\x01") == {}
    assert tensors(b"\x3a\x02\x28\x01") == {}


def test_what_else_is_said_of_a_constant_is_passed_over() -> None:
    # A remark, and its name.
    tensor = b"\x62\x03why" + b"\x42\x01a"
    graph = b"\x2a" + bytes([len(tensor)]) + tensor

    assert [*tensors(b"\x3a" + bytes([len(graph)]) + graph)] == ["a"]
