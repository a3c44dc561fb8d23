#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Writes the manual pages of the programs below BUILD from what they say of themselves:
#     tools/man.sh BUILD FOLDER
# memcgperf(1), memcgperfd(1), and memcgperf-COMMAND(1) for each command.
set -euo pipefail

readonly BUILD=$1 OUT=$2

version=$("$BUILD/memcgperf" --version | sed 's/.* //')

# Text as roff shows it: no line is a request, no backslash an escape, no hyphen a minus of another kind.
escape() {
	sed -e 's/\\/\\e/g' -e "s/^[.']/\\\\\&&/" -e 's/-/\\-/g'
}

head_of() {
	printf '.TH "%s" 1 "" "%s" "memcgperf"\n.SH NAME\n%s \\- %s\n' "$1" "$version" \
		"$(escape <<< "$2")" "$(escape <<< "$3")"
}

verbatim() {
	printf '.nf\n'
	escape
	printf '.fi\n'
}

page_of_command() {
	local name=$1 summary=$2 text

	text=$("$BUILD/memcgperf" help "$name")
	head_of "MEMCGPERF-${name^^}" "memcgperf-$name" "$summary"
	printf '.SH SYNOPSIS\n'
	sed -n '1s/^usage: //p' <<< "$text" | verbatim
	printf '.SH DESCRIPTION\n'
	sed '1,2d' <<< "$text" | verbatim
	printf '.SH SEE ALSO\n.BR memcgperf (1), memcgperfd (1)\n'
}

page_of_program() {
	local name=$1 summary=$2

	head_of "${name^^}" "$name" "$summary"
	printf '.SH DESCRIPTION\n'
	verbatim
	printf '.SH SEE ALSO\n'
	# shellcheck disable=SC2086 # a word a command
	printf '.BR memcgperf-%s (1)\n' $commands
}

commands=$("$BUILD/memcgperf" help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')
mkdir -p "$OUT"
while read -r name; do
	summary=$("$BUILD/memcgperf" help | sed -n "s/^  $name  *//p")
	page_of_command "$name" "$summary" > "$OUT/memcgperf-$name.1"
done <<< "$commands"
"$BUILD/memcgperf" help | page_of_program memcgperf "what the Linux memory controller costs" \
	> "$OUT/memcgperf.1"
"$BUILD/memcgperfd" --help | page_of_program memcgperfd "serve the results of memcgperf" \
	> "$OUT/memcgperfd.1"
