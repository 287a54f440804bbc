"""Paths of theorems from a step to a guarantee to a privacy profile, searched, or replayed from a derivation."""
