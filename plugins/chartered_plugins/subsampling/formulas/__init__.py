"""Formulas of subsampling: functions of an arithmetic; they import nothing of the registry."""
