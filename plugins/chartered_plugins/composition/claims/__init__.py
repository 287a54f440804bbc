"""Composition of many runs: advanced and optimal composition, losses, the central limit theorem."""
