"""The second checker: reads proofs that Chartered exports, with an interval arithmetic of its own. It knows expressions
and no privacy."""
