"""Claims about where the registered theorems on private selection apply, by the number of runs."""

import chartered as ch
from chartered.proving import Conditions, Each, Proofs, case, registered

from ..formulas import repeat_and_select as selection

BOOK = Proofs("repeat-and-select", "Papernot, Steinke 2022")


def _selected(count: str) -> ch.Case:
    return case(f"repeat-and-select:mean=2,count={count}/pure:epsilon=9", ch.Renyi(curve=lambda xp, order: order))


for kind, own, other in (
    ("renyi", [_selected(count) for count in selection.SHAPES], [_selected("poisson")]),
    ("poisson", [_selected("poisson")], [_selected(count) for count in selection.SHAPES]),
):
    BOOK.stated(
        f"{kind}.which",
        "Each theorem applies to the distributions of the number of runs that it is about, and to no other.",
        "Definition 1 and Theorem 6",
        "the three numbers of runs",
        Conditions(f"repeat-and-select.{kind}", own, other),
    )


@BOOK.table(
    "once.itself",
    "A fixed number of runs is written out as so many runs of the step, a single one as the step itself.",
    "definition",
    "1, 2 and 7 runs, run",
    Each("run", cases=[(1, "once", 1), (2, "fixed", 2), (7, "fixed", 7)]),
)
def _written_out(mean: int, name: str, times: int) -> bool:
    """Whether a fixed number of runs is written out as that number, by this theorem, and by no other."""
    source = case(f"repeat-and-select:mean={mean},count=fixed/gaussian:sigma=2")
    known = {word: registered(f"repeat-and-select.{word}") for word in ("fixed", "once")}
    applies = [word for word, theorem in known.items() if theorem.conditions(source) is None]
    ((step, runs),) = known[name].bound(source)
    return applies == [name] and (step.name, runs) == ("gaussian", times)
