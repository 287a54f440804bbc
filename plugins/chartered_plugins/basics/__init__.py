"""Kinds of guarantees and what converts between them: pure, approximate, zero-concentrated, Gaussian and Renyi DP,
groups."""
