"""UNTRUSTED: searches in floats, which propose witnesses for `enclose` to evaluate."""
