"""How far the last iterate of noisy gradient descent on convex losses is moved, squared, in units of the noise of one
step, where a record moves a step by 1.

Two data sets move the iterates apart by at most z <- c z + s in a step: c is the contraction, and s is 1 in a step that
the record is in. Any part a <= c z + s of that may be left to the noise of the step, in which it costs a^2, and the
rest goes on; all is left to the noise at last. So the sum of c^(t-k) a_k is that of c^(t-k) s_k, and the least sum of
squares has a_k in the ratio c^(t-k). Of several batches the worst one is the last of each epoch: the last step hides
its own 1, and what came before is hidden from the first step on that the record is in."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Value, floats


def _powers(xp: Arithmetic, log: Value, terms: int, ratio: Fraction) -> Value:
    """The sum of the first powers of r = e^log, from 1 on."""
    return xp.number(terms) if ratio == 1 else xp.expm1(terms * log) / xp.expm1(log)


def moved_squared(
    xp: Arithmetic, contraction: Fraction, batches: int, epochs: int, diameter: Fraction | None = None
) -> Value:
    """Of these many epochs, all from one first iterate; or the last ones of a training, which begin at two points of
    the domain, `diameter` (1 or more) apart."""
    own = 1 if batches > 1 else 0
    together = epochs - own
    if diameter is None and not together:
        return xp.number(1)
    log = xp.log1p(xp.number(contraction - 1)) if contraction != 1 else xp.number(0)
    total = xp.exp(own * (batches - 1) * log) * _powers(xp, batches * log, together, contraction)
    steps = batches * together
    if diameter is not None:
        total = total + xp.number(diameter) * xp.exp((batches * epochs - own) * log)
        steps = batches * epochs - own
    return own + total * total / _powers(xp, 2 * log, steps, contraction)


def propose_start(
    contraction: Fraction, batches: int, epochs: int, diameter: Fraction | None
) -> tuple[int, Fraction | None]:
    """The epochs and the diameter that move least: the last epochs, which begin a diameter apart, or all of them from
    the first iterate, which both data sets share (None). In floats: any number of epochs is sound."""

    def cost(last: int) -> float:
        return float(moved_squared(floats, contraction, batches, last, diameter))

    if diameter is None:
        return epochs, None
    low, high = 1, epochs
    while high - low > 2:  # the cost falls to one place, and rises from there
        third = (high - low) // 3
        left, right = low + third, high - third
        low, high = (low, right) if cost(left) <= cost(right) else (left, high)
    best = min(range(low, high + 1), key=cost)
    shared = float(moved_squared(floats, contraction, batches, epochs))
    return (best, diameter) if cost(best) < shared else (epochs, None)
