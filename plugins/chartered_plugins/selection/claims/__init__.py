"""Claims about selection; imported only when claims are requested."""
