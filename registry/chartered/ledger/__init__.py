"""Ledgers: steps as users write them, entries with their number of runs, and a parameter left open."""
