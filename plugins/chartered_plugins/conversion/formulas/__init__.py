"""Formulas of conversion: functions of an arithmetic; they import nothing of the registry."""
