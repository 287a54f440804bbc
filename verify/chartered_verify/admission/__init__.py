"""Admission: what every verdict of a form is confronted with before it leaves."""
