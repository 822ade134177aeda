"""Compare the model engine with PyPI's micrograd on one expression: build and backward."""

import time
from collections.abc import Callable
from typing import Any

import micrograd.engine

import engine_reference

ROUNDS = 15
REPEATS = 200
GOAL = 1.5


def build_and_run(node: Callable[[float], Any]) -> None:
    """Build an expression of about 30 nodes with every operator both engines have; run backward."""
    a, b = node(-4.0), node(2.0)
    c = a + b
    d = a * b + b**3
    c = c + c + 1
    c = c + 1 + c + (-a)
    d = d + d * 2 + (b + a).relu()
    d = d + 3 * d + (b - a).relu()
    e = c - d
    f = e**2
    g = f / 2.0
    g = g + 10.0 / f
    g.backward()


def seconds(node: Callable[[float], Any]) -> float:
    """Return the seconds of one build and backward pass."""
    start = time.perf_counter()
    for _ in range(REPEATS):
        build_and_run(node)
    return (time.perf_counter() - start) / REPEATS


def main() -> None:
    """Print the times and their ratio."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(seconds(engine_reference.Value))
        theirs.append(seconds(micrograd.engine.Value))
    ratio = min(theirs) / min(ours)
    print(f"engine_reference {min(ours) * 1e6:6.1f} µs   micrograd {min(theirs) * 1e6:6.1f} µs")
    print(f"micrograd / engine_reference: {ratio:.2f}   (goal: at least {GOAL})")


if __name__ == "__main__":
    main()
