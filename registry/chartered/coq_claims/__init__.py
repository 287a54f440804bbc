"""Claims as files for Coq, a proof assistant: each step of a claim becomes a lemma for all values of its letters, with
a proof script."""
