"""Formulas of conversion: functions of an arithmetic; they import nothing from the registry."""
