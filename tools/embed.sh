#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# embed.sh TABLE OUT.c NAME=FILE...: writes a C file that holds the files' bytes by .incbin and
# the table of lib/embed.h over them. OUT.c is left alone when nothing changed in the list.
set -eu

table=$1 out=$2
shift 2

print_asm()
{
	printf '__asm__(".section .rodata\\n"\n'
	i=0
	for pair; do
		printf '\t".globl %s_%d\\n%s_%d:\\n"\n' "$table" $i "$table" $i
		printf '\t".incbin \\"%s\\"\\n"\n' "${pair#*=}"
		printf '\t".globl %s_%d_end\\n%s_%d_end: .byte 0\\n"\n' "$table" $i "$table" $i
		i=$((i + 1))
	done
	printf '\t".previous\\n");\n'
}

print_table()
{
	i=0
	while [ $i -lt $# ]; do
		printf 'extern const char %s_%d[], %s_%d_end[];\n' "$table" $i "$table" $i
		i=$((i + 1))
	done
	printf 'extern const struct embedded %s[];\nextern const size_t %s_count;\n' \
		"$table" "$table"
	printf 'const struct embedded %s[] = {\n' "$table"
	i=0
	for pair; do
		printf '\t{ "%s", %s_%d, %s_%d_end },\n' "${pair%%=*}" "$table" $i "$table" $i
		i=$((i + 1))
	done
	printf '};\nconst size_t %s_count = %d;\n' "$table" $#
}

mkdir -p "$(dirname "$out")"
{
	printf '/* SPDX-License-Identifier: GPL-2.0-or-later */\n/* Made by tools/embed.sh. */\n'
	printf '#include "lib/embed.h"\n\n'
	print_asm "$@"
	print_table "$@"
} >"$out.new"
if cmp -s "$out.new" "$out"; then
	rm "$out.new"
else
	mv "$out.new" "$out"
fi
