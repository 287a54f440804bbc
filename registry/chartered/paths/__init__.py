"""Paths of theorems from a step to a guarantee to a privacy profile, searched, or replayed from a derivation."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "grouping")
