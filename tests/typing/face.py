"""What users write, read by mypy --strict: a line that ends in `# error: CODE` must be refused so, every other line
must pass. No line runs."""

from fractions import Fraction
from typing import assert_type

import chartered as ch

number: ch.Exact = Fraction(1, 3)
ledger = ch.Ledger(["gaussian:sigma=20,times=1000", ch.mechanism("laplace", scale=3) * 2])
ch.Ledger(3)  # error: arg-type
ch.Ledger("gaussian:sigma=20", neighbours=1)  # error: arg-type
ch.Ledger("gaussian:sigma=20", neighbors="replace-one")
ch.Ledger.read(3)  # error: arg-type
ch.Ledger({"step": "gaussian:sigma=20", "times": 3, "label": "training"})
ch.mechanism("gaussian", sigma="1/3")
ch.mechanism("gaussian", sigma=None)  # error: arg-type
ch.mechanism("checkin", "gaussian:sigma=1", m=2, n=3, p=0.5)
ch.parse(3)  # error: arg-type

answer = ledger.epsilon(delta=1e-5)
assert_type(answer, ch.Answer)
assert_type(answer.upper, float)
assert_type(answer.lower, float | None)
assert_type(answer.path, tuple[str, ...])
assert_type(answer.certificate(), ch.Certificate)
ledger.epsilon(number)
ledger.epsilon("1e-5", accountant=["gdp", "renyi"], digits=20)
ledger.epsilon(None)  # error: arg-type
ledger.epsilon()  # error: call-arg
ledger.epsilon([1e-5])  # error: arg-type
ledger.epsilon("1e-5", accountant=3)  # error: arg-type
ledger.epsilon("1e-5", digits="20")  # error: arg-type
ledger.delta(1j)  # error: arg-type
ledger.mu(head=2)
ledger.mu(head=[2])  # error: arg-type
ledger.tradeoff(None)  # error: arg-type
assert_type(ledger.compare(delta="1e-5").answers, tuple[ch.Answer, ...])
ledger.compare(delta=b"1e-5")  # error: arg-type
ledger.account("epsilon")  # error: arg-type
assert_type(ledger.account(ch.Question.epsilon("1e-5")).best, ch.Answer | None)
ledger.epsilons([1e-5, 1e-6]).max()
ledger.epsilons(1e-5, times=range(1, 10))
ledger.epsilons(None)  # error: arg-type

assert_type(ledger + "gaussian:sigma=3", ch.Ledger)
assert_type(ledger + ledger, ch.Ledger)
assert_type(ledger + ch.parse("gaussian:sigma=3"), ch.Ledger)
assert_type(ledger * 3, ch.Ledger)
ledger + 3  # error: operator
ledger * None  # error: operator
ledger.neighbours = "replace-one"  # error: assignment

solved = ch.largest_times("gaussian:sigma=20", epsilon=6, delta=1e-5)
assert_type(solved, ch.Solved)
assert_type(solved.value, int | float | Fraction)
ch.largest_times(3, mu=1)  # error: arg-type
ch.calibrate("gaussian", solve="sigma", mu="1/2", times=1e3)
ch.calibrate("gaussian", solve="sigma", mu=ledger)  # error: arg-type
ch.calibrate("gaussian", mu=1)  # error: call-arg

found = ch.check("run.cert.json")
assert_type(found, ch.Check)
assert_type(found.accepted, bool)
assert_type(found.says, str | None)
ch.check(answer.certificate())
ch.check(7)  # error: arg-type
ch.check("run.cert.json", budget="x")  # error: arg-type
ch.report(ledger, delta="1e-5", unit="one person").save("statement.html")
ch.report(ledger, delta="1e-5", stated={"name": "Study"}).save_registry_entry("entry.yaml")
ch.report(ledger, delta="1e-5", title=3)  # error: arg-type
ch.verify("asoodeh2020", digits=80)
ch.verify(3)  # error: arg-type
ch.Question.epsilon(None)  # error: arg-type
print(ch.no_such_name)  # error: attr-defined
