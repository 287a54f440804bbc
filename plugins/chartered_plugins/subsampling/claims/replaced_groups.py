"""Claims about persons with several records, in whose place others stand, and about a person with one."""

from fractions import Fraction
from itertools import product

from chartered.proving import Each, Proofs, Rewrites, case, enclose, registered, replaced

BOOK = Proofs("group-of-records", "triangle inequality", at="definition")


def _replacing(settings: str, size: int, own: str, between: str) -> bool:
    step = replaced(f"group:size={size}/gaussian:sigma=2,{settings}")
    found = registered("group-of-records.gaussian").apply(step).settings
    return (found["sensitivity"], found["replace-sensitivity"]) == (Fraction(own), Fraction(between))


@BOOK.identity(
    "gaussian.replaced",
    "Of persons with one record or more, at most k, another in the place of one changes a query by at most (k - 1) "
    "max(s, r) + r, where adding a record changes it by s and replacing one by r: k records against one, or against k.",
    "",
    "three groups, written out; sums of whole numbers, all persons of up to three records",
    Each(
        "run",
        _replacing,
        [
            ("sensitivity=1,replace-sensitivity=2", 3, "3", "6"),
            ("sensitivity=1,replace-sensitivity=1/2", 3, "3", "5/2"),
            ("sensitivity=1,replace-sensitivity=1/2", 1, "1", "1/2"),
        ],
    ),
    Each("all persons", cases=[(2, 1, 2), (2, 1, 3), (3, 3, 3), (1, 2, 3), (4, 1, 3)]),
)
def _farthest(own: int, between: int, size: int) -> bool:
    """Whether sums of numbers from own - between to own, of one person's records and of another's, differ by that."""
    values = range(own - between, own + 1)
    persons = [p for k in range(1, size + 1) for p in product(values, repeat=k)]
    apart = max(abs(sum(one) - sum(other)) for one in persons for other in persons)
    return apart == (size - 1) * max(own, between) + between


BOOK.identity(
    "one.same",
    "A group of one record is that record.",
    "two groups, written out",
    Rewrites(
        "group-of-records.one", "group:size=1/poisson:rate=1/9/gaussian:sigma=2", "poisson:rate=1/9/gaussian:sigma=2"
    ),
    Rewrites("group-of-records.one", "group:size=1/gdp:mu=1,failure=1/9", "gdp:mu=1,failure=1/9"),
)


@BOOK.identity(
    "replaced-failing-gdp.twice",
    "A group that is removed and another one that is added are a chain of twice as many changes.",
    "three groups at two eps",
    Each("run", cases=product((1, 2, 5), (Fraction(1), Fraction(7)))),
)
def _twice(size: int, epsilon: Fraction) -> bool:
    """Whether both have the same enclosure: equal formulas at an equal place that a search proposes."""
    one, other = (
        registered(f"group-of-records.{name}").apply(case(f"group:size={records}/gdp:mu=1,failure=1/1000"))
        for name, records in (("replaced-failing-gdp", size), ("failing-gdp", 2 * size))
    )
    return enclose(lambda xp: one.delta(xp, xp.number(epsilon), {})) == enclose(
        lambda xp: other.delta(xp, xp.number(epsilon), {})
    )


@BOOK.identity(
    "nearer-sampled-gaussian.half",
    "Replaced records that are less than twice the sensitivity apart are, from above, those on opposite sides of none, "
    "and from below those at half their distance, which is at most the sensitivity: neighbours that there are.",
    "one group of two, from both sides",
    Each("run", cases=[(False, "0:1:2"), (True, "0:3/4:3/2")]),
)
def _at_half(below: bool, amounts: str) -> bool:
    theorem = registered("group-of-records.nearer-sampled-gaussian")
    step = replaced("group:size=2/poisson:rate=1/4/gaussian:sigma=2,sensitivity=1,replace-sensitivity=3/2")
    return str((theorem.from_below if below else theorem).apply(step).settings["sensitivities"]) == amounts
