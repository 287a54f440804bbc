"""The calls of other packages' public interfaces, one module for each package. They run in the child process only."""
