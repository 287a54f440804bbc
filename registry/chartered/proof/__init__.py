"""Certificates as proofs that a program checks which knows no privacy: expressions, conditions and one inequality."""
