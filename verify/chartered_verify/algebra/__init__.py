"""Algebra with SymPy: identities, limits, signs."""
