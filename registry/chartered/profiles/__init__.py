"""Algebra of privacy profiles: combinations, refinements, tails, hypothesis tests."""
