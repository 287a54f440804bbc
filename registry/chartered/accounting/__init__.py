"""Questions about ledgers: answers, tables, sweeps, inverse questions, regret, trade-offs, risk."""
