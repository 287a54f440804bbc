"""Runs of claims: outcomes, provenance, time limits."""

from __future__ import annotations

from ..lazy_module import import_later

import_later(__name__, "suite")
