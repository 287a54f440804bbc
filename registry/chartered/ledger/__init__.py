"""Ledgers: steps as users write them, entries with their number of runs, and a parameter left open."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(__name__, "named_files", "ledger_file")
