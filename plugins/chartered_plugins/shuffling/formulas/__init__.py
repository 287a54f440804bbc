"""Formulas of shuffling: functions of an arithmetic; they import nothing from the registry."""
