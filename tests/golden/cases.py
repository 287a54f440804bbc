"""Golden cases: commands whose whole output is an interface, grouped as the files that hold their outputs."""

from __future__ import annotations

from shlex import split

EPSILON = {
    "gaussian": "gaussian:sigma=20,times=1000 --delta 1e-5",
    "gaussian, replace-one": "gaussian:sigma=20,times=1000 --delta 1e-5 --neighbours replace-one",
    "gaussian, one of several accountants": "gaussian:sigma=20 --delta 1e-300 --accountant renyi --accountant gdp",
    "nothing finite": "gaussian:sigma=1 --delta 0",
    "laplace": "laplace:scale=2,times=3 --delta 1e-3",
    "laplace at delta 0": "laplace:scale=1 --delta 0",
    "randomized response": "randomized-response:epsilon=0.5,k=3,times=10 --delta 1e-5",
    "pure": "pure:epsilon=0.2,times=50 --delta 1e-5",
    "approximate": "approximate:epsilon=1,delta=1e-6,times=3 --delta 1e-5",
    "rdp": "rdp:alpha=8,gamma=0.5 --delta 1e-6",
    "rdp of several orders": "rdp-curve:orders=2:8:32,gammas=0.1:0.5:3 --delta 1e-6",
    "several pairs": "privacy-profile:epsilons=0.5:1,deltas=1e-3:1e-7,times=3 --delta 1e-5",
    "zcdp": "zcdp:rho=0.1,times=2 --delta 1e-6",
    "gdp": "gdp:mu=1,times=2 --delta 1e-6",
    "exponential": "exponential:epsilon=1,times=100 --delta 1e-5",
    "discrete gaussian": "discrete-gaussian:sigma=2 --delta 1e-5",
    "discrete laplace": "discrete-laplace:scale=2 --delta 1e-5",
    "power": "power:sigma=3,A=1,B=2 --delta 1e-5",
    "cloak": "cloak:n=1000,m=20 --delta 1e-5",
    "noisy SGD": "poisson:rate=0.01/gaussian:sigma=1,times=100 --delta 1e-5",
    "noisy SGD with the heuristic": "poisson:rate=0.01/gaussian:sigma=4,times=100 --delta 1e-5 --heuristic "
    "--accountant renyi",
    "noisy SGD, replace-one": "poisson:rate=0.01/gaussian:sigma=2,times=10 --delta 1e-5 --neighbours replace-one",
    "noisy SGD in words": "dpsgd:n=600,batch=25,epochs=6,noise=1.1 --delta 1e-5 --accountant renyi",
    "noisy SGD, zero-out": "poisson:rate=0.01/gaussian:sigma=2,times=10 --delta 1e-5 --neighbours zero-out",
    "fixed batches": "sample:size=10,of=1000/gaussian:sigma=2,times=10 --delta 1e-6",
    "fixed batches of a count": "sample:size=10,of=1000/discrete-gaussian:sigma=2,replace-sensitivity=1 --delta 1e-6",
    "shuffled": "shuffled:n=1000/randomized-response:epsilon=1 --delta 1e-5",
    "shuffled twice": "shuffled:n=1000/pure:epsilon=1,times=2 --delta 1e-6",
    "check-ins": "checkin:m=20,n=30/gaussian:sigma=2 --delta 1e-5",
    "averaged check-ins": "checkin:m=20,p=1,n=30,protocol=averaged/pure:epsilon=1 --delta 1e-5",
    "sliding check-ins": "checkin:m=5,p=1,n=8,protocol=sliding/pure:epsilon=1 --delta 1e-5",
    "rectified": "rectified:low=-1,high=1,head=1/gaussian:sigma=1 --delta 1e-3",
    "different steps": "gaussian:sigma=5 laplace:scale=5,times=2 pure:epsilon=0.1 --delta 1e-5",
    "extremes": "pure:epsilon=1e-300,times=1000000000 --delta 1e-300",
    "by name": "laplace:scale=1,times=3 --delta 1e-5 --accountant profile.pld",
}
DELTA = {
    "gaussian": "gaussian:sigma=2,times=3 --epsilon 1.5",
    "laplace": "laplace:scale=2 --epsilon 0.2",
    "far out": "gaussian:sigma=1 --epsilon 100",
    "noisy SGD": "poisson:rate=0.01/gaussian:sigma=1,times=10 --epsilon 1 --accountant renyi",
    "clipping": "rectified:low=-1,high=1,head=1/gaussian:sigma=1 --epsilon 0.5",
    "shuffled": "shuffled:n=100/randomized-response:epsilon=1 --epsilon 0.1",
}
MU = {
    "laplace": "laplace:scale=1,sensitivity=2",
    "no gdp": "approximate:epsilon=1,delta=1e-6",
    "up to 2": "laplace:scale=1 --head 2",
    "from one half": "laplace:scale=1 --tail 0.5",
    "regret": "pure:epsilon=0.2,times=5 --regret",
}
STEPS = {
    "gaussian": "gaussian:sigma=20 --epsilon 8 --delta 1e-5",
    "budget": "pure:epsilon=0.1 --epsilon 0.3 --delta 0",
    "to a mu": "laplace:scale=10 --mu 1 --accountant gdp",
    "none": "pure:epsilon=1 --epsilon 0.5 --delta 0",
}
CALIBRATE = {
    "sigma": "gaussian:times=10 --solve sigma --epsilon 1 --delta 1e-5",
    "scale": "laplace:sensitivity=2 --solve scale --mu 1",
    "rate": "poisson/gaussian:sigma=2 --solve rate --epsilon 1 --delta 1e-6 --accountant renyi",
    "epsilon": "pure:times=50 --solve epsilon --epsilon 1 --delta 1e-5",
}
TRADEOFF = {"gaussian": "gaussian:sigma=1 --type-one 0.05", "pure": "pure:epsilon=1 --type-one 0.01"}
RISK = {
    "gaussian": "gaussian:sigma=1",
    "noisy SGD": "dpsgd:n=600,batch=25,steps=9,noise=2 --prior 0.1 --type-one 0.01 --baseline 1e-3 --accountant renyi",
    "replace-one": "pure:epsilon=1 --neighbours replace-one",
}
LISTS = {
    "plugins": "plugins",
    "errata": "errata",
    "simulated check-ins": "simulate checkin --n 100 --m 10 --seed 7",
    "verify": "verify gdp.profile laplace.gdp",
    "unknown step": "epsilon gausian:sigma=1 --delta 1e-5",
    "bad delta": "epsilon gaussian:sigma=1 --delta 2",
    "contradicting relations": "epsilon poisson:rate=0.1/gaussian:sigma=1 shuffled:n=10/pure:epsilon=1 --delta 1e-5 "
    "--neighbours "
    "add-or-remove",
    "unknown claim": "verify no-such-claim",
}


def questions() -> dict[str, list[str]]:
    """The arguments of each case, by its name `command: case`."""
    groups = {
        "epsilon": EPSILON,
        "delta": DELTA,
        "mu": MU,
        "steps": STEPS,
        "calibrate": CALIBRATE,
        "tradeoff": TRADEOFF,
        "risk": RISK,
    }
    found = {
        f"{command}: {name}": [command, *split(line)]
        for command, lines in groups.items()
        for name, line in lines.items()
    }
    return found | {f"list: {name}": split(line) for name, line in LISTS.items()}
