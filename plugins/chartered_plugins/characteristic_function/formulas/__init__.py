"""Formulas of characteristic_function: they import nothing of the registry."""
