"""Claims, ranges of variables, verdicts."""
