"""Densities of the normal distribution, for claims."""

from __future__ import annotations

from typing import Any


def log_density(x: Any, mean: Any, sigma: Any) -> Any:
    """The logarithm of the density of N(mean, sigma^2), up to a term without x and mean."""
    return -((x - mean) ** 2) / (2 * sigma**2)
