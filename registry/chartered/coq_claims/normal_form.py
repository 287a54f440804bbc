"""Normal forms: each exponential, logarithm and root in an expression as a rational expression in few of them, with
lines by which Coq proves the equality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from chartered_verify.arithmetic.recorded_value import OPERATIONS
from chartered_verify.arithmetic.recording import operands
from chartered_verify.large_packages import sympy
from msgspec import Struct, field

from ..errors import CharteredError
from .claim_steps import Letter
from .expression_text import letter, of_symbols, written
from .recorded_formulas import Terms
from .signs import evidently_positive


class Normal(Struct):
    """The normal forms of the nodes of a step, and the lines that prove them, in order.

    A symbol stands for a letter, for ln p of an irreducible polynomial p, for exp m, for sqrt p, or for a node without
    a normal form. `equations` are the names of the equations of roots in Coq, which reduce polynomials."""

    xp: Terms
    letters: Sequence[Letter]
    lines: list[str] = field(default_factory=list)
    texts: dict[Any, str] = field(default_factory=dict)
    equations: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    _by_key: dict[tuple[str, Any], Any] = field(default_factory=dict)
    _logs: dict[Any, Any] = field(default_factory=dict)
    _exps: dict[Any, Any] = field(default_factory=dict)
    _roots: dict[Any, Any] = field(default_factory=dict)
    _forms: dict[int, Any] = field(default_factory=dict)
    _known: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in self.letters:
            self._symbol("letter", one.name, letter(one.name), _assumed(one))

    def of(self, index: int) -> Any:
        """The normal form of a node."""
        if index not in self._forms:
            self._forms[index] = self._form(index)
        return self._forms[index]

    def text(self, index: int) -> str:
        """A node with the normal forms of all operands that are no rational operations."""
        self.of(index)
        return written(self.xp, index, self._known)

    def rewritten(self, hypothesis: str = "") -> str:
        """The line that rewrites all normal forms in the goal, or in a hypothesis."""
        where = f" in {hypothesis}" if hypothesis else ""
        return f"rewrite {', '.join(f'?{name}' for name in self.names)}{where}." if self.names else ""

    def rational(self) -> str:
        """The tactic for an equation of rational expressions, which uses the equations of roots."""
        known = f" [{' '.join(self.equations)}]"
        return f"(first [ring{known} | field{known}; parts_apart; conditions])" if self.equations else "same"

    def taken(self) -> list[str]:
        """The lines added since the last call."""
        found, self.lines = self.lines, []
        return found

    def shown(self, expr: Any) -> str:
        """An expression in symbols as Coq text."""
        return of_symbols(expr, self.texts)

    def _symbol(self, kind: str, key: Any, text: str, assumptions: Mapping[str, bool]) -> Any:
        found = self._by_key.get((kind, key))
        if found is None:
            found = self._by_key[kind, key] = sympy.Symbol(f"s{len(self._by_key)}", **assumptions)
            self.texts[found] = text
        return found

    def _form(self, index: int) -> Any:
        operation, *own = self.xp.nodes[index]
        x = [self.of(part) for part in operands(self.xp.nodes[index])]
        if operation in OPERATIONS:
            return OPERATIONS[operation](*x)
        match operation:
            case "number":
                return sympy.Rational(own[0].numerator, own[0].denominator)
            case "letter":
                return self._by_key["letter", own[0]]
            case "power":
                return x[0] ** own[1]
            case "exp":
                return self._exp(index, x[0])
            case "log":
                return self._log(index, x[0])
            case "sqrt":
                return self._sqrt(index, x[0])
        text = written(self.xp, index, self._known)
        return self._symbol("other", text, text, {"real": True})

    # exponentials

    def _exp(self, index: int, inner: Any) -> Any:
        terms = self._terms(inner)
        found = sympy.Mul(*(self._power(n, m) for n, m in terms))
        self._proved(index, found, ["transitivity (exp ({})); [f_equal; {}|]", *self._exp_lines(terms)], terms)
        return found

    def _terms(self, inner: Any) -> list[tuple[int, Any]]:
        """An exponent as a sum of integer multiples of other exponents."""
        above, under = sympy.fraction(sympy.cancel(sympy.together(inner)))
        found: dict[Any, int] = {}
        for term in sympy.Add.make_args(sympy.expand(above)):
            times, rest = sympy.cancel(term / under).as_coeff_Mul()
            m = rest / int(times.q)
            found[m] = found.get(m, 0) + int(times.p)
        return [(n, m) for m, n in found.items() if n and m != 0]

    def _power(self, n: int, m: Any) -> Any:
        """exp(n m)."""
        base = self._logs[m] if m in self._logs else self._exponential(m)
        return base**n

    def _exponential(self, m: Any) -> Any:
        text = self.shown(m)
        found = self._symbol("exp", m, f"(exp {text})", {"positive": True})
        self._exps[found] = m
        return found

    def _exp_lines(self, terms: list[tuple[int, Any]]) -> list[str]:
        lines = ["rewrite ?exp_plus."] if len(terms) > 1 else []
        for n, m in terms:
            text = self.shown(m)
            if n != 1:
                lemma, power = ("exp_many", f"(exp {text}) ^ {n}") if n > 0 else ("exp_less", f"/ (exp {text}) ^ {-n}")
                lines.append(f"rewrite ({lemma} {abs(n)} {text} : exp ({_whole(n)} * {text}) = {power}).")
            if m in self._logs:
                lines.append(f"rewrite (exp_ln {self.shown(self._logs[m])} p_{m}).")
        return lines if terms else ["rewrite exp_0."]

    def _sum_text(self, terms: list[tuple[int, Any]]) -> str:
        return " + ".join(self.shown(m) if n == 1 else f"{_whole(n)} * {self.shown(m)}" for n, m in terms) or "0"

    # logarithms

    def _log(self, index: int, inner: Any) -> Any:
        terms: list[tuple[int, Any]] = []
        for factor, times in self._factors(inner):
            if factor in self._exps:
                terms.append((times, self._exps[factor]))
            elif factor in self._roots:
                raise CharteredError("a logarithm of a root has no normal form")
            else:
                terms.append((times, self._logarithm(factor)))
        found = sympy.Add(*(n * m for n, m in terms))
        self._proved(
            index, found, ["apply ln_is; transitivity (exp ({})); [f_equal; {}|]", *self._exp_lines(terms)], terms
        )
        return found

    def _factors(self, expr: Any) -> list[tuple[Any, int]]:
        """The positive factors of a positive expression, with their exponents; numbers are factored into primes."""
        found: dict[Any, int] = {}
        for part, sign in zip(sympy.fraction(sympy.cancel(sympy.together(expr))), (1, -1), strict=True):
            content, factors = sympy.factor_list(part)
            for prime, times in sympy.factorrat(abs(sympy.Rational(content))).items():
                found[sympy.Integer(prime)] = found.get(sympy.Integer(prime), 0) + sign * times
            for factor, times in factors:
                turned = self._turned(factor)
                found[turned] = found.get(turned, 0) + sign * times
        return [(factor, times) for factor, times in found.items() if times and factor != 1]

    def _turned(self, factor: Any) -> Any:
        """A factor with the sign that makes it positive at a point inside the domain."""
        if factor.is_positive:
            return factor
        at = {one: self._value(one) for one in factor.free_symbols}
        return -factor if factor.subs(at) < 0 else factor

    def _value(self, symbol: Any) -> Any:
        """A possible value of a symbol."""
        for known, function in ((self._exps, sympy.exp), (self._logs, sympy.log), (self._roots, sympy.sqrt)):
            if symbol in known:
                inner = known[symbol]
                return function(inner.subs({x: self._value(x) for x in inner.free_symbols})).evalf()
        return sympy.Rational(1, 7)

    def _logarithm(self, factor: Any) -> Any:
        text = self.shown(factor)
        above_one = evidently_positive(sympy.expand(factor - 1))
        found = self._symbol("log", factor, f"(ln {text})", {"positive": True} if above_one else {"real": True})
        if found not in self._logs:
            self._logs[found] = factor
            self.lines.append(f"assert (p_{found} : 0 < {text}) by pos.")
            if above_one:
                self.lines.append(f"assert (l_{found} : 0 < ln {text}) by (apply ln_above; above_one).")
        return found

    # roots

    def _sqrt(self, index: int, inner: Any) -> Any:
        found = sympy.Integer(1)
        for factor, times in self._factors(inner):
            half, odd = divmod(times, 2)
            found *= factor**half
            if odd:
                found *= self._root(factor)
        self._proved(index, found, ["apply sqrt_is; [nneg|]"], [])
        return found

    def _root(self, factor: Any) -> Any:
        text = self.shown(factor)
        found = self._symbol("sqrt", factor, f"(sqrt {text})", {"positive": True})
        if found not in self._roots:
            self._roots[found] = factor
            self.lines.append(f"assert (p_{found} : 0 < {text}) by pos.")
            self.lines.append(f"assert (r_{found} : sqrt {text} * sqrt {text} = {text}) by (apply sqrt_def; lra).")
            self.lines.append(f"assert (q_{found} : 0 < sqrt {text}) by (apply sqrt_lt_R0; exact p_{found}).")
            self.equations.append(f"r_{found}")
        return found

    def _proved(self, index: int, found: Any, lines: list[str], terms: list[tuple[int, Any]]) -> None:
        """Adds the lines that prove that a node equals its normal form."""
        name, text, form = f"n_{len(self.names)}", written(self.xp, index, self._known), self.shown(found)
        if text == form:
            self._known[index] = form
            return
        first = lines[0].format(self._sum_text(terms), self.rational())
        body = " ".join([f"{first}.", *lines[1:], f"{self.rational()}."])
        self.lines.append(f"assert ({name} : {text} = {form}). {{ {body} }}")
        self.names.append(name)
        self._known[index] = form


def _whole(n: int) -> str:
    return str(n) if n >= 0 else f"({n})"


def _assumed(one: Letter) -> dict[str, bool]:
    return {"positive": True} if one.is_positive else {"nonnegative": True} if one.is_nonnegative else {"real": True}
