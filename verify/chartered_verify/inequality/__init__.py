"""Inequalities over boxes, proved by branch and bound in ball arithmetic."""
