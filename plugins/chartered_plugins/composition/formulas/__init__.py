"""Formulas of composition: functions of an arithmetic; they import nothing of the registry."""
