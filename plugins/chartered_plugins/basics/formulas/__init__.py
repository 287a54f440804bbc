"""Formulas of basics: functions of an arithmetic; they import nothing from the registry."""
