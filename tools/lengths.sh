#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Lines of each folder, and how long its functions are: median, 90th percentile, longest.
# Needs universal-ctags.
set -euo pipefail
cd "$(dirname "$0")/.."

function_lines() {
	ctags -f - --fields=ne --kinds-c=f --languages=C "$@" | awk -F'\t' '
		{
			for (i = 4; i <= NF; i++) {
				if ($i ~ /^line:/) from = substr($i, 6)
				if ($i ~ /^end:/) to = substr($i, 5)
			}
			print to - from + 1
		}' | sort -n
}

printf '%-10s %7s %9s %7s %4s %4s\n' folder lines functions median p90 max
for folder in lib ingest db server tests; do
	mapfile -t files < <(git ls-files "$folder/*.c" "$folder/*.h")
	[ ${#files[@]} -gt 0 ] || continue
	lines=$(cat "${files[@]}" | wc -l)
	function_lines "${files[@]}" | awk -v folder="$folder" -v lines="$lines" '
		{ n[NR] = $1 }
		END {
			printf "%-10s %7d %9d %7d %4d %4d\n", folder, lines, NR,
				n[int((NR + 1) / 2)], n[int(NR * 0.9)], n[NR]
		}'
done
