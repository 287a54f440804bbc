"""Budgets that are spent as a plan goes on."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "book_check", "book_export", "signatures")
