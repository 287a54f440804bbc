"""Who answers: Chartered, and other accountants in the setting that their users take.

Each gives (lower, upper) of eps, or of sigma: lower is None where it states none. What it cannot answer raises
Unanswered."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .questions import Part, Question

Ends = tuple[float | None, float]
GRID, EPS_ERROR = 1e-4, 0.01
"""The spacing of losses that dp-accounting takes by default, and the error that opacus allows by default."""


class Unanswered(Exception):
    """The package has no function for the question."""


class Contestant:
    """One accountant of one package."""

    package = ""
    tight = False

    def one(self, parts: tuple[Part, ...], delta: float) -> Ends:
        """eps of a ledger."""
        raise Unanswered

    def many(self, parts: tuple[Part, ...], counts: tuple[int, ...], delta: float) -> list[Ends]:
        """eps after so many repetitions each; one by one, unless there is a better way."""
        return [self.one(tuple((rate, sigma, runs * n) for rate, sigma, runs in parts), delta) for n in counts]

    def sigma(self, part: Part, target: float, delta: float) -> Ends:
        """The noise for a target."""
        raise Unanswered

    def command(self, part: Part, delta: str) -> list[str]:
        """The words of the shell."""
        raise Unanswered

    def prepare(self, question: Question) -> None:
        """Imports what is needed, by an easy question."""
        self.ask(question)

    def ask(self, question: Question) -> list[Ends]:
        """All that the question asks for."""
        if question.counts:
            return self.many(question.parts, question.counts, float(question.delta))
        if question.target:
            return [self.sigma(question.parts[0], float(question.target), float(question.delta))]
        return [self.one(question.parts, float(question.delta))]


class Chartered(Contestant):
    """As a user asks, naming no accountant."""

    package, tight = "chartered", True
    accountant: str | None = None

    def ledger(self, parts: tuple[Part, ...]) -> Any:
        """The ledger of the parts."""
        import chartered as ch

        return ch.Ledger([f"poisson:rate={rate}/gaussian:sigma={sigma},times={n}" for rate, sigma, n in parts])

    def ask(self, question: Question) -> list[Ends]:
        """delta and the target as written: they are exact numbers."""
        import chartered as ch

        if question.counts:
            found = self.ledger(question.parts).epsilons(
                question.delta, times=question.counts, accountant=self.accountant
            )
            return [(None, float(upper)) for upper in found]
        if question.target:
            ((rate, _, runs),) = question.parts
            step = f"poisson:rate={rate}/gaussian"
            asked: dict[str, Any] = {"epsilon": question.target, "delta": question.delta, "accountant": self.accountant}
            return [(None, float(ch.calibrate(step, solve="sigma", times=runs, **asked)))]
        answer = self.ledger(question.parts).epsilon(question.delta, accountant=self.accountant)
        return [(answer.lower, answer.upper)]

    def command(self, part: Part, delta: str) -> list[str]:
        """`chartered epsilon`."""
        named = ["--accountant", self.accountant] if self.accountant else []
        step = "poisson:rate={}/gaussian:sigma={},times={}".format(*part)
        return ["chartered", "epsilon", step, "--delta", delta, *named]


class CharteredByName(Chartered):
    """The accountant named, so that no other one is asked."""

    accountant = "characteristic-function"


class DpAccounting(Contestant):
    """dp-accounting, by one of its accountants; a run is composed as it goes on."""

    package = "dp-accounting"

    def accountant(self) -> Any:
        """A fresh one."""
        raise Unanswered

    def event(self, parts: tuple[Part, ...]) -> Any:
        """The parts as one event."""
        import dp_accounting as dp

        steps = ((dp.PoissonSampledDpEvent(q, dp.GaussianDpEvent(s)), n) for q, s, n in map(numbers, parts))
        return dp.ComposedDpEvent([dp.SelfComposedDpEvent(step, n) for step, n in steps])

    def one(self, parts: tuple[Part, ...], delta: float) -> Ends:
        """Its upper bound, in floats."""
        return None, float(self.accountant().compose(self.event(parts)).get_epsilon(delta))

    def many(self, parts: tuple[Part, ...], counts: tuple[int, ...], delta: float) -> list[Ends]:
        """One accountant for all."""
        accountant, event, done, found = self.accountant(), self.event(parts), 0, []
        for n in counts:
            accountant.compose(event, n - done)
            done = n
            found.append((None, float(accountant.get_epsilon(delta))))
        return found

    def sigma(self, part: Part, target: float, delta: float) -> Ends:
        """To 1e-6, its own tolerance."""
        import dp_accounting as dp

        q, _, n = numbers(part)

        def event(sigma: float) -> Any:
            return dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(q, dp.GaussianDpEvent(sigma)), n)

        return None, float(dp.calibrate_dp_mechanism(self.accountant, event, target, delta))


class DpAccountingPld(DpAccounting):
    """Its privacy loss distributions."""

    tight = True

    def accountant(self) -> Any:
        """With losses at its default spacing."""
        from dp_accounting.pld import PLDAccountant

        return PLDAccountant()


class DpAccountingRdp(DpAccounting):
    """Its Renyi curve."""

    def accountant(self) -> Any:
        """With its default orders."""
        from dp_accounting.rdp import RdpAccountant

        return RdpAccountant()


class RiskcalPld(Contestant):
    """riskcal: the privacy loss distributions of dp-accounting, by its own door."""

    package, tight = "riskcal", True

    def one(self, parts: tuple[Part, ...], delta: float) -> Ends:
        """With losses at its default spacing."""
        from riskcal.accountants import CTDAccountant

        accountant = CTDAccountant()
        accountant.history = [(s, q, n) for q, s, n in map(numbers, parts)]
        return None, float(accountant.get_epsilon(delta=delta))


class Opacus(Contestant):
    """opacus, by one of its accountants."""

    package, name = "opacus", ""

    def one(self, parts: tuple[Part, ...], delta: float) -> Ends:
        """Its upper bound, in floats."""
        from opacus.accountants import create_accountant

        accountant = create_accountant(self.name)
        accountant.history = [(s, q, n) for q, s, n in map(numbers, parts)]
        return None, float(accountant.get_epsilon(delta))

    def sigma(self, part: Part, target: float, delta: float) -> Ends:
        """To 0.01 in eps, its own tolerance."""
        from opacus.accountants.utils import get_noise_multiplier

        q, _, n = numbers(part)
        asked = {"target_epsilon": target, "target_delta": delta, "sample_rate": q, "steps": n}
        return None, float(get_noise_multiplier(**asked, accountant=self.name))


class OpacusPrv(Opacus):
    """Its privacy random variables, with its default error of 0.01."""

    name, tight = "prv", True


class OpacusRdp(Opacus):
    """Its Renyi curve."""

    name = "rdp"


class PrvAccountant(Contestant):
    """prv-accountant, with an error of 0.01 in eps and delta/1000 in delta."""

    package, tight = "prv-accountant", True

    def accountant(self, parts: tuple[Part, ...], most: int, delta: float) -> Any:
        """For up to `most` repetitions."""
        import prv_accountant as prv

        kinds = [
            prv.PoissonSubsampledGaussianMechanism(noise_multiplier=s, sampling_probability=q)
            for q, s, _ in map(numbers, parts)
        ]
        runs = [n * most for _, _, n in parts]
        return prv.PRVAccountant(kinds, max_self_compositions=runs, eps_error=EPS_ERROR, delta_error=delta / 1000)

    def one(self, parts: tuple[Part, ...], delta: float) -> Ends:
        """Both ends, in floats."""
        return self.many(parts, (1,), delta)[0]

    def many(self, parts: tuple[Part, ...], counts: tuple[int, ...], delta: float) -> list[Ends]:
        """One accountant for all."""
        accountant, found = self.accountant(parts, max(counts), delta), []
        for n in counts:
            low, _, high = accountant.compute_epsilon(delta, [runs * n for _, _, runs in parts])
            found.append((float(low), float(high)))
        return found

    def sigma(self, part: Part, target: float, delta: float) -> Ends:
        """To an error of 0.01 in eps."""
        from prv_accountant.dpsgd import find_noise_multiplier

        q, _, n = numbers(part)
        asked = {"sampling_probability": q, "num_steps": n, "target_epsilon": target, "target_delta": delta}
        return None, float(find_noise_multiplier(**asked, eps_error=EPS_ERROR))

    def command(self, part: Part, delta: str) -> list[str]:
        """`compute-dp-epsilon`, which allows an error of 0.1."""
        q, s, n = map(str, numbers(part))
        return ["compute-dp-epsilon", "-p", q, "-s", s, "-i", n, "-d", delta]


class AutodpFourier(Contestant):
    """autodp's Fourier accountant: characteristic functions, too, in floats; the larger eps of both directions."""

    package, tight = "autodp", True

    def prepare(self, question: Question) -> None:
        """No easy question is quick."""
        from autodp import mechanism_zoo, transformer_zoo  # noqa: F401

    def one(self, parts: tuple[Part, ...], delta: float) -> Ends:
        """An estimate."""
        from autodp.mechanism_zoo import GaussianMechanism
        from autodp.transformer_zoo import AmplificationBySampling_pld, ComposeAFA

        def epsilon(direction: str) -> float:
            sample = AmplificationBySampling_pld(PoissonSampling=True, neighboring=direction)
            kinds = [sample(GaussianMechanism(s, phi_off=False), q) for q, s, _ in map(numbers, parts)]
            return float(ComposeAFA()(kinds, [n for _, _, n in parts]).get_approxDP(delta))

        return None, max(epsilon("remove_only"), epsilon("add_only"))


class AutodpRdp(Contestant):
    """autodp's Renyi curve, by its improved bound for samples."""

    package = "autodp"

    def one(self, parts: tuple[Part, ...], delta: float) -> Ends:
        """An upper bound, in floats."""
        from autodp.mechanism_zoo import GaussianMechanism
        from autodp.transformer_zoo import AmplificationBySampling, Composition

        def sampled(q: float, s: float) -> Any:
            mechanism, sample = GaussianMechanism(sigma=s), AmplificationBySampling(PoissonSampling=True)
            mechanism.neighboring = sample.neighboring = "add_remove"
            return sample(mechanism, q, improved_bound_flag=True)

        kinds = [sampled(q, s) for q, s, _ in map(numbers, parts)]
        return None, float(Composition()(kinds, [n for _, _, n in parts]).get_approxDP(delta))


CONTESTANTS: dict[str, Callable[[], Contestant]] = {
    "chartered": Chartered,
    "chartered by name": CharteredByName,
    "dp-accounting PLD": DpAccountingPld,
    "riskcal PLD": RiskcalPld,
    "opacus PRV": OpacusPrv,
    "prv-accountant": PrvAccountant,
    "autodp Fourier": AutodpFourier,
    "dp-accounting RDP": DpAccountingRdp,
    "opacus RDP": OpacusRdp,
    "autodp RDP": AutodpRdp,
}


def numbers(part: Part) -> tuple[float, float, int]:
    """Rate and sigma as floats, and the runs."""
    rate, sigma, runs = part
    return float(Fraction(rate)), float(Fraction(sigma)), runs
