"""A binary tree over a stream of steps, whose nodes are dyadic intervals."""

from __future__ import annotations


def depth(steps: int) -> int:
    """The largest number of nodes that contain one step, attained by the first of `steps` steps: floor(log2 steps) +
    1."""
    return steps.bit_length()
