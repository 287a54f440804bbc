"""The wrappers inside which a selection is bounded."""

from __future__ import annotations

INSIDE = (
    ("poisson",),
    ("sample",),
    ("sample-with-replacement",),
    ("group",),
    ("group", "poisson"),
)
"""Wrappers that decide which records a run sees. A shuffler is none: it hides one report among others, so that more
counts than the power of tests between two values."""
