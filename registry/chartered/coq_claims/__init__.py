"""Claims as files for Coq, a proof assistant: each step of a claim is stated for all letters, and proved there."""
