"""Composition: optimal for approximate DP, advanced, and by the central limit theorem."""
