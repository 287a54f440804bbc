"""The inverse questions: the largest number of runs, or the value of a parameter, within a target."""
