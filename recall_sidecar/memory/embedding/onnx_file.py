"""ONNX files, as far as one network of ours takes: read the tensors of one, write another.

Field numbers are those of onnx.proto. The package `onnx` does all of it and more, in 20 MB and with a compiler's protobuf.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["FLOAT", "INT8", "INT64", "Kind", "Tensor", "model", "node", "tensors"]

FLOAT, INT8, INT64 = 1, 3, 7
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_IR_VERSION = 10
# Type and shape of an input or output, with a name for a length that varies.
Kind: TypeAlias = tuple[int, Sequence[int | str]]
# Attributes say what they hold.
_IS_FLOAT, _IS_INT = 1, 2


@dataclass(frozen=True, slots=True)
class Tensor:
    """Numbers of one type, row by row in little-endian order."""

    shape: tuple[int, ...]
    type: int
    raw: bytes | memoryview


def tensors(file: bytes) -> dict[str, Tensor]:
    """Return the constants of a network by name, without copying them.

    Raises:
        ValueError: It is no such file.
    """
    return dict(
        _tensor(tensor)
        for number, graph in _fields(memoryview(file))
        if number == 7 and isinstance(graph, memoryview)
        for kind, tensor in _fields(graph)
        if kind == 5 and isinstance(tensor, memoryview)
    )


def _tensor(message: memoryview) -> tuple[str, Tensor]:
    shape: list[int] = []
    kind, name, raw = 0, "", memoryview(b"")
    for number, value in _fields(message):
        match number, value:
            case 1, int(length):
                shape.append(length)
            case 2, int(code):
                kind = code
            case 8, memoryview() as text:
                name = str(text, "utf-8")
            case 9, memoryview() as numbers:
                raw = numbers
            case _:
                pass
    return name, Tensor(tuple(shape), kind, raw)


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Yield number and value of each field; floating point ones are left out."""
    at = 0
    while at < len(message):
        tag, at = _varint_at(message, at)
        match tag & 7:
            case 0:
                value, at = _varint_at(message, at)
                yield tag >> 3, value
            case 2:
                length, at = _varint_at(message, at)
                yield tag >> 3, message[at : at + length]
                at += length
            case 1 | 5 as width:
                at += 8 if width == _FIXED64 else 4
            case kind:
                raise ValueError(f"a field of kind {kind}")
    if at != len(message):
        raise ValueError("a field goes on beyond its message")


def _varint_at(message: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(message):
        byte = message[at]
        value |= (byte & 0x7F) << shift
        shift += 7
        at += 1
        if byte < 0x80:
            return value, at
    raise ValueError("a number goes on beyond its message")


def node(
    operator: str, inputs: Sequence[str], outputs: Sequence[str], domain: str = "", /, **attributes: float
) -> bytes:
    """Return a step of a network. An input of no name is one that is left out."""
    return b"".join(
        [
            *(_text(1, name) for name in inputs),
            *(_text(2, name) for name in outputs),
            _text(3, outputs[0]),
            _text(4, operator),
            *(_message(5, _attribute(name, value)) for name, value in attributes.items()),
            _text(7, domain),
        ]
    )


def _attribute(name: str, value: float) -> bytes:
    if isinstance(value, int):
        return _text(1, name) + _number(3, value) + _number(20, _IS_INT)
    return _text(1, name) + _key(2, _FIXED32) + struct.pack("<f", value) + _number(20, _IS_FLOAT)


def model(
    nodes: Iterable[bytes],
    constants: Mapping[str, Tensor],
    takes: Mapping[str, Kind],
    gives: Mapping[str, Kind],
    versions: Mapping[str, int],
) -> bytes:
    """Return the file of a network.

    `takes` and `gives` are its inputs and outputs by name; `versions` has that of each set of operators.
    """
    graph: list[bytes | memoryview] = [*(_message(1, step) for step in nodes), _text(2, "network")]
    for name, tensor in constants.items():
        head = b"".join(_number(1, length) for length in tensor.shape)
        head += _number(2, tensor.type) + _text(8, name)
        raw = _key(9, _BYTES) + _varint(len(tensor.raw))
        # The numbers themselves are copied once, at the end.
        graph += [_key(5, _BYTES), _varint(len(head) + len(raw) + len(tensor.raw)), head, raw, tensor.raw]
    graph += [_message(11, _value(name, *kind)) for name, kind in takes.items()]
    graph += [_message(12, _value(name, *kind)) for name, kind in gives.items()]
    imports = [_message(8, _text(1, domain) + _number(2, version)) for domain, version in versions.items()]
    size = sum(map(len, graph))
    return b"".join([_number(1, _IR_VERSION), *imports, _key(7, _BYTES), _varint(size), *graph])


def _value(name: str, kind: int, shape: Sequence[int | str]) -> bytes:
    lengths = (_number(1, length) if isinstance(length, int) else _text(2, length) for length in shape)
    described = _number(1, kind) + _message(2, b"".join(_message(1, length) for length in lengths))
    return _text(1, name) + _message(2, _message(1, described))


def _text(number: int, text: str) -> bytes:
    return _message(number, text.encode())


def _message(number: int, content: bytes) -> bytes:
    return _key(number, _BYTES) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _key(number, _VARINT) + _varint(value & (2**64 - 1))


def _key(number: int, kind: int) -> bytes:
    return _varint(number << 3 | kind)


def _varint(value: int) -> bytes:
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)
