"""Formulas of mechanisms: functions of an arithmetic; they import nothing from the registry."""
