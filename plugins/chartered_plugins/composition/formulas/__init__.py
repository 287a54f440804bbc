"""Formulas of composition: functions of an arithmetic; they import nothing from the registry."""
