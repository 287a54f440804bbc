"""Pages to read and hand on: a privacy statement, a verification report. Each is one file that loads nothing else."""
