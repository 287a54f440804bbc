"""Budgets that are spent as a plan goes on."""
