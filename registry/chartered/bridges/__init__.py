"""Other packages' own words, read and answered by ours: their events become ledgers, and their accountants answer by
ours. Each file needs its package, an optional extra."""
