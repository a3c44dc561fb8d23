# Completion of memcgperf and memcgperfd for bash. Commands and options are those that the program's own
# help lists, so that there is nothing to keep in step.
# SPDX-License-Identifier: GPL-2.0-or-later

# Words of a help text that are options.
_memcgperf_options() {
	grep -oE -- '(^|[ ,])--[a-z][a-z-]*' | tr -d ' ,' | sort -u
}

_memcgperf_values() {
	case $1 in
	--style) echo text markdown csv json lkp mmtests mmtests-2025 mmtests-2015 ;;
	--scope) echo submit manage ;;
	--state) echo new acknowledged expected fixed dismissed ;;
	--better) echo higher lower none ;;
	--format) "$2" formats 2> /dev/null | awk 'NR > 1 && $1 ~ /^[a-z]/ { print $1 }' ;;
	esac
}

_memcgperf() {
	local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local words

	words=$(_memcgperf_values "$before" "$program")
	if [ -n "$words" ]; then
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
		return
	fi
	if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "${COMP_WORDS[1]}" = help ]; }; then
		words=$("$program" help 2> /dev/null | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')
		mapfile -t COMPREPLY < <(compgen -W "$words help --version" -- "$word")
		return
	fi
	if [[ $word == -* ]]; then
		words=$("$program" help "${COMP_WORDS[1]}" 2> /dev/null | _memcgperf_options)
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
		return
	fi
	if [ "$COMP_CWORD" -eq 2 ]; then
		words=$("$program" help "${COMP_WORDS[1]}" 2> /dev/null | sed -n "s/^  ${COMP_WORDS[1]} \([a-z][a-z-]*\) .*/\1/p")
		if [ -n "$words" ]; then
			mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
			return
		fi
	fi
	mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

_memcgperfd() {
	local word=${COMP_WORDS[COMP_CWORD]}

	if [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --help 2> /dev/null | _memcgperf_options)" -- "$word")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
	fi
}

complete -o filenames -F _memcgperf memcgperf
complete -o filenames -F _memcgperfd memcgperfd
