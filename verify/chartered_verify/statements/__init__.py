"""What is stated and decided: claims, ranges of variables, verdicts."""
