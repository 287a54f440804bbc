"""Algebra of privacy profiles: combinations, refinements, tails, hypothesis tests."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "refinement_search")
