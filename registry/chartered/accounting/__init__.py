"""Questions asked of ledgers: answers, tables, sweeps, inverse questions, regret, trade-off."""
