"""Claims about conversion; imported only when claims are requested."""
