"""TRUSTED: the enclosure of an answer from a privacy profile, a question and a witness. Contains no search."""
