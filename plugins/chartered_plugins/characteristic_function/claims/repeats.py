"""Claims about records that are drawn several times, by their moments at complex orders."""

from chartered.proving import Each, Proofs, case, registered

from ...subsampling.claims import counts_of_a_record
from ..formulas.composed_moments import Composition

BOOK = Proofs("sample-with-replacement", "definition")

counts_of_a_record.state(BOOK, "gaussian-characteristic")


@BOOK.identity(
    "gaussian-characteristic.parts",
    "Few draws are a mixture, and of many those that are not counted are a failure of their own.",
    "two sizes",
    Each("run", cases=[(4, 9, 1), (256, 60000, 2)]),
)
def _composed(draws: int, records: int, parts: int) -> bool:
    theorem = registered("sample-with-replacement.gaussian-characteristic")
    found = theorem.apply(case(f"sample-with-replacement:size={draws},of={records}/gaussian:sigma=2"))
    composition: Composition = found.directions[0]
    return len(found.directions) == 1 and len(composition) == parts and all(times == 1 for _, times in composition)
