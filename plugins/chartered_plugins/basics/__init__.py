"""Kinds of guarantees and the theorems between them: pure, approximate, zero-concentrated, Gaussian and Renyi DP; group
privacy."""
