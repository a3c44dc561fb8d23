#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Sends a file of benchmark results to a memcgperf server with nothing but curl, and prints a link:
#
#     MEMCGPERF_SERVER=https://memcg.example.org MEMCGPERF_TOKEN=mp_s_... \
#         push.sh results.tar.gz kernel="$(uname -r)" config.variant=series baseline=6.11
#
# FILE is an archive of a results folder, or one file. The rest is what is known of the results:
# name, kernel, machine, benchmark, iteration, format, config.KEY, and baseline, which is a run, a
# kernel or same-kernel-off; an empty value counts as not given. The link is to the comparison with
# the baseline, else to the run.
#
# MEMCGPERF_FAIL_ON is the verdict against the baseline that breaks the build: worse, or
# worse,unclear. Without a verdict it is broken as well.
#
# Trying again is harmless: what is known already is not stored twice.
# Exit status: 0 stored or known; 1 not accepted; 2 wrong usage; 3 stored, but there is no verdict;
# 5 no such token; 6 not reached or busy, try again later; 9 stored, and MEMCGPERF_FAIL_ON says so.
set -eu

fail() {
	status=$1
	shift
	printf 'push.sh: %s\n' "$*" >&2
	exit "$status"
}

# Every byte as %XX.
encode() {
	printf %s "$1" | od -An -v -tx1 | tr -d '\n' | sed 's/ /%/g'
}

# The text of a member of a JSON object, as it stands there.
member() {
	sed -n 's/.*[{,][[:space:]]*"'"$1"'":[[:space:]]*"\([^"]*\)".*/\1/p' "$answer" | head -n 1
}

# The verdict: the first object that begins with a word is the one of the whole.
verdict() {
	tr '{' '\n' < "$answer" | sed -n 's/^[[:space:]]*"word":[[:space:]]*"\([a-z]*\)".*/\1/p' | head -n 1
}

# Ends with the status that MEMCGPERF_FAIL_ON asks for.
judge() {
	[ -n "${MEMCGPERF_FAIL_ON:-}" ] || return 0
	word=$(verdict)
	[ -n "$word" ] || fail 3 "$file: stored, but not held against the baseline"
	case ,$MEMCGPERF_FAIL_ON, in
	*,"$word",*) fail 9 "$file: against the baseline: $word" ;;
	esac
}

[ $# -ge 1 ] || fail 2 'usage: push.sh FILE [KEY=VALUE]...'
[ -n "${MEMCGPERF_SERVER:-}" ] || fail 2 'MEMCGPERF_SERVER is not set'
[ -n "${MEMCGPERF_TOKEN:-}" ] || fail 2 'MEMCGPERF_TOKEN is not set'
[ -f "$1" ] || fail 2 "$1 is no file"
file=$1
shift

name=${file##*/}
query=
for word; do
	case $word in
	name=?*) name=${word#name=} ;;
	?*=) ;; # not known
	?*=*) query="$query&$(encode "${word%%=*}")=$(encode "${word#*=}")" ;;
	*) fail 2 "$word is no KEY=VALUE" ;;
	esac
done
url="${MEMCGPERF_SERVER%/}/api/v1/runs?name=$(encode "$name")$query"

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
trap 'exit 1' HUP INT TERM

# The token goes through standard input, where a list of processes does not show it.
# --retry sees to 429, 502, 503, 504 and Retry-After; --retry-all-errors to connections that fail.
code=$(printf 'Authorization: Bearer %s\n' "$MEMCGPERF_TOKEN" |
	curl -sS -X POST -T "$file" -H @- -H 'Content-Type: application/octet-stream' \
		--retry 5 --retry-all-errors --retry-max-time 600 --max-time 1800 \
		-o "$answer" -w '%{http_code}' "$url") || fail 6 "$MEMCGPERF_SERVER: not reached"

case $code in
200 | 201) ;;
*)
	printf 'push.sh: %s: status %s: ' "$file" "$code" >&2
	cat "$answer" >&2
	echo >&2
	;;
esac
case $code in
200 | 201)
	link=$(member compare)
	[ -n "$link" ] || link=$(member url)
	printf '%s\n' "$link"
	judge
	;;
401 | 403) exit 5 ;;
429 | 5??) exit 6 ;;
*) exit 1 ;;
esac
