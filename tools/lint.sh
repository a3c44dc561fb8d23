#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Format and common mistakes, over everything (make lint):
#     tools/lint.sh BUILD-FOLDER
set -uo pipefail
cd "$(dirname "$0")/.." || exit
shopt -s nullglob

build=$1
status=0

step() {
	echo "  LINT  $1"
	shift
	"$@" || status=1
}

# The compiler holds the ban of lib/banned.h for each file; here it is lifted for lib/num.c's sake.
# shellcheck disable=SC2317 # called by step
tidy() {
	printf '%s\n' "$@" | xargs -P "$(nproc)" -I FILE clang-tidy --quiet FILE -- \
		-std=gnu17 -D_GNU_SOURCE -DNUM_C -I. -I"$build" -include lib/banned.h 2> /dev/null
}

c=({lib,ingest,db,server}/*.c)
h=({lib,ingest,db,server}/*.h)
tests=(tests/unit/*/*.[ch] tests/fuzz/*.[ch] tests/crash/*.[ch])

step clang-format clang-format --dry-run -Werror "${c[@]}" "${h[@]}" "${tests[@]}"
step clang-tidy tidy "${c[@]}"
step shellcheck shellcheck tools/*.sh samples/*.sh contrib/ci/*.sh .ci/run
[ -e eslint.config.mjs ] && step eslint node_modules/.bin/eslint .
[ -e tsconfig.json ] && step tsc node_modules/.bin/tsc --noEmit
exit $status
