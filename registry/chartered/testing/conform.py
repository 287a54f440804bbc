"""What every plugin must do: its words, its steps, its profiles, its accountants and its claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.metadata import version
from itertools import pairwise, product
from types import ModuleType
from unittest.mock import patch

from chartered_verify.digest import sealed
from chartered_verify.enclosure import Side
from chartered_verify.runs.suite import attempt
from chartered_verify.statements.verdict import Refuted, Undecided

from ..accounting.account import Account
from ..accounting.accounting import Accounting
from ..accounting.answers import Answer
from ..certificate import check as certify
from ..enclose.enclosed import Enclosed
from ..enclose.evaluation import evaluate
from ..errors import Contradiction, Fault, PluginError, Unavailable
from ..host.registry import Plugin, Registry, build_registry, find_plugins
from ..ledger.entries import read_entries, relation, required_by
from ..model.accountants import Accountant, compose
from ..model.exact_numbers import plain
from ..model.guarantees import Guarantee, Profile
from ..model.mechanisms import Mechanism, Parameter
from ..model.neighbours import Neighbours
from ..model.questions import Question
from ..paths.path_search import Walk, sound
from ..paths.strangers import plugins_behind
from ..search.witness import propose
from .code_corners import Corners
from .profile_shape import Outputs, check_exact, check_outputs

COUNTS = (1, 2, 3, 10)
DELTAS = tuple(map(Question.epsilon, ("0", "1e-300", "1e-10", "1e-5", "0.01", "0.5")))
EPSILONS = tuple(map(Question.delta, ("0", "0.001", "0.5", "2", "20")))


def conform(
    plugin: ModuleType, steps: Sequence[str] = (), *, outputs: Mapping[str, Outputs] | None = None, full: bool = False
) -> None:
    """Checks that a plugin does what Chartered expects of every plugin, together with the plugins that are installed.

    Its values are named and sourced; its mechanisms answer soundly and monotonically, with certificates that are
    accepted as they are and refused once changed; none of its functions fails or returns what it must not; exact
    profiles have the shape of a profile, and nothing is doubled in a local randomizer; near the numbers in its code
    nothing is below what is exact; `times` of its accountants is repeated `compose`; its claims are tried and none is
    refuted. Example steps are made from the parameters' ranges unless `steps` gives them; `outputs` says for a step the
    probability of each output under two neighbours, and no delta may be below what these show; `full` looks at more
    corners, and tries the slow claims. Raises AssertionError."""
    known, own = _registered(plugin)
    _check_words(known, own)
    names = known.names_of(own, "mechanism")
    examples = list(steps) or [step for name in names for step in example_steps(known.mechanisms[name])]
    shown = {name for text in examples for entry in read_entries(known, [text]) for name in entry.step.shape}
    assert set(names) <= shown, f"no example step of {', '.join(sorted(set(names) - shown))}: give one in steps=[...]"
    corners = Corners.of(known, own, full)
    with patch.object(certify, "registry", lambda: known):
        for text in examples:
            check_profiles(known, own, text, (outputs or {}).get(text))
            check_local(known, own, text)
            check_step(known, own, text)
            check_corners(known, corners, text)
    others = examples or [
        step for mechanism in known.mechanisms.values() if not mechanism.wraps for step in example_steps(mechanism)
    ]
    for name in known.names_of(own, "accountant"):
        check_accountant(known, known.accountant(name), others)
    check_claims(known, own, full)


def _registered(plugin: ModuleType) -> tuple[Registry, Plugin]:
    """The installed plugins and this one, whether it is installed or not."""
    try:
        installed = find_plugins()
        # One that is not installed is counted as ours for the length of the test: a certificate names distributions.
        own = next((p for p in installed if p.module is plugin), None) or Plugin(
            plugin.__name__, plugin, "chartered", version("chartered")
        )
        return build_registry([*(p for p in installed if p is not own), own]), own
    except PluginError as error:
        raise AssertionError(str(error)) from error


def example_steps(mechanism: Mechanism) -> list[str]:
    """Steps in the middle of the parameters' ranges: one for each way to give those of which one is wanted."""
    optional = {name for group in mechanism.either for name in group}
    given = [p for p in mechanism.parameters if p.default is None and p.name not in optional]
    named = {p.name: p for p in mechanism.parameters}
    inner = "/gaussian:sigma=2" if mechanism.wraps else ""
    ways = product(*([named[name] for name in group] for group in mechanism.either))
    return [f"{mechanism.name}:{','.join(f'{p.name}={_example(p)}' for p in (*given, *way))}{inner}" for way in ways]


def _example(parameter: Parameter) -> str:
    if parameter.words or parameter.flag:
        return parameter.words[0] if parameter.words else "true"
    low, high = parameter.low, parameter.high
    middle = (
        Fraction(low + high) / 2
        if low is not None and high is not None
        else Fraction(high - 1 if high is not None else (low or 0) + 1)
    )
    return plain(Fraction(round(middle)) if parameter.integer else middle)


def _check_words(known: Registry, own: Plugin) -> None:
    claims = known.claims() if hasattr(own.module, "register_claims") else {}
    for kind, table in (("theorem", known.theorems), ("accountant", known.accountants), ("claim", claims)):
        for name in known.names_of(own, kind):
            value = table[name]
            assert value.statement.strip(), f"{kind} {name} has no statement"
            assert value.source.strip(), (
                f"{kind} {name} has no source: name the paper, or say 'definition' or 'direct computation'"
            )
    for name in known.names_of(own, "mechanism"):
        mechanism = known.mechanisms[name]
        assert mechanism.summary.strip(), f"mechanism {name} has no summary"
        for parameter in mechanism.parameters:
            assert parameter.meaning.strip(), f"mechanism {name}: the parameter {parameter.name} has no meaning"


def check_step(known: Registry, own: Plugin, text: str) -> None:
    """Checks the answers for 1 to 10 runs of a step, under each relation that fits it. Raises AssertionError."""
    entry = read_entries(known, [text])[0]
    wanted = relation(known, [entry], None)
    required = any(known.mechanism(name).requires for name in entry.step.shape)
    for neighbours in (wanted,) if required else Neighbours:
        accounts = {}
        for count in COUNTS:
            runs = (entry * count,)
            asking = Accounting(known, runs, neighbours)
            for question in (*DELTAS, *EPSILONS):
                accounts[count, question] = _asked(asking, question)
                _check_faults(accounts[count, question].faults, own)
                _check_account(accounts[count, question], f"{runs[0]}, {neighbours.value}, {question}")
        assert any(account.answers for account in accounts.values()), f"{text}: no theorem leads from it to an answer"
        for count in COUNTS:
            for first, second in (*pairwise(DELTAS), *pairwise(EPSILONS)):
                _check_order(accounts[count, second], accounts[count, first], f"{text}: {second} exceeds {first}")
        for question, (few, many) in product((*DELTAS, *EPSILONS), pairwise(COUNTS)):
            _check_order(
                accounts[few, question],
                accounts[many, question],
                f"{text}: {question} for {few} runs exceeds that for {many}",
            )
        for answer in accounts[2, DELTAS[3]].answers:
            _check_certificate(answer)


def _asked(accounting: Accounting, question: Question) -> Account:
    try:
        return accounting.ask(question)
    except Contradiction as error:
        raise AssertionError(f"{accounting.entries[0]}, {accounting.neighbours.value}: {error}") from error


def check_profiles(known: Registry, own: Plugin, text: str, outputs: Outputs | None = None) -> None:
    """Checks the profiles of one run of a step that rest on the plugin. Raises AssertionError."""
    entry = read_entries(known, [text])[0]
    neighbours = relation(known, [entry], None)
    for only in (
        frozenset[str](),
        frozenset(known.names_of(own, "theorem")),
    ):  # by name, also those that an exact one would hide
        accounting = Accounting(known, (entry,), neighbours, only=only)
        for path in accounting.profiles():
            where = f"{text}, {neighbours.value}, by {' -> '.join(path.derivation.path)}"
            if own in plugins_behind(known, (entry,), path.derivation) and sound(path.profile.side):
                if path.profile.side is Side.EXACT:
                    check_exact(path.profile, where)
                if outputs is not None:
                    check_outputs(path.profile, outputs, where)
        _check_faults(tuple(accounting.faults), own)


def check_local(known: Registry, own: Plugin, text: str) -> None:
    """Checks that a step costs the same as a local randomizer, inside a shuffle, say, as under add-or-remove: in either
    case its stated sensitivity is that of one change. Raises AssertionError."""
    step = read_entries(known, [text])[0].step
    if step.inner is not None or required_by(known, step) is not None or known.mechanism(step.name).local:
        return
    one, local = Walk(known, Neighbours.ADD_OR_REMOVE), Walk(known, Neighbours.REPLACE_ONE, local=True)
    inside = {reached.path: reached.guarantee for reached in local.climb(step)}
    for reached in one.climb(step):
        mine = len(reached.path) == 1 and known.owner("theorem", reached.path[0]) is own
        if not mine or reached.path not in inside:
            continue
        ends = zip(
            one.descend(reached.guarantee, frozenset()), local.descend(inside[reached.path], frozenset()), strict=True
        )
        for outer, inner in ends:
            for question, first, second in _compared(outer.guarantee, inner.guarantee):
                said = (
                    f"{text}: {' -> '.join((*reached.path, *outer.path))} says {second.bound} for {question} "
                    "inside a shuffle or a check-in"
                )
                remedy = (
                    "nothing is doubled in a local randomizer: use case.span or case.sensitivity, not "
                    "case.neighbours.span"
                )
                assert first.bound.overlaps(second.bound), f"{said}, and {first.bound} under add-or-remove; {remedy}"


def _check_faults(faults: Sequence[str], own: Plugin) -> None:
    """What a function of this plugin did wrong."""
    mine = [fault for fault in faults if fault.startswith(f"plugin {own.name},")]
    assert not mine, f"a function of the plugin fails: {mine[0]}"


def check_corners(known: Registry, corners: Corners, text: str) -> None:
    """Checks a step where the plugin's code may change its way: see `cornering`. Raises AssertionError."""
    entry = read_entries(known, [text])[0]
    corners.check(entry, relation(known, [entry], None))


def _check_account(account: Account, where: str) -> None:
    for answer in account.answers:
        bound = answer.enclosed.bound
        said = f"{where}, by {' -> '.join(answer.path)}"
        assert 0 <= bound.lower <= bound.upper, (
            f"{said}: [{bound.lower}, {bound.upper}] is no interval of numbers from 0 on"
        )
        assert bound.upper < float("inf") or answer.why, f"{said}: infinite, and no reason given"
    for none in account.unavailable:
        assert none.why.strip(), f"{where}: {none.accountant} has no answer, and no reason given"
    exact = [answer for answer in account.answers if answer.lower is not None and answer.side is not Side.HEURISTIC]
    for low, high in product(exact, account.answers):
        said = (
            f"{where}: {' -> '.join(high.path)} says at most {high.upper}, {' -> '.join(low.path)} at least {low.lower}"
        )
        assert low.lower is None or low.lower <= high.upper, said


def _check_order(smaller: Account, larger: Account, message: str) -> None:
    """The tightest answers are in order, and exact ones along each path (a loose bound need not be); rounded ends may
    overlap."""
    above = {answer.derivation: answer for answer in larger.answers}
    pairs = [
        (answer, above[answer.derivation])
        for answer in smaller.answers
        if answer.side is Side.EXACT and answer.derivation in above
    ]
    if smaller.best is not None and larger.best is not None:
        pairs.append((smaller.best, larger.best))
    for less, more in pairs:
        low, high = less.enclosed.bound, more.enclosed.bound
        assert low.lower <= high.upper, f"{message} by {' -> '.join(less.path)}: {low} and {high}"


def _check_certificate(answer: Answer) -> None:
    document = answer.certificate().document
    found = certify.check(document)
    assert found.accepted, f"{answer}: its certificate is refused: {found.why}"
    for key in document:
        changed = {**document, key: "changed"}
        if key != "format":
            assert not certify.check(changed).accepted, f"{answer}: the certificate is accepted with another {key}"
    forged = {key: value for key, value in document.items() if key != "digest"}
    forged["answer"] = {**forged["answer"], "upper": answer.upper / 2 if 0 < answer.upper < float("inf") else 1.0}
    assert not certify.check(sealed(forged)).accepted, f"{answer}: a forged certificate with a new digest is accepted"


def check_accountant(known: Registry, accountant: Accountant, steps: Sequence[str]) -> None:
    """Checks that `times` is repeated `compose`, by the profiles of both. Raises AssertionError."""
    entries = [read_entries(known, [text])[0] for text in steps]
    named = frozenset(
        theorem.name for theorem in known.theorems.values() if theorem.gives is accountant.kind
    )  # also those by name only
    reached = [r.guarantee for e in entries for r in Walk(known, relation(known, [e], None), named=named).climb(e.step)]
    guarantees = [g for g in reached if isinstance(g, accountant.kind)]
    assert guarantees, (
        f"accountant {accountant.name}: no example step has a {accountant.kind.__name__} guarantee: give one in "
        "steps=[...]"
    )
    for guarantee, count in product(guarantees, (2, 3, 5)):
        _check_count(known, accountant, guarantee, count)


def _check_count(known: Registry, accountant: Accountant, guarantee: Guarantee, count: int) -> None:
    repeated, counted = (
        _composed(accountant, [guarantee] * count, [1] * count),
        _composed(accountant, [guarantee], [count]),
    )
    what = f"accountant {accountant.name}: times(g, {count}) for {guarantee}"
    assert (counted is None) is (repeated is None), f"{what} and {count}-fold compose are not both available"
    if counted is None or repeated is None:
        return
    walk = Walk(known, guarantee.neighbours)
    ends = list(zip(walk.descend(counted, frozenset()), walk.descend(repeated, frozenset()), strict=True))
    assert ends or walk.reasons, f"{what}: no theorem leads from it to a profile"
    single = {end.path for end in walk.descend(guarantee, frozenset())}
    for one, _ in ends:
        said = f"{what} answers by {' -> '.join(one.path)}, and one run does not: one run is a composition of one"
        assert one.path in single, said
    for one, other in ends:
        for question, first, second in _compared(one.guarantee, other.guarantee):
            said = (
                f"{what} says {first.bound} for {question}, {count}-fold compose {second.bound}, by "
                f"{' -> '.join(one.path)}"
            )
            assert first.bound.overlaps(second.bound), said


def _composed(accountant: Accountant, guarantees: Sequence[Guarantee], counts: Sequence[int]) -> Guarantee | None:
    """What the accountant makes of these; None where it has a reason not to. Raises AssertionError for a fault."""
    try:
        return compose(accountant, guarantees, counts)
    except Fault as error:
        raise AssertionError(str(error)) from error
    except Unavailable:
        return None


def _compared(one: Profile, other: Profile) -> Iterator[tuple[Question, Enclosed, Enclosed]]:
    """Both profiles' answers from one and the same witness, wherever a closed form gives them."""
    for question in (*EPSILONS, *(DELTAS if one.epsilon is not None else ())):
        try:
            witness = propose(one, question)
            first, second = evaluate(one, question, witness), evaluate(other, question, witness)
        except (Unavailable, ArithmeticError):  # a search may find that the guarantee answers nothing there
            continue
        yield question, first, second


def check_claims(known: Registry, own: Plugin, full: bool = False) -> None:
    """Tries the plugin's claims: none may be refuted or fail to run, and what stays undecided says what is left. Raises
    AssertionError."""
    from chartered_verify.statements.claim import Effort

    for name in known.names_of(own, "claim"):
        claim = known.claims()[name]
        if claim.slow and not full:
            continue
        verdict = attempt(claim, Effort(full=full)).verdict
        assert not isinstance(verdict, Refuted), f"claim {name} is refuted: {verdict}"
        ran = not isinstance(verdict, Undecided) or (verdict.left.strip() and "failed to run" not in verdict.how)
        assert ran, f"claim {name} was not decided: {verdict}"
