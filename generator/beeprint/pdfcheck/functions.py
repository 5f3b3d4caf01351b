"""Functions of a PDF of one input: exponential and stitched ones, which gradients and spot colours use most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from beeprint.pdfcheck import objects
from beeprint.pdfcheck.objects import get

Function = Callable[[Sequence[float]], tuple[float, ...]]
_MAX_DEPTH, _MAX_PARTS = 4, 200


def read(value: Any, depth: int = 0) -> Function | None:
    """Return a function that computes what a PDF's function does; None for kinds that are not worked out."""
    kind = objects.number(get(value, "FunctionType"), -1)
    if kind == 2:
        return _exponential(value)
    if kind == 3 and depth < _MAX_DEPTH:
        parts = [read(part, depth + 1) for part in objects.items(get(value, "Functions"), _MAX_PARTS)]
        bounds, domain = objects.numbers(get(value, "Bounds")), objects.numbers(get(value, "Domain"), 2)
        encode = objects.numbers(get(value, "Encode"))
        whole = [part for part in parts if part is not None]
        if whole and len(whole) == len(parts) == len(bounds) + 1 and len(encode) == 2 * len(whole) and domain:
            return _stitched(whole, (domain[0], *bounds, domain[1]), encode)
    return None


def ends(value: Any, depth: int = 0) -> list[tuple[float, ...]] | None:
    """Return the values at the ends of every piece of a function, between which its ink is no higher; else None."""
    kind = objects.number(get(value, "FunctionType"), -1)
    if kind == 2:
        first, last = (objects.numbers(get(value, key)) for key in ("C0", "C1"))
        return [first or (0.0,), last or (1.0,)]
    if kind == 3 and depth < _MAX_DEPTH:
        found: list[tuple[float, ...]] = []
        for part in objects.items(get(value, "Functions"), _MAX_PARTS):
            inner = ends(part, depth + 1)
            if inner is None:
                return None
            found += inner
        return found
    return None


def _exponential(value: Any) -> Function:
    first, last = (objects.numbers(get(value, key)) for key in ("C0", "C1"))
    first, last = first or (0.0,), last or (1.0,)
    power = objects.number(get(value, "N"), 1)

    def compute(inputs: Sequence[float]) -> tuple[float, ...]:
        at = min(1.0, max(0.0, inputs[0]))
        share = at if power == 1 else float(at**power) if at > 0 else 0.0
        return tuple(a + share * (b - a) for a, b in zip(first, last, strict=False))

    return compute


def _stitched(parts: Sequence[Function], bounds: Sequence[float], encode: Sequence[float]) -> Function:
    def compute(inputs: Sequence[float]) -> tuple[float, ...]:
        at = min(bounds[-1], max(bounds[0], inputs[0]))
        index = next((index for index in range(len(parts) - 1) if at < bounds[index + 1]), len(parts) - 1)
        low, high = bounds[index], bounds[index + 1]
        share = (at - low) / (high - low) if high > low else 0.0
        begin, end = encode[2 * index], encode[2 * index + 1]
        return parts[index]([begin + share * (end - begin)])

    return compute
