"""`chartered export`: writes a certificate as a proof that an independent checker or a proof assistant reads, or a
claim as a file for a proof assistant."""

from __future__ import annotations

import click

from ..certificate.check import BUDGET
from ..coq_claims import file as coq_claims
from ..errors import BadValue
from ..host.registry import registry
from ..proof import document, export as proofs
from ..proof.coq import file as coq
from .output import print_line, progress


@click.command(
    short_help="A certificate, or a claim, as a proof for another checker.",
    epilog="Example: chartered export run.cert.json -o run.proof.json",
)
@click.argument("certificate", required=False)
@click.option("--claim", "claim", metavar="NAME", help="Export this claim instead of a certificate, as a file for Coq.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["proof", "coq"]),
    help="What to write: a proof for chartered-check, or a file for Coq, a proof assistant. Default: proof for a "
    "certificate, coq for a claim.",
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
def export(certificate: str | None, claim: str | None, form: str | None, out: str, budget: float) -> None:
    """Writes an accepted CERTIFICATE as a proof: the theorems on its path, the expression that is bounded, and every
    comparison that its formulas made. chartered-check reads it without any plugin. A file for Coq states the theorems
    as assumptions, proves the numbers, and ends with the list of what is trusted: coqc FILE.v checks it.

    With --claim NAME it writes the steps of a claim as lemmas over all its variables, with scripts that should prove
    them; coqc FILE.v shows whether they do.

    Exit status 2 if the certificate is refused, the answer cannot be recorded, or the claim is not about formulas; the
    message gives the reason."""
    if (certificate is None) == (claim is None):
        given = "neither a certificate nor a claim" if claim is None else "a certificate and a claim"
        raise BadValue(f"{given} to export", "name the file of a certificate, or --claim NAME")
    if claim is not None and form == "proof":
        raise BadValue("a claim is no proof of one number, which chartered-check reads", "--format coq")
    with progress():
        written = _of_claim(claim) if claim is not None else _of_certificate(str(certificate), form, budget)
    written.save(out)
    print_line(f"{out}: {written.summary}")


def _of_certificate(certificate: str, form: str | None, budget: float) -> document.Proof | coq.CoqFile:
    proof = proofs.proof_from(certificate, budget=budget)
    return coq.coq_file(proof) if form == "coq" else proof


def _of_claim(name: str) -> coq_claims.ClaimFile:
    known = registry()
    claims = known.claims()
    if name not in claims:
        raise known.unknown(f"no claim is named {name!r}", "chartered verify lists the names of claims")
    return coq_claims.claim_file(claims[name])
