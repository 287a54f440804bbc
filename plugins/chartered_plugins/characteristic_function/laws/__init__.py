"""Laws of the privacy loss: a noise, and two mixtures of its shifts. They stand beside the functions in `formulas/`
whose place they will take, and no theorem uses them yet; tests compare the two."""
