#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A benchmark whose true mean depends on the commit that is checked out: 100, and from commit
# $CULPRIT on $SIZE percent more. Prints $COUNT samples (1). Their noise is one of
# docs/statistics.md and drawn from $SEED, the commit and $MEMCGPERF_ITERATION alone.
read -r commit < number
exec awk -v number="$commit" -v culprit="$CULPRIT" -v size="$SIZE" -v noise="$NOISE" \
	-v seed="$SEED" -v iteration="${MEMCGPERF_ITERATION:-0}" -v count="${COUNT:-1}" '
# Park and Miller, Commun. ACM 31, 1988: exact in the numbers of any awk.
function uniform() {
	state = state * 16807 % 2147483647
	return state / 2147483647
}
function normal() {
	return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())
}
function draw() {
	if (noise == "normal")
		return 100 * (1 + 0.02 * normal())
	if (noise == "outliers") {
		value = 100 * (1 + 0.01 * normal())
		return uniform() < 0.15 ? value - 15 * log(uniform()) : value
	}
	if (noise == "lognormal")
		return 100 * exp(0.05 * normal())
	return (uniform() < 0.5 ? 100 : 106) * (1 + 0.01 * normal())
}
# Seeds that are near each other give numbers that are not: halves of the state are multiplied.
function mix(value) {
	state = (state + value) % 2147483647
	for (i = 0; i < 4; i++) {
		state = (state % 65536 + 40503) * (int(state / 65536) + 30011) % 2147483647
		uniform()
	}
}
BEGIN {
	state = 1
	mix(seed); mix(number); mix(iteration)
	print "benchmark,metric,unit,better,value"
	for (sample = 0; sample < count; sample++)
		printf "loop,time,s,lower,%.6f\n", draw() * (number >= culprit ? 1 + size / 100 : 1)
}'
