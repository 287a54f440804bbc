"""UNTRUSTED: searches in floats; they propose witnesses, which `enclose` evaluates."""
