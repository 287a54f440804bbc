"""Claims about registered guarantees in numbers, by hand: of choices, of Laplace noise, and of a tree."""

from __future__ import annotations

from chartered.proving import Answers, Proofs, claims_of, replaced

THRESHOLD = Proofs("above-threshold", "Lyu, Su, Li 2017")
NOISY, CUT = (
    Proofs(name, "direct computation", at="direct computation") for name in ("noisy-max", "truncated-laplace")
)
ZCDP = Proofs("laplace.zcdp", "Harrison, Manurangsi 2026", at="the proof is ours")
TREE = Proofs("tree-aggregation", "Kairouz, McMahan, Song, Thakkar, Thakurta, Xu 2021", at="direct computation")
claims = claims_of(THRESHOLD, NOISY, CUT, ZCDP, TREE)

THRESHOLD.stated(
    "pure.numbers",
    "Scales of 2 and 8 for one positive and for three, monotone queries, and replaced records.",
    "Theorem 2",
    "these",
    Answers("above-threshold.pure", "above-threshold:threshold-scale=2,query-scale=8", {"epsilon": "1/2 + 2/8"}),
    Answers(
        "above-threshold.pure", "above-threshold:threshold-scale=2,query-scale=8,positives=3", {"epsilon": "1/2 + 6/8"}
    ),
    Answers(
        "above-threshold.pure",
        "above-threshold:threshold-scale=2,query-scale=8,positives=3,monotone=true",
        {"epsilon": "1/2 + 3/8"},
    ),
    Answers(
        "above-threshold.pure", replaced("above-threshold:threshold-scale=2,query-scale=8"), {"epsilon": "1 + 4/8"}
    ),
)

NOISY.stated(
    "profile.numbers",
    "The profile at eps0 = 1, and that of a scale of 1/2 under both relations.",
    "eps of 0, 1/2 and 1",
    Answers(
        "noisy-max.profile",
        "noisy-max:epsilon=1",
        {"delta(0)": "1 - exp(-1/2)", "delta(1/2)": "1 - exp(-1/4)", "delta(1)": "0"},
    ),
    Answers("noisy-max.profile", "noisy-max:scale=1/2", {"delta(1)": "1 - exp(-3/2)"}),
    Answers("noisy-max.profile", replaced("noisy-max:scale=1/2"), {"delta(1)": "1 - exp(-7/2)"}),
)

CUT.stated(
    "profile.numbers",
    "A scale of 2, a bound of 8 and a sensitivity of 1; and where a record is replaced.",
    "eps of 0, 1/4 and 2",
    Answers(
        "truncated-laplace.profile",
        "truncated-laplace:scale=2,bound=8",
        {
            "delta(0)": "(1 - exp(-1/4))/(1 - exp(-4))",
            "delta(1/4)": "(2*(1 - exp(-1/8)) + exp(-4)*(exp(1/4) - 1))/(2*(1 - exp(-4)))",
            "delta(2)": "(exp(1/2) - 1)/(2*(exp(4) - 1))",
        },
    ),
    Answers(
        "truncated-laplace.profile",
        replaced("truncated-laplace:scale=2,bound=8"),
        {"delta(0)": "(1 - exp(-1/2))/(1 - exp(-4))", "delta(2)": "(exp(1) - 1)/(2*(exp(4) - 1))"},
    ),
)

ZCDP.stated(
    "numbers",
    "The registered rho.",
    "eps = 1/10, 1 and 3, tiny and large",
    *(
        Answers("laplace.zcdp", f"laplace:epsilon={eps}", {"rho": f"{eps} - 1 + exp(-{eps})"})
        for eps in ("1/10", "1", "3", "1/10^9", "100")
    ),
)

TREE.stated(
    "gdp.numbers",
    "4 steps with a separation of 2, 5 with 2 and 7 with 3 have the rho 4, 4.5 and 4.5 at noise 1.",
    "these three",
    *(
        Answers("tree-aggregation.gdp", f"tree-aggregation:sigma=1,steps={n},separation={s}", {"mu_squared": squares})
        for n, s, squares in ((4, 2, "8"), (5, 2, "9"), (7, 3, "9"))
    ),
)
