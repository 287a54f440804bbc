"""Certificates as proofs for a checker that knows no privacy: expressions, conditions and an inequality, two for exact
answers."""
