"""`chartered check`: accepts or refuses a certificate."""

from __future__ import annotations

import click
from msgspec.structs import replace

from ..certificate.check import BUDGET, check as check_certificate
from ..certificate.outcome import Check
from ..proof import is_proof_of_certificate
from .output import print_json, print_line, progress
from .shared_options import as_json

REFUSED = 1
OUTDATED = 3


@click.command(short_help="Accepts or refuses a certificate.", epilog="Example: chartered check run.cert.json")
@click.argument("file")
@click.option(
    "--budget",
    type=float,
    default=BUDGET,
    show_default=True,
    metavar="SECONDS",
    help="How much work the check may take.",
)
@click.option(
    "--proof",
    metavar="PROOF",
    help="Also refuse unless this file is the proof, or the file for Coq, that Chartered exports from FILE.",
)
@as_json
def check(file: str, budget: float, proof: str | None, as_json: bool) -> None:
    """Derives the answer in a certificate again, without search, and accepts or refuses it. FILE is a certificate, or
    the page of a statement, which contains one.

    chartered-check and Coq accept a proof whose inequality holds, whatever its expression is of; --proof derives the
    expression again from the theorems, and compares every node.

    Exit status 0 if the certificate is accepted, 1 if it is refused, 2 if FILE contains no certificate, 3 if it rests
    on other versions of theorems than the installed ones. A certificate whose check takes more work than the budget is
    refused, and the reason says so."""
    with progress():
        found = check_certificate(file, budget=budget)
        if found.accepted and proof is not None:
            found = _with_proof(found, file, proof, budget)
    if as_json:
        print_json(found.to_json())
    elif found.accepted:
        print_line(f"accepted: {found.says}")
        if found.in_page:
            print_line("only the certificate in the page was checked; compare the rest of the page with it")
        if proof is not None:
            print_line(f"{proof} is its proof: every expression is the one that the theorems give")
    else:
        print_line(f"refused: {found.why}")
    if not found.accepted:
        click.get_current_context().exit(OUTDATED if found.outdated else REFUSED)


def _with_proof(found: Check, file: str, proof: str, budget: float) -> Check:
    """The outcome, refused if the proof is another than the one that is exported from the certificate."""
    differs = is_proof_of_certificate.difference(file, proof, budget=budget)
    why = f"{proof} is not the proof of this certificate: {differs}"
    return found if differs is None else replace(found, accepted=False, why=why, says=None)
