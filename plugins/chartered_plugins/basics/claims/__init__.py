"""Claims about basics; imported only when claims are requested."""
