"""`chartered check`: accepts or refuses a certificate."""

from __future__ import annotations

import click

from ..certificate.check import BUDGET, check as check_certificate
from .options import as_json
from .output import print_json, print_line, progress

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
@as_json
def check(file: str, budget: float, as_json: bool) -> None:
    """Derives the answer in a certificate again, without search, and accepts or refuses it. FILE is a certificate, or
    the page of a statement, which contains one.

    Exit status 0 if the certificate is accepted, 1 if it is refused, 2 if FILE contains no certificate, 3 if it rests
    on other versions of theorems than the installed ones. A certificate whose check takes more work than the budget is
    refused, and the reason says so."""
    with progress():
        found = check_certificate(file, budget=budget)
    if as_json:
        print_json(found.to_json())
    elif found.accepted:
        print_line(f"accepted: {found.says}")
        if found.in_page:
            print_line("only the certificate in the page was checked; compare the rest of the page with it")
    else:
        print_line(f"refused: {found.why}")
    if not found.accepted:
        click.get_current_context().exit(OUTDATED if found.outdated else REFUSED)
