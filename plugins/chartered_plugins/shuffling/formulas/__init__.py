"""Formulas of shuffling: functions of an arithmetic; they import nothing of the registry."""
