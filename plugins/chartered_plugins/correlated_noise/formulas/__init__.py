"""Formulas of correlated noise: whole numbers and fractions; they import nothing from the registry."""
