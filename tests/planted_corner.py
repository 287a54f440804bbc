"""A stranger's plugin whose theorem is sound, but for a corner of its domain: there its bound is too small by one part
in a million."""

from __future__ import annotations

import sys
import textwrap
from types import ModuleType

CORNERS = {
    "a short stretch of eps": "0.3 < eps and eps < 0.3001",
    "a shorter one between fractions": "eps > xp.number(FIFTH) and eps < xp.number(FIFTH + Fraction(1, 10**8))",
    "tiny deltas": "found < 1e-9",
    "large sizes and tiny eps": "size > 7 and eps < xp.number(Fraction(1, 1000))",
    "close to where the profile ends": "eps < size and size - eps < 1e-6",
    "between two lines": "7 * eps > 2 * size and 7 * eps < 2 * size + 0.001",
    "one end of the range": "size == 8 and eps > 0",
}
"""The condition in the code, of the arguments as balls hold them."""

_CODE = '''
    """A mechanism that answers truly with chance 1/(1 + e^-size), and a bound with a corner."""
    from fractions import Fraction
    import chartered as ch

    FIFTH = Fraction(1, 5)
    LESS = 1 - Fraction(1, 10**6)

    def response(xp, size, eps):
        return xp.positive(-xp.expm1(eps - size)) / (1 + xp.exp(-size))

    def delta(xp, size, eps):
        found = response(xp, size, eps)
        return found * xp.number(LESS) if {corner} else found

    def summed(xp, size, eps):
        truth = 1 / (1 + xp.exp(-xp.number(size)))
        return xp.positive(truth - xp.exp(xp.number(eps)) * (1 - truth))

    def profile(formula):
        def bound(case):
            size = case.number("size")
            end = ch.AtInfinity(max_loss=size)
            return ch.Profile(delta=lambda xp, eps, witness: formula(xp, xp.number(size), eps), at_infinity=end)
        return bound

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism("planted", "answers truly, mostly", (ch.Parameter("size", "how truly"),))]

    @ch.hook
    def register_theorems():
        one = ch.Theorem("planted.bound", ch.OnStep("planted"), ch.Profile, profile(delta), "so it is",
            "direct computation")
        other = ch.Theorem(
            "planted.exact", ch.OnStep("planted"), ch.Profile, profile(response), "so it is", "direct computation",
                side=ch.Side.EXACT
        )
        return [one, other][: {theorems}]

    @ch.hook
    def register_claims():
        from chartered.proving import Claim, Soundness

        cases = [(1, Fraction(1, 2)), (2, 1), (3, 0)]
        form = Soundness(delta, summed, cases, over={{"size": (0, 8), "eps": (0, 8)}})
        return [Claim.of("planted.bound.sound", "Not below the sum over both answers.", "direct computation", form)]
'''


def code(corner: str, theorems: int = 1) -> str:
    """The plugin as text; with two theorems the second is exact."""
    return textwrap.dedent(_CODE).format(corner=corner, theorems=theorems)


def plugin(corner: str, theorems: int = 1) -> ModuleType:
    """The plugin as a module that is not installed."""
    made = ModuleType("planted_plugin")
    sys.modules.setdefault(made.__name__, made)
    exec(compile(code(corner, theorems), "planted_plugin.py", "exec"), vars(made))
    return made
