"""Algebra by SymPy: identities, limits, signs."""
