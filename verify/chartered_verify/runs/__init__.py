"""Runs of claims: outcomes, provenance, time limits."""
