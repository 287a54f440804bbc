"""Batches as data loaders make them: shuffled, or cut at a size."""

from chartered_verify.lazy_module import import_later

MOST_EPOCHS = 10**6
"""The largest number of epochs."""
MOVED = "a record that is removed moves others to other batches, so that every batch may change"
"""Why nothing is proved of shuffled batches under add-or-remove."""
CUT = "who stays depends on how many enter, and a record that is removed changes that for all others"
"""Why nothing is proved there of batches that are cut at a size."""

import_later(__name__, "allocation_of_several_uses", "shuffled_bounds")
