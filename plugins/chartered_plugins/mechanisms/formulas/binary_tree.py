"""A binary tree over a stream of steps, of which each node holds a dyadic interval."""

from __future__ import annotations


def depth(steps: int) -> int:
    """How many nodes of the tree hold the first of so many steps, which no step exceeds: floor(log2 steps) + 1."""
    return steps.bit_length()
