"""Formulas of subsampling: functions of an arithmetic; they import nothing from the registry."""
