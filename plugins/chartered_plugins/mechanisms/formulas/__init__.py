"""Formulas of mechanisms: functions of an arithmetic; they import nothing of the registry."""
