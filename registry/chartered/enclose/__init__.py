"""TRUSTED: a privacy profile, a question and a witness give an enclosure. No search."""
