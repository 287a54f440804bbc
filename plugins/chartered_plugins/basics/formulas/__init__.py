"""Formulas of basics: functions of an arithmetic; they import nothing of the registry."""
