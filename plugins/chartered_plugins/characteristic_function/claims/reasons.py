"""What claims about laws share: why they are compared case by case and not proved, a check that something is refused,
and claims in a table of properties and laws."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled
from chartered.proving.sampled import Condition
from chartered_verify.catching import ours
from chartered_verify.statements.claim import Kind

PLACE = "for the rule"
POINTS = "what ships runs in balls alone, so that its formula is compared at points"
INTEGRALS = "M of a sampled Gaussian has no closed form: it is enclosed by an integrator, case by case"
_KINDS = {kind.value for kind in Kind}


def refused(made: Callable[[], Any]) -> bool:
    """Whether the function reports that it has no bound."""
    try:
        made()
    except ours(ArithmeticError):
        return True
    return False


class Table(list[tuple[Proofs, Sequence[Any]]]):
    """The laws of each book. `table.identity`, and so on, enter a claim in each book, about its laws: after the
    statement come the place, if it is not the book's, what is tried besides the number of laws, and a check, whose
    condition is the decorated function: of a law, and then of the check's grid."""

    def __getattr__(self, kind: str) -> Callable[..., Callable[[Condition], Condition]]:
        if kind not in _KINDS:
            raise AttributeError(kind)
        return partial(self._enter, kind)

    def _enter(self, kind: str, name: str, statement: str, *said: Any) -> Callable[[Condition], Condition]:
        *place, domain, check = said

        def enter(holds: Condition) -> Condition:
            for book, laws in self:
                more = {"bits": check.bits, "digits": check.digits, "why": check.why}
                tried = Sampled(check.what, holds, laws=laws, **check.grid, **more)
                getattr(book, kind)(name, statement, *place, f"{len(laws)} laws{domain}", tried)
            return holds

        return enter
