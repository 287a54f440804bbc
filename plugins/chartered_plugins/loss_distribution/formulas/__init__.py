"""Formulas of loss_distribution: functions of an arithmetic; they import nothing from the registry."""
