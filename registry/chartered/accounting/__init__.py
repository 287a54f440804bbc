"""Questions about ledgers: answers, tables, sweeps, inverse questions, regret, trade-offs, risk."""

from __future__ import annotations

from chartered_verify.lazy_module import import_later

import_later(
    __name__,
    "answers",
    "budget",
    "mu_failure_hint",
    "ledger",
    "compare_loaders",
    "dp_verdict",
    "budget_numbers",
    "parted_ledger",
    "path_sweep",
    "peer_rows",
    "regret",
    "risk",
    "sweep",
    "answer_comparison",
    "tradeoff",
)
