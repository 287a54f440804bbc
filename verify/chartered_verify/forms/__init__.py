"""Forms of claims: what each states, and how it is decided."""
