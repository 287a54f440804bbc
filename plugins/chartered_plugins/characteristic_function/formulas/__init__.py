"""Formulas of characteristic_function; they import nothing from the registry."""
