"""Formulas of checkins: functions of an arithmetic; they import nothing of the registry."""
