"""For every theorem of ours a ledger on one of whose paths it stands: with the answer by that path comes its
certificate."""

from __future__ import annotations

from functools import cache
from typing import Any

import chartered as ch

_PATHS = """
gaussian:sigma=2,times=3 > asoodeh2020.E23 asoodeh2020.L1 asoodeh2020.L2 asoodeh2020.T1 asoodeh2020.T3 asoodeh2020.T5 \
    balle2020.T21 bretagnolle-huber.tv worst-pair.pld exact.pld gaussian.gdp gaussian.zcdp gdp.profile \
    loss-distribution.profile profile.pld renyi.two-sided zcdp.renyi
laplace:scale=2,times=3 > approximate.profile dwork2010.advanced kairouz2015.T35 laplace.gdp laplace.profile \
    laplace.pure laplace.renyi mironov2017.C1 pure.approximate pure.profile pure.renyi pure.response laplace.zcdp \
    responses.profile
gaussian:sigma=4;above-threshold:epsilon=1 > pure.characteristic
gaussian:sigma=4;truncated-laplace:scale=5,bound=99 > approximate.characteristic
poisson:rate=1/10/above-threshold:epsilon=1,times=9 > poisson.pure-characteristic
poisson:rate=1/10/above-threshold:epsilon=1,times=9|replace-one > poisson.replaced-pure-characteristic
poisson:rate=1/10/truncated-laplace:scale=5,bound=99,times=9 > poisson.approximate-characteristic
poisson:rate=1/10/truncated-laplace:scale=5,bound=99,times=9|replace-one > \
    poisson.replaced-approximate-characteristic
sample:size=1,of=10/above-threshold:epsilon=1,times=9|replace-one > sample.pure-characteristic
sample:size=1,of=10/truncated-laplace:scale=5,bound=99,times=9|replace-one > sample.approximate-characteristic
pure:epsilon=0.2,times=5 > pure.gdp pure.zcdp pure.pure pure.worst-case pure.worst-response
approximate:epsilon=1,delta=1e-6,times=3 > approximate.approximate approximate.pure approximate.response \
    approximate.worst-case approximate.worst-response
randomized-response:epsilon=1,k=3 > randomized-response.profile randomized-response.pure randomized-response.renyi
randomized-response:epsilon=1,times=3 > randomized-response.response
skellam:variance=9 > skellam.profile
skellam:variance=9,times=2 > skellam.characteristic
skellam:variance=99 > skellam.gdp
skellam-vector:variance=99 > skellam-vector.gdp
discrete-gaussian:sigma=9 > discrete-gaussian.gdp
discrete-gaussian-vector:sigma=9 > discrete-gaussian-vector.gdp discrete-gaussian-vector.zcdp
poisson:rate=1/5/gdp:mu=1/9,times=2 > poisson.gdp-characteristic
poisson:rate=1/5/skellam:variance=9,times=2 > poisson-skellam.characteristic
poisson:rate=1/5/skellam:variance=9,times=2|replace-one > poisson-skellam.replaced-characteristic
rappor:f=1/2,times=2 > rappor.characteristic rappor.pure rappor.renyi
zcdp:rho=0.1 > zcdp.zcdp
table:p=0.6:0.3:0.1,q=0.1:0.3:0.6,times=2 > table.profile table.pure table.moments
table:p=1/2:1/2,q=1/4:3/4,times=2|replace-one > table.either-order
last-iterate:sigma=5,contraction=0.9,epochs=10 > last-iterate.gdp
last-iterate:sigma=5,contraction=0.9,epochs=10,diameter=3 > last-iterate.batches
tree-aggregation:sigma=5,steps=10 > tree-aggregation.gdp
tree-aggregation:sigma=5000,steps=1048577,separation=1 > tree-aggregation.above
matrix:sigma=5,family=square-root,steps=10 > matrix.gdp
matrix:sigma=9,family=toeplitz,coefficients=1:0:1,steps=10,participation=fixed,separation=1 > matrix.above
matrix:sigma=5,family=tree,steps=10 > matrix.tree
matrix:sigma=5,family=toeplitz,coefficients=3:4,steps=9,participation=cyclic-poisson,rate=0.1 > matrix.cyclic-poisson
matrix:sigma=5,family=square-root,bands=2,steps=9,participation=cyclic-poisson,rate=0.1 > \
    matrix.cyclic-poisson-rounded
matrix:sigma=50,family=square-root,bands=2,steps=9,participation=cyclic-poisson,rate=0.1|replace-one > \
    matrix.whole-group matrix.other-group
group:size=2/matrix:sigma=5,family=square-root,bands=2,steps=9,participation=cyclic-poisson,rate=0.1 > \
    matrix.group-of-records
matrix:sigma=5,family=listed,steps=2,entries=1:1/2:2 > matrix.listed
matrix:sigma=5,family=listed,steps=2,entries=1:-1:1,participation=fixed,separation=1 > matrix.listed-above
matrix:sigma=5,family=listed,steps=2,bands=1,entries=3:4,participation=cyclic-poisson,rate=0.1 > \
    matrix.listed-cyclic-poisson
dpsgd:n=1000,batch=10,epochs=1,noise=1 > dpsgd.poisson
dpsgd:n=1000,batch=10,epochs=1,noise=1,clip-quantile-noise=9 > dpsgd.adaptive-clipping
group:size=2/dpsgd:n=1000,batch=10,epochs=1,noise=1 > dpsgd.group group-of-records.sampled-gaussian
dpsgd:n=1000,batch=10,epochs=1,noise=1,loader=shuffled > dpsgd-shuffled.batches
dpsgd:n=1000,batch=50,epochs=1,noise=9,loader=allocation > dpsgd-allocation.batches
dpsgd:n=1000,batch=10,epochs=1,noise=1,loader=fixed > dpsgd-fixed.samples
dpsgd:n=1000,batch=10,steps=2,noise=1,largest-batch=20 > dpsgd-truncated.cut truncated-poisson.pld
poisson:rate=0.1,of=10,largest=10/gaussian:sigma=1 > truncated-poisson.uncut
poisson:rate=0.1,of=10,largest=3/gaussian:sigma=1|replace-one > truncated-poisson.replaced-pld
shuffled-batches:steps=1,epochs=3/gaussian:sigma=5 > shuffled-batches.whole
shuffled-batches:steps=50/gaussian:sigma=5 > shuffled-batches.gaussian
shuffled-batches:steps=50/gaussian:sigma=5|replace-one > shuffled-batches.replaced-gaussian
shuffled-batches:steps=50,epochs=3/laplace:scale=9 > shuffled-batches.revealed
allocation:steps=20,epochs=3/gaussian:sigma=3 > allocation.epochs allocation.exact-pld
allocation:steps=100/gaussian:sigma=3 > allocation.gaussian
allocation:steps=20/exponential:epsilon=1 > allocation.pld
allocation:steps=20,epochs=3,kept=true/gaussian:sigma=3 > allocation.kept
allocation:steps=4,epochs=2,kept=true/laplace:scale=2 > allocation.several-pld
allocation:steps=3,uses=3/gaussian:sigma=3 > allocation.all
allocation:steps=20,uses=2/gaussian:sigma=3 > allocation.blocks allocation.several-uses
allocation:steps=9/gaussian:sigma=9 > allocation.revealed
group:size=2/gaussian:sigma=2 > group-of-records.gaussian
group:size=2/laplace:scale=2 > group-of-records.laplace
group:size=2/discrete-gaussian:sigma=2 > group-of-records.discrete-gaussian
group:size=2/discrete-laplace:scale=2 > group-of-records.discrete-laplace
group:size=2/skellam:variance=9 > group-of-records.skellam
group:size=2/truncated-laplace:scale=2,bound=40 > group-of-records.truncated-laplace
group:size=2/truncated-discrete-laplace:scale=2,bound=40 > group-of-records.truncated-discrete-laplace
group:size=2/poisson:rate=1/5/skellam:variance=9,times=2 > group-of-records.sampled-skellam
group:size=2/poisson:rate=0.1/laplace:scale=2,times=600 > group-of-records.sampled-laplace
group:size=2/poisson:rate=0.1/discrete-laplace:scale=2,times=9 > group-of-records.sampled-discrete-laplace
group:size=2/exponential:epsilon=1 > group-of-records.exponential
group:size=2/logistic:scale=2 > group-of-records.logistic logistic.profile
logistic:scale=2,times=2 > logistic.characteristic logistic.renyi logistic.pure
poisson:rate=0.1/logistic:scale=2,times=2 > poisson-logistic.characteristic
group:size=2/pure:epsilon=0.2 > group-of-records.pure
group:size=2/approximate:epsilon=1,delta=1e-9 > group-of-records.approximate
group:size=2/zcdp:rho=0.1 > group-of-records.zcdp
group:size=2/gdp:mu=1 > group-of-records.gdp
group:size=2/gdp:mu=1,failure=1e-9 > group-of-records.failing-gdp
group:size=2/gdp:mu=1,failure=1e-9|replace-one > group-of-records.replaced-failing-gdp
group:size=2/rdp:alpha=8,gamma=0.1 > group-of-records.renyi
group:size=1/poisson:rate=0.1/gaussian:sigma=2 > group-of-records.one
group:size=2/poisson:rate=0.1/gaussian:sigma=2,sensitivity=1,replace-sensitivity=1|replace-one > \
    group-of-records.nearer-sampled-gaussian
group:size=2/allocation:steps=4/gaussian:sigma=2 > group-of-records.profile
parts:count=12/gaussian:sigma=9 > parts.most
parts:count=12,most=2/gaussian:sigma=9|replace-one > parts.replaced
parts:count=12/laplace:scale=9,sensitivity=2,replace-sensitivity=3|replace-one > parts.replaced-between
zcdp:rho=0.1;approximate:epsilon=1,delta=1e-6 > basic.profile profile.basic
gdp:mu=1 > gdp.gdp gdp.zcdp
repeat-and-select:mean=10/gaussian:sigma=9 > repeat-and-select.renyi
repeat-and-select:mean=10/pure:epsilon=1 > repeat-and-select.pure
repeat-and-select:mean=10,count=poisson/gaussian:sigma=9 > repeat-and-select.poisson
repeat-and-select:mean=0.01,count=poisson/gaussian:sigma=9 > repeat-and-select.seldom
repeat-and-select:mean=3,count=fixed/gaussian:sigma=9 > repeat-and-select.fixed
repeat-and-select:mean=1,count=fixed/gaussian:sigma=9 > repeat-and-select.once
poisson:rate=1/gdp:mu=1|replace-one > poisson.whole-gdp poisson.whole-profile poisson.whole-renyi poisson.whole-zcdp
poisson:rate=1/approximate:epsilon=1,delta=1e-6|replace-one > poisson.whole-approximate
poisson:rate=1/pure:epsilon=1|replace-one > poisson.whole-pure
poisson:rate=1/20/approximate:epsilon=1/5,delta=1e-7|replace-one > group.profile
rdp:alpha=8,gamma=0.1 > rdp.renyi
rdp-curve:orders=2:8,gammas=0.1:0.2 > rdp-curve.renyi
privacy-profile:epsilons=1:2,deltas=0.01:1e-6 > privacy-profile.table
filter:gdp=1,pure=1 > filter.purses
filter:zcdp=1/10 > filter.zcdp
filter:alpha=8,gamma=0.1 > filter.renyi
filter-runs:most=9/gaussian:sigma=2 > filter.runs
exponential:epsilon=1,times=2 > exponential.profile exponential.pure exponential.renyi exponential.zcdp
truncated-laplace:scale=2,bound=40 > truncated-laplace.profile
truncated-discrete-laplace:scale=2,bound=40 > truncated-discrete-laplace.profile
truncated-discrete-laplace:scale=2,bound=40,times=2;approximate:epsilon=1,delta=1e-9 > \
    truncated-discrete-laplace.approximate
truncated-laplace:scale=2,bound=40,times=2;approximate:epsilon=1,delta=1e-9 > truncated-laplace.approximate
noisy-max:epsilon=1 > noisy-max.profile noisy-max.pure
group:size=2/poisson:rate=0.1/noisy-max:epsilon=1,noise=laplace > noisy-max.laplace
noisy-max:epsilon=1,noise=gumbel > noisy-max.gumbel
poisson:rate=0.1/table:p=.4:.6:0,q=.1:.8:.1,times=3 > poisson-table.mixture
poisson:rate=0.1/(table:p=.4:.6:0,q=.1:.8:.1,times=3) > poisson.tables
above-threshold:epsilon=1,positives=3 > above-threshold.pure
thresholded-counts:scale=1,threshold=20 > thresholded-counts.written
discrete-gaussian:sigma=2,times=3 > discrete-gaussian.characteristic discrete-gaussian.profile discrete-gaussian.zcdp
discrete-laplace:scale=2,times=3 > discrete-laplace.characteristic discrete-laplace.profile discrete-laplace.pure \
    discrete-laplace.renyi
power:sigma=1,A=1,B=2 > power.refined
cloak:n=100,m=10 > cloak.refined
rdp:alpha=8,gamma=0 > rdp.nothing
zcdp:rho=0 > zcdp.nothing
gaussian:sigma=2;laplace:scale=2;randomized-response:epsilon=1,k=3;\
pure:epsilon=0.2;approximate:epsilon=0.1,delta=1e-7|replace-one > \
    laplace.characteristic randomized-response.characteristic pure-step.characteristic approximate-step.characteristic \
    gdp.characteristic
poisson:rate=0.1/gaussian:sigma=2,times=3 > poisson-gaussian.renyi poisson.pld poisson.exact-pld \
    poisson-gaussian.characteristic characteristic-function.profile
poisson:rate=0.1/laplace:scale=2,times=3 > poisson.pure poisson.renyi
poisson:rate=0.1/laplace:scale=2,times=600 > poisson-laplace.characteristic
poisson:rate=0.1/discrete-laplace:scale=2,times=30 > poisson-discrete-laplace.characteristic
poisson:rate=0.1/discrete-gaussian:sigma=2,times=100 > poisson-discrete-gaussian.characteristic
poisson:rate=0.1/pure:epsilon=1,times=30 > poisson-pure.characteristic
poisson:rate=0.1/pure:epsilon=1 > poisson.profile poisson.exact-profile
poisson:rate=0/gaussian:sigma=1 > poisson.nothing
poisson:rate=1/gaussian:sigma=1 > poisson.whole
poisson:rate=0.5/poisson:rate=0.5/gaussian:sigma=1 > poisson.twice
poisson:rate=0.1/(laplace:scale=2 + gaussian:sigma=2) > joint.zcdp joint.gdp joint.renyi joint.loss-distribution
poisson:rate=0.1/(laplace:scale=2 + pure:epsilon=1) > joint.pure joint.approximate
(laplace:scale=2 + gaussian:sigma=2) > joint.parts
gaussian-mixture:sigma=2,sensitivities=0:1:2,probabilities=0.8:0.1:0.1 > gaussian-mixture.profile gaussian-mixture.gdp
gaussian-mixture:sigma=2,sensitivities=0:1:2,probabilities=0.8:0.1:0.1,times=2 > gaussian-mixture.pld \
    gaussian-mixture.characteristic
gaussian-mixture:sigma=2,sensitivities=1,probabilities=1 > gaussian-mixture.gaussian
gaussian-mixture:sigma=2,sensitivities=0:1:2,probabilities=0.8:0.1:0.1|replace-one > gaussian-mixture.replaced-profile
gaussian-mixture:sigma=2,sensitivities=0:1:2,probabilities=0.8:0.1:0.1,times=2|replace-one > \
    gaussian-mixture.replaced-pld gaussian-mixture.replaced-characteristic
gaussian-mixture:sigma=2,sensitivities=0:1,probabilities=0.9:0.1 > gaussian-mixture.poisson
poisson:rate=0.1/(gaussian:sigma=3 + gaussian:sigma=4) > poisson.gaussians
poisson:rate=0.1/(gaussian:sigma=3,times=2) > poisson.gaussians-rounded
group:size=2/(gaussian:sigma=3,times=4) > group-of-records.gaussians
group:size=2/poisson:rate=0.1/(gaussian:sigma=3,times=2) > group-of-records.gaussians-rounded
sample:size=10,of=100/(gaussian:sigma=3 + gaussian:sigma=4) > sample.gaussians
sample:size=10,of=100/(gaussian:sigma=3,times=2) > sample.gaussians-rounded
sample:size=10,of=100/laplace:scale=2,times=3 > sample.pld sample.pure sample.renyi
sample:size=100,of=100/laplace:scale=2 > sample.whole
sample:size=10,of=100/laplace:scale=2 > sample.profile
sample-with-replacement:size=10,of=100/gaussian:sigma=2 > sample-with-replacement.gdp \
    sample-with-replacement.gaussian-profile
sample-with-replacement:size=1,of=100/gaussian:sigma=2 > sample-with-replacement.one-draw
sample-with-replacement:size=10,of=100/gaussian:sigma=2,times=300 > sample-with-replacement.gaussian-characteristic
sample-with-replacement:size=10,of=100/gaussian:sigma=2,times=2 > sample-with-replacement.gaussian-pld \
    sample-with-replacement.gdp-pld
sample-with-replacement:size=10,of=100/pure:epsilon=1,times=2 > sample-with-replacement.pure-draws
sample-with-replacement:size=10,of=100/approximate:epsilon=1,delta=1e-9 > sample-with-replacement.approximate-draws
sample-with-replacement:size=10,of=100/laplace:scale=2 > sample-with-replacement.pure
sample-with-replacement:size=10,of=100/discrete-gaussian:sigma=2 > sample-with-replacement.profile
poisson:rate=0.1/gaussian:sigma=2|replace-one > group.renyi
poisson:rate=0.1/gaussian:sigma=2,times=2|replace-one > poisson-gaussian.replaced-characteristic
poisson:rate=0.1/gaussian:sigma=2,sensitivity=1,replace-sensitivity=1.5|replace-one > poisson.nearer-replaced-profile
poisson:rate=0.1/gaussian:sigma=2,sensitivity=1,replace-sensitivity=1.5,times=2|replace-one > \
    poisson-gaussian.nearer-characteristic
poisson:rate=0.1/approximate:epsilon=1,delta=1e-6,times=9 > poisson-approximate.characteristic
poisson:rate=0.1/approximate:epsilon=1,delta=1e-6,times=9|replace-one > poisson-approximate.replaced-characteristic
poisson:rate=0.1/pure:epsilon=1,times=9|replace-one > poisson-pure.replaced-characteristic
poisson:rate=0.1/discrete-laplace:scale=2,times=9|replace-one > poisson-discrete-laplace.replaced-characteristic
poisson:rate=0.1/discrete-gaussian:sigma=2,times=100|replace-one > poisson-discrete-gaussian.replaced-characteristic
poisson:rate=0.1/laplace:scale=2,times=600|replace-one > poisson-laplace.replaced-characteristic
poisson:rate=0.1/laplace:scale=2|replace-one > poisson.exact-replaced-profile poisson.replaced-pure
poisson:rate=0.1/exponential:epsilon=1|replace-one > poisson.replaced-profile
poisson:rate=0.1/exponential:epsilon=1,times=2|replace-one > poisson.replaced-pld
poisson:rate=0.1/laplace:scale=2,times=2|replace-one > group.pure
shuffled:n=1000/pure:epsilon=0.4,times=2 > balle2020checkins.rho feldman2021.clones-pld feldman2021.renyi shuffled.gdp \
    shuffled.pure shuffled.renyi shuffled.zcdp
shuffled:n=1000/pure:epsilon=0.4 > balle2019.bennett balle2019.hoeffding balle2020checkins.T5.1 erlingsson2019.T7 \
    erlingsson2019.T7-short feldman2021.T31 feldman2021.clones shuffled.profile
shuffled:n=1000/approximate:epsilon=1,delta=1e-9 > balle2020checkins.T5.1-approximate balle2020checkins.T5.1-clipped \
    clipped.profile feldman2021.T38 feldman2021.clones-approximate shuffled.approximate shuffled.clipped
shuffled:n=1000/approximate:epsilon=1,delta=1e-9,times=2 > feldman2021.clones-approximate-pld
shuffled:n=1000/laplace:scale=2 > balle2019.laplace-bennett balle2019.laplace-hoeffding
shuffled:n=1000/randomized-response:epsilon=1 > balle2019.response-bennett balle2019.response-hoeffding \
    balle2019.response-pair shuffled-response.profile
shuffled:n=1000/randomized-response:epsilon=1,times=2 > shuffled-response.pld
shuffled:n=1000/randomized-response:epsilon=1,k=5,times=2 > balle2019.response-pair-pld
checkin:m=20,n=30/gaussian:sigma=2 > checkin.clones-clipped checkin.gdp checkin.profile checkin.renyi \
    checkin.shared-slot
checkin:m=20,n=30/gaussian:sigma=2,times=2 > checkin.shared-slot-pld
checkin:m=20,n=30/pure:epsilon=0.2 > checkin.T32 checkin.T32-approximate checkin.approximate checkin.clipped \
    checkin.pure checkin.shuffled checkin.shuffled-approximate checkin.steps checkin.zcdp responses.rounded
checkin:m=20,p=0.5,n=30/pure:epsilon=0.2 > checkin.clones checkin.clones-renyi checkin.mixture
checkin:m=20,p=0.5,n=30/pure:epsilon=0.2,times=2 > checkin.clones-pld
checkin:m=20,p=0.5,n=30/approximate:epsilon=0.2,delta=1e-9 > checkin.clones-approximate
checkin:m=20,p=0.5,n=30/approximate:epsilon=0.2,delta=1e-9,times=2 > checkin.clones-approximate-pld
checkin:m=20,n=30,protocol=averaged/pure:epsilon=0.2 > checkin.T41
checkin:m=20,n=30,protocol=sliding/pure:epsilon=0.2 > checkin.T43 checkin.T43-approximate
rectified:low=-1,high=1,head=1/gaussian:sigma=1 > rectified.gdp rectified.processing rectified.profile rectified.pure
pure:epsilon=0.01,times=1000000 > central-limit.profile pure.moments
randomized-response:epsilon=0.01,times=1000000 > randomized-response.moments
laplace:scale=100,times=1000000 > laplace.moments
sample:size=100,of=1000/sample:size=10,of=100/laplace:scale=2 > sample.twice
power:sigma=1,A=1,B=2,refined=false > power.naive
cloak:n=100,m=10,refined=false > cloak.naive
power:sigma=1,A=1,B=0.5 > power.refined-below-one
checkin:m=1000,n=1000000,protocol=averaged/approximate:epsilon=0.05,delta=1e-40 > checkin.T41-approximate \
    checkin.T41-clipped
gaussian:sigma=1000,times=1000000;laplace:scale=100,times=1000000 > gdp.moments
"""
LEDGERS = dict(line.split(" > ") for line in _PATHS.strip().splitlines()) | {
    ";".join(f"laplace:scale={n}" for n in range(100, 170)): "ledger.grouped"
}
"""Steps, and after a bar the neighbours that are asked for; the theorems on their paths."""
PLACES = {name: ledger for ledger, names in LEDGERS.items() for name in names.split()}
NOWHERE = {"group.approximate", "group.gdp", "group.zcdp", "ledger.grouped-below"}
NOWHERE |= {"moment-generating-function.characteristic", "moment-generating-function.renyi"}
"""Of a group of two: no step of ours that requires add-or-remove neighbours has such a guarantee on a path that
answers. Of groups from below: only of thousands of different steps, which a test of their own has. Of moment
generating functions: only from plugins, likewise."""


@cache
def by_theorem(name: str) -> Any:
    """The best answer on a path through a theorem."""
    steps, _, neighbours = PLACES[name].partition("|")
    found = ch.Ledger(steps.split(";"), neighbours or None).epsilon("1e-5", accountant=name)
    assert name in found.path
    return found
