"""Formulas of checkins: functions of an arithmetic; they import nothing from the registry."""
