#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes samples/memcg-kvm.tar.xz again from the memcg-kvm data set, byte for byte:
#     samples/make-sample.sh DATASET
# The dictionary is kept at 16 MiB so that unpacking needs little memory.
set -euo pipefail
export LC_ALL=C

if [ $# -ne 1 ] || [ ! -d "$1/work/log" ]; then
	echo "usage: samples/make-sample.sh DATASET   (a folder that holds work/log)" >&2
	exit 2
fi

out=$(dirname "$0")/memcg-kvm.tar.xz
find "$1/work/log" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort |
	tar -C "$1/work/log" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
		--mode=u=rwX,go=rX --format=ustar -T - -cf - |
	xz --threads=1 --check=crc64 --lzma2=preset=9e,dict=16MiB > "$out.new"
mv "$out.new" "$out"
ls -l "$out"
