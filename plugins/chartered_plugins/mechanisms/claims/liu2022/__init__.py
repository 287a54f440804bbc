"""Liu, Sun, Jiang and Kong 2022, in the order of the paper."""
