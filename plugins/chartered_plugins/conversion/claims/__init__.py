"""Claims about conversion; imported only when claims are asked for."""
