"""`chartered export`: a certificate as a proof that another program checks."""

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
    "--format", "form", type=click.Choice(["proof"]), default="proof", show_default=True, help="What to write."
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
    that its formulas compared. chartered-check reads it, without any plugin.

    Exit status 2 for a certificate that is refused, or an answer that cannot be recorded yet: the message names the
    theorem and the reason."""
    from ..proof.export import proof_from

    with progress():
        proof = proof_from(certificate, budget=budget)
    proof.save(out)
    print_line(f"{out}: {proof.summary}")
