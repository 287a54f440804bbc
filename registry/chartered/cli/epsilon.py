"""`chartered epsilon` and `chartered delta`: the privacy guarantee of a ledger."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from ..accounting import answer_comparison, dp_verdict, parted_ledger, regret as regrets
from ..accounting.all_answers import Account
from ..accounting.ledger import Ledger
from ..errors import BadCertificate, BadValue, CharteredError
from ..model.questions import MOST_DIGITS, Question
from .exit_status import ASKED_BY
from .output import print_for_people, print_json, progress
from .shared_options import StatedLedger, accountant_option, as_json, seconds_option, takes_a_ledger, together

answer_options = together(
    accountant_option("Only answers by this accountant, or by a path with this theorem. Repeat it for more of them."),
    seconds_option("Only the answers that are found within this much processor time; each tells its own."),
    click.option(
        "--certificate", "certificate_file", metavar="FILE", help="Write a certificate of the tightest answer."
    ),
    click.option(
        "--all",
        "everything",
        is_flag=True,
        help="Also show answers that are no tighter than an exact one, and why accountants have no answer.",
    ),
    click.option(
        "--heuristic", is_flag=True, help="Also use heuristic theorems. Their answers are not bounds and are marked."
    ),
    as_json,
)
"""The options of every question: accountants, a certificate file, heuristic theorems, JSON."""
closeness_options = together(
    click.option(
        "--digits",
        type=click.IntRange(1, MOST_DIGITS),
        metavar="N",
        help="Correct significant digits, if an answer is exact.",
    ),
    click.option("--within", metavar="W", help="Largest width of the interval, if an answer is exact."),
)
"""How narrow the interval of an exact answer must be."""
batch_options = together(
    click.option(
        "--batch",
        metavar="FILE",
        help="Many questions: a JSON object a line, with steps and delta (or epsilon); - is standard input.",
    ),
    click.option(
        "--answers", metavar="FILE", help="Where the answers of --batch go; a run goes on after those that are there."
    ),
    click.option(
        "--jobs", type=click.IntRange(1), default=1, metavar="N", help="How many processes answer --batch. Default: 1."
    ),
)
"""Many questions at once."""
OPEN = 2
"""The exit status if it is open whether (eps, delta)-DP holds; 1 if that is refuted."""


def _batch(questions: str, answers: str | None, jobs: int, seconds: float | None, other: Sequence[str]) -> None:
    """Many questions at once; exits with status 1 if some have no answer."""
    from .batch import answer_batch

    if other:
        raise BadValue(f"--batch and {other[0]} are given", "write into each line what is asked there")
    if not answer_batch(questions, answers, jobs, seconds):
        click.get_current_context().exit(1)


@click.command(
    short_help="The least epsilon at a delta.",
    epilog="Example: chartered epsilon gaussian:sigma=20,times=1000 --delta 1e-5",
)
@takes_a_ledger
@click.option("--delta", metavar="D", help="The delta at which to bound epsilon; at least 0 and below 1.")
@click.option("--epsilon", metavar="E", help="Also say whether (E, D)-DP holds; exit status 0 yes, 1 no, 2 open.")
@closeness_options
@answer_options
@batch_options
def epsilon(
    stated: StatedLedger,
    delta: str | None,
    epsilon: str | None,
    digits: int | None,
    within: str | None,
    batch: str | None,
    answers: str | None,
    jobs: int,
    **options: Any,
) -> None:
    """The least epsilon at a delta, by every accountant, the tightest first.

    A STEP is NAME:key=value,key=value; times=N repeats it. Numbers are exact: 0.1 is one tenth, 1/3 is allowed. With
    --batch, FILE has a question a line, and an answer a line is printed.
    """
    if batch is not None:
        given = {"STEP": stated.steps, "--ledger": stated.file, "--neighbours": stated.neighbours}
        given |= {"--delta": delta, "--epsilon": epsilon} | {
            f"--{name.replace('_', '-')}": value
            for name, value in options.items()
            if name not in ("seconds", "as_json")
        }
        _batch(batch, answers, jobs, options["seconds"], [name for name, value in given.items() if value])
        return
    if answers is not None:
        raise BadValue("--answers is given, and no --batch", "name the file with the questions by --batch")
    if delta is None:
        raise _missing("--delta", "--epsilon", epsilon)
    target = None if epsilon is None else dp_verdict.Target.read(epsilon, delta)
    answered(Question.epsilon(delta, digits, within), stated, target=target, **options)


@click.command(
    short_help="The least delta at an epsilon.", epilog="Example: chartered delta laplace:scale=2,times=10 --epsilon 3"
)
@takes_a_ledger
@click.option("--epsilon", metavar="E", help="The epsilon at which to bound delta; at least 0.")
@click.option("--delta", metavar="D", help="Also say whether (E, D)-DP holds; exit status 0 yes, 1 no, 2 open.")
@closeness_options
@answer_options
def delta(
    stated: StatedLedger,
    epsilon: str | None,
    delta: str | None,
    digits: int | None,
    within: str | None,
    **options: Any,
) -> None:
    """The least delta at an epsilon, by every accountant, the tightest first.

    A STEP is NAME:key=value,key=value; times=N repeats it. Numbers are exact: 0.1 is one tenth, 1/3 is allowed.
    """
    if epsilon is None:
        raise _missing("--epsilon", "--delta", delta)
    target = None if delta is None else dp_verdict.Target.read(epsilon, delta)
    answered(Question.delta(epsilon, digits, within), stated, target=target, **options)


def _missing(option: str, other: str, given: str | None) -> Exception:
    """The error without the number at which the answer holds, also where the other command's was given."""
    if given is None:
        return click.MissingParameter(param_hint=f"'{option}'", param_type="option")
    remedy = f"{ASKED_BY[other]}, and both together whether (eps, delta)-DP holds"
    return BadValue(f"{other} is given, and no {option}", remedy)


def answered(
    question: Question,
    stated: StatedLedger,
    accountants: tuple[str, ...],
    seconds: float | None,
    certificate_file: str | None,
    everything: bool,
    heuristic: bool,
    as_json: bool,
    regret: bool = False,
    target: dp_verdict.Target | None = None,
) -> None:
    """Answers a question about the ledger and prints every answer; exits with the status of the error if there is none.
    With `regret` it also prints the regret of the best mu; with a `target` whether that (eps, delta) holds, and exits
    accordingly."""
    ledger = stated.read_any()
    if not isinstance(ledger, Ledger):
        more = {
            "--all": everything,
            "--heuristic": heuristic,
            "--regret": regret,
            "--epsilon beside --delta": target is not None,
        }
        _of_parts(ledger, question, accountants, seconds, certificate_file, as_json, [o for o in more if more[o]])
        return
    with progress():
        account = ledger.account(question, accountants, heuristic, seconds=seconds)
        other = partial(ledger.account, accountant=accountants, seconds=seconds)
        decided = None if target is None else dp_verdict.verdict(target, account, other)
    if (
        certificate_file is not None
    ):  # before anything is printed: if it cannot be written, the error is all that is printed
        _certify(account, decided, certificate_file)
    given_away = _regret(account) if regret else None
    if as_json:
        more_fields = {"regret": given_away and given_away.to_json()} if regret else {}
        more_fields |= {} if decided is None else {"dp": decided.to_json()}
        print_json(account.to_json() | more_fields)
    else:
        print_for_people(
            *([] if decided is None else [decided.headline]),
            answer_comparison.Comparison(account, everything=bool(everything or accountants or heuristic)),
            *([str(given_away or "regret: none was proved")] if regret else []),
            *([] if decided is None else decided.notes),
            beside=certificate_file,
        )
    if decided is not None:
        click.get_current_context().exit(OPEN if decided.holds is None else int(not decided.holds))
    if not account.answers:
        click.get_current_context().exit(account.no_answer(True).exit_status)


def _of_parts(
    ledger: parted_ledger.PartedLedger,
    question: Question,
    accountants: tuple[str, ...],
    seconds: float | None,
    certificate_file: str | None,
    as_json: bool,
    other: Sequence[str],
) -> None:
    """The same for a ledger with parts: the tightest answer for each set of parts."""
    if other:
        raise BadValue(f"{other[0]} is given, and the ledger has parts", "leave it out, or ask of one set of parts")
    with progress():
        answer = ledger.answer(question, accountants, seconds=seconds)
    if certificate_file is not None:
        answer.certificate().save(certificate_file)
    if as_json:
        print_json(answer.to_json())
    else:
        print_for_people(answer.headline, *str(answer).splitlines(), beside=certificate_file)


def _regret(account: Account) -> regrets.Regret | None:
    """The regret of the best mu; None if no finite mu exists or no regret was proved."""
    try:
        return None if account.best is None else account.best.regret()
    except CharteredError:
        return None


def _certify(account: Account, decided: dp_verdict.Verdict | None, path: str) -> None:
    """Writes the certificate of the answer that decides a verdict, else of the tightest one. Raises CharteredError."""
    deciding = None if decided is None else decided.answer
    tightest = deciding or next((answer for answer in account.answers if answer.certified), None)
    if tightest is None:
        raise BadCertificate(
            f"there is no certified answer to write to {path}",
            "ask without --accountant and --heuristic to see what answers there are",
        )
    tightest.certificate().save(path)
