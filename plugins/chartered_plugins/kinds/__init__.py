"""Kinds of guarantee and of profile that several plugins share."""
