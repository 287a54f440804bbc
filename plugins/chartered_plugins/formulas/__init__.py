"""Formulas that several plugins share, by subject. Plain functions of an arithmetic; no registry, no privacy objects."""
