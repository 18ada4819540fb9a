"""multilingual-e5-small as an ONNX graph in int8. The only file that imports onnx.

BERT (Devlin et al. 2018) from the sum of the embeddings to the mean of the last layer. Weights: 7 bits and a scale an
output, for in 8 the pairwise sums of a processor without VNNI overflow, and two machines would make two vectors.
Activations: 8 bits, a scale a text, which the two marks at a text's ends would spoil, a hundred times as large as its
words in the feed-forward part: there every token is brought to size 1 before, and back behind (`scaled`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from geungeo.models.e5_file import E5File
from geungeo.ports import Matrix

INPUT, OUTPUT = "embedded", "mean"
_LARGEST = 64
_MICROSOFT = "com.microsoft"


def graph(made: Graph) -> bytes:
    """Takes INPUT, float32 (1, tokens, width); gives OUTPUT, (1, width), not of length one. made: an empty one."""
    x = made.normed(INPUT, "emb.ln")
    for layer in (f"l{number}" for number in range(made.file.layers)):
        x = made.normed(made.op("Add", x, _attention(made, x, layer)), f"{layer}.aln")
        x = made.normed(made.op("Add", x, _feed_forward(made, x, layer)), f"{layer}.oln")
    made.op("ReduceMean", x, made.constant(np.array([1])), out=OUTPUT, keepdims=0)
    return made.serialized()


def _attention(made: Graph, x: str, layer: str) -> str:
    bias = np.concatenate([made.file.floats(f"{layer}.{part}.b") for part in "qkv"])
    together = made.product(x, np.concatenate([made.matrix(f"{layer}.{part}.w") for part in "qkv"]), bias)
    query, key, value = made.split(together, 3)
    seen = made.op("MultiHeadAttention", query, key, value, domain=_MICROSOFT, num_heads=made.file.heads)
    return made.product(seen, made.matrix(f"{layer}.ao.w"), made.file.floats(f"{layer}.ao.b"))


def _feed_forward(made: Graph, x: str, layer: str) -> str:
    inner = made.scaled(x, made.matrix(f"{layer}.fi.w"))
    active = made.op("BiasGelu", inner, made.constant(made.file.floats(f"{layer}.fi.b")), domain=_MICROSOFT)
    hidden = made.file.floats(f"{layer}.fi.b").size
    outer = made.scaled(active, made.file.matrix(f"{layer}.fo.w", hidden))
    return made.op("Add", outer, made.constant(made.file.floats(f"{layer}.fo.b")))


class Graph:
    """Nodes and constants as they come; every method returns the name of what it computes."""

    def __init__(self, file: E5File) -> None:
        self.file = file
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def matrix(self, name: str) -> Matrix:
        return self.file.matrix(name, self.file.width)

    def constant(self, values: NDArray[Any]) -> str:
        name = f"c{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def op(self, kind: str, *inputs: str, out: str = "", domain: str = "", **attributes: Any) -> str:
        name = out or f"v{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [name], domain=domain, **attributes))
        return name

    def split(self, x: str, parts: int) -> list[str]:
        names = [f"v{len(self._nodes)}_{part}" for part in range(parts)]
        self._nodes.append(helper.make_node("Split", [x], names, axis=-1, num_outputs=parts))
        return names

    def normed(self, x: str, name: str) -> str:
        weight, bias = (self.constant(self.file.floats(f"{name}.{part}")) for part in "wb")
        return self.op("LayerNormalization", x, weight, bias, axis=-1, epsilon=self.file.epsilon)

    def product(self, x: str, weights: Matrix, bias: Matrix | None = None) -> str:
        """x · weightsᵀ + bias; `weights` has shape (outputs, inputs)."""
        scales = np.maximum(np.abs(weights).max(axis=1), 1e-12) / _LARGEST
        whole = self.constant(np.rint(weights / scales[:, None]).astype(np.int8).T)
        added = [] if bias is None else ["", self.constant(bias)]
        scale = self.constant(scales.astype(np.float32))
        return self.op("DynamicQuantizeMatMul", x, whole, scale, *added, domain=_MICROSOFT)

    def scaled(self, x: str, weights: Matrix) -> str:
        """The product, each token quantised by its own largest value."""
        size = self.op("ReduceMax", self.op("Abs", x), self.constant(np.array([-1])), keepdims=1)
        size = self.op("Max", size, self.constant(np.array(1e-6, np.float32)))
        return self.op("Mul", self.product(self.op("Div", x, size), weights), size)

    def serialized(self) -> bytes:
        width = self.file.width
        taken = helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, [1, "tokens", width])
        given = helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [1, width])
        whole = helper.make_graph(self._nodes, "e5-small", [taken], [given], self._constants)
        # Versions that onnxruntime 1.20 reads.
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid(_MICROSOFT, 1)]
        data: bytes = helper.make_model(whole, opset_imports=opsets, ir_version=9).SerializeToString()
        return data
