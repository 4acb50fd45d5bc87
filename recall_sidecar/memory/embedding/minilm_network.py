"""all-MiniLM-L6-v2 written anew for the runtime, with the weights that its package has: the same vectors in half the time.

The package's file stretches its 8-bit weights to 32 bits and multiplies those: four times as much to read for each text, and to
hold. Here they stay 8-bit numbers. What they are multiplied with would lose too much in 8 bits (a cosine of 0.99 to the right
vector), so it is taken apart into two such numbers, the second for what the first leaves, which gives 1.00000. The rest are the
steps of the package's file, put together where the runtime has one operator for several.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from recall_sidecar.memory.embedding.onnx_file import FLOAT, INT8, INT64, Kind, Tensor, model, node, tensors

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["network"]

_LAYERS, _HEADS, _NUMBERS = 6, 12, 384
_EPSILON = 1e-12
_MS = "com.microsoft"
_VERSIONS = {"": 18, _MS: 1}
_TYPES = {"float32": FLOAT, "int8": INT8, "int64": INT64}


def network(file: bytes, max_tokens: int) -> bytes:
    """Return the network that makes a `vector` of `ids`, from the package's file; texts have at most `max_tokens`.

    Raises:
        ValueError, KeyError: It is not that file.
    """
    return _Network(file, max_tokens).written()


class _Network:
    """What is written: steps in their order, and constants."""

    def __init__(self, file: bytes, max_tokens: int) -> None:
        self._known = tensors(file)
        self._max_tokens = max_tokens
        self._steps: list[bytes] = []
        self._constants: dict[str, Tensor] = {}

    def written(self) -> bytes:
        self._words()
        # Exported without their names, in the order in which they are used: query, key, value, output, up, down.
        matrices = iter(sorted(_matrices(self._known), key=lambda name: int(name.split("_")[1])))
        for number in range(_LAYERS):
            self._layer(number, matrices)
        self._constant("first_axis", _integers(1))
        self._step("ReduceMean", [f"x{_LAYERS}", "first_axis"], "mean", keepdims=0)
        self._step("LpNormalization", ["mean"], "vector", axis=-1, p=2)
        takes: dict[str, Kind] = {"ids": (INT64, [1, "tokens"])}
        return model(self._steps, self._constants, takes, {"vector": (FLOAT, [1, _NUMBERS])}, _VERSIONS)

    def _words(self) -> None:
        """Tokens become numbers, each by its word and its place."""
        rows, scales = "embeddings.word_embeddings.weight_q", "embeddings.word_embeddings.weight_scale"
        places = "embeddings.position_embeddings.weight"
        self._constants |= {"words": self._known[f"inner.{rows}"], "scales": self._known[f"inner.{scales}"]}
        placed = self._numbers(f"{places}_q").astype("float32") * self._numbers(f"{places}_scale")
        self._constant("places", placed[None, : self._max_tokens])
        self._constant("kind", self._numbers("embeddings.token_type_embeddings.weight")[0])
        for name, value in (("from", 0), ("axis", 1)):
            self._constant(name, _integers(value))
        self._step("Gather", ["words", "ids"], "rows")
        self._step("Cast", ["rows"], "whole", to=FLOAT)
        self._step("Gather", ["scales", "ids"], "row_scales")
        self._step("Mul", ["whole", "row_scales"], "meant")
        self._step("Add", ["meant", "kind"], "of_kind")
        self._step("Shape", ["ids"], "count", start=1, end=2)
        self._step("Slice", ["places", "from", "count", "axis"], "placed")
        self._normalised("of_kind", "placed", "x0", "embeddings.LayerNorm")

    def _layer(self, number: int, matrices: Iterator[str]) -> None:
        within, x = f"encoder.layer.{number}", f"x{number}"
        q, k, v, heads, out = (f"{name}{number}" for name in ("q", "k", "v", "heads", "out"))
        attention = f"{within}.attention"
        parts = [f"{attention}.self.{part}" for part in ("query", "key", "value")]
        joined = self._linear(x, f"qkv{number}", [next(matrices) for _ in parts], parts)
        self._steps.append(node("Split", [joined], [q, k, v], axis=-1, num_outputs=3))
        self._step("MultiHeadAttention", [q, k, v], heads, _MS, num_heads=_HEADS)
        self._linear(heads, out, [next(matrices)], [f"{attention}.output.dense"])
        self._normalised(out, x, f"y{number}", f"{attention}.output.LayerNorm")
        up = self._linear(f"y{number}", f"up{number}", [next(matrices)], [f"{within}.intermediate.dense"])
        self._step("Gelu", [up], f"bent{number}", _MS)
        down = self._linear(f"bent{number}", f"down{number}", [next(matrices)], [f"{within}.output.dense"])
        self._normalised(down, f"y{number}", f"x{number + 1}", f"{within}.output.LayerNorm")

    def _linear(self, x: str, to: str, matrices: Sequence[str], biases: Sequence[str]) -> str:
        """Multiply `x` with `matrices` side by side and add `biases`, as `to`."""
        self._constant(f"{to}.w", _beside([self._array(f"{name}_q") for name in matrices]))
        self._constant(f"{to}.s", _beside([self._array(f"{name}_scale")[0] for name in matrices]))
        self._constant(f"{to}.b", _beside([self._numbers(f"{name}.bias") for name in biases]))
        coarse = [f"{to}.{part}" for part in ("coarse", "coarse_scale", "coarse_zero")]
        rounded, scale, zero = coarse
        self._steps.append(node("DynamicQuantizeLinear", [x], coarse))
        weighed = [rounded, f"{to}.w", scale, f"{to}.s", zero, "", f"{to}.b"]
        self._step("MatMulIntegerToFloat", weighed, f"{to}.rough", _MS)
        self._step("DequantizeLinear", coarse, f"{to}.kept")
        self._step("Sub", [x, f"{to}.kept"], f"{to}.left")
        self._step("DynamicQuantizeMatMul", [f"{to}.left", f"{to}.w", f"{to}.s"], f"{to}.fine", _MS)
        self._step("Add", [f"{to}.rough", f"{to}.fine"], to)
        return to

    def _normalised(self, x: str, skipped: str, to: str, name: str) -> None:
        self._constants |= {
            f"{to}.{part}": self._known[f"inner.{name}.{part}"] for part in ("weight", "bias")
        }
        # The one operator for both is slower than the two.
        self._step("Add", [x, skipped], f"{to}.sum")
        inputs = [f"{to}.sum", f"{to}.weight", f"{to}.bias"]
        self._step("LayerNormalization", inputs, to, axis=-1, epsilon=_EPSILON)

    def _step(
        self, operator: str, inputs: Sequence[str], to: str, domain: str = "", /, **settings: float
    ) -> None:
        self._steps.append(node(operator, inputs, [to], domain, **settings))

    def _constant(self, name: str, numbers: "NDArray[Any]") -> None:
        self._constants[name] = Tensor(numbers.shape, _TYPES[numbers.dtype.name], numbers.tobytes())

    def _numbers(self, name: str) -> "NDArray[Any]":
        return self._array(f"inner.{name}")

    def _array(self, name: str) -> "NDArray[Any]":
        import numpy as np  # noqa: PLC0415 - 70 MB that a memory without vectors never needs

        tensor = self._known[name]
        kinds = {number: kind for kind, number in _TYPES.items()}
        return np.frombuffer(tensor.raw, kinds[tensor.type]).reshape(tensor.shape)


def _matrices(known: dict[str, Tensor]) -> Iterator[str]:
    return (name.removesuffix("_q") for name in known if name.startswith("val_") and name.endswith("_q"))


def _beside(parts: "Sequence[NDArray[Any]]") -> "NDArray[Any]":
    import numpy as np  # noqa: PLC0415

    return np.concatenate(parts, axis=-1)


def _integers(*values: int) -> "NDArray[Any]":
    import numpy as np  # noqa: PLC0415

    return np.array(values, np.int64)
