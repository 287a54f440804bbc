"""Conversion of Renyi DP to (eps, delta)-DP."""
