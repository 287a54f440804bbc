"""Claims about filters; imported only when claims are requested."""
