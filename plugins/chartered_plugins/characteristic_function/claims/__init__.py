"""Claims about characteristic functions of privacy losses; imported only when claims are requested."""
