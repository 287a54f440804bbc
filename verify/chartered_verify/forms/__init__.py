"""Forms of claims: the statement of each, and its decision procedure."""
