"""`chartered export`: a certificate as a proof that another program checks, ours or a proof assistant."""

from __future__ import annotations

import click

from ..certificate.check import BUDGET
from .output import print_line, progress


@click.command(
    short_help="A certificate as a proof for another checker.",
    epilog="Example: chartered export run.cert.json -o run.proof.json",
)
@click.argument("certificate")
@click.option(
    "--format",
    "form",
    type=click.Choice(["proof", "coq"]),
    default="proof",
    show_default=True,
    help="What to write: a proof for chartered-check, or a file for Coq, a proof assistant.",
)
@click.option("--out", "-o", "out", metavar="FILE", required=True, help="The file to write.")
@click.option(
    "--budget",
    type=float,
    default=BUDGET,
    show_default=True,
    metavar="SECONDS",
    help="How much work the check of the certificate may take.",
)
def export(certificate: str, form: str, out: str, budget: float) -> None:
    """Writes an accepted CERTIFICATE as a proof: the theorems on its path, and the expression that is bounded, with all
    that its formulas compared. chartered-check reads it, without any plugin. A file for Coq names the theorems as
    assumptions, proves the numbers, and ends with the list of what is trusted: coqc FILE.v checks it.

    Exit status 2 for a certificate that is refused, or an answer that cannot be recorded yet: the message names the
    theorem and the reason."""
    from ..proof.coq.file import coq_file
    from ..proof.export import proof_from

    with progress():
        proof = proof_from(certificate, budget=budget)
        written = coq_file(proof) if form == "coq" else proof
    written.save(out)
    print_line(f"{out}: {written.summary}")
