"""Claims about mechanisms; imported only when claims are requested."""
