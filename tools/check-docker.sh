#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds the image of Dockerfile where no container engine runs, starts it, and sends it results:
#     tools/check-docker.sh VERSION
# The base image comes from debootstrap, with this machine's release and package sources. All of it
# happens in namespaces, so that mounts, processes and port 8080 go when it ends, however it ends.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly BASE=localhost/memcgperf-base IMAGE=localhost/memcgperf
readonly URL=http://127.0.0.1:8080 PUBLIC_URL=https://results.example
readonly MAIL=samples/mails/mel-2015.txt

say() {
	printf 'check-docker: %s\n' "$*"
}

fail() {
	say "$@" >&2
	exit 1
}

# Runs a command whose output matters only when it fails.
quietly() {
	"$@" > "$WORK/log" 2>&1 || { tail -n 30 "$WORK/log" >&2; fail "failed: $*"; }
}

buildah() {
	TMPDIR=$WORK command buildah --root "$WORK/root" --runroot "$WORK/run" "$@"
}

make_base() {
	local release container root mirror

	# shellcheck source=/dev/null
	release=$(. /etc/os-release && echo "$VERSION_CODENAME")
	# shellcheck disable=SC2016 # apt-get fills it in
	mirror=$(apt-get indextargets --format '$(REPO_URI)' \
		'Created-By: Packages' "Codename: $release" | sed -n 1p)
	container=$(buildah from scratch)
	root=$(buildah mount "$container")
	quietly debootstrap --variant=minbase "$release" "$root" "$mirror"
	rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* \
		"$root"/usr/share/{doc,locale,man}/*
	# As in Debian's slim images.
	printf '%s\n' force-unsafe-io path-exclude=/usr/share/{doc,locale,man}/'*' \
		> "$root/etc/dpkg/dpkg.cfg.d/slim"
	quietly buildah commit --rm "$container" $BASE
}

# How this machine reaches its packages is lent to the build, and does not stay in the image.
build_image() {
	local version=$1
	local lent=(--volume /etc/apt:/etc/apt:ro
		--volume /usr/share/keyrings:/usr/share/keyrings:ro
		--volume /etc/ssl/certs/ca-certificates.crt:/root/certificates.crt:ro
		--volume "$WORK/npmrc:/root/.npmrc:ro")

	cat "$(npm config get globalconfig)" "$(npm config get userconfig)" \
		> "$WORK/npmrc" 2> /dev/null || true
	printf '\ncafile=/root/certificates.crt\n' >> "$WORK/npmrc"
	quietly buildah build --isolation=chroot --format=docker --pull-never "${lent[@]}" \
		--build-arg BASE=$BASE --build-arg VERSION="$version" --tag $IMAGE .
}

say_size() {
	say "the image has $(buildah images --format '{{.Size}}' $IMAGE)," \
		"of which the base $(buildah images --format '{{.Size}}' $BASE)"
}

# A list of the image's configuration, one item a line.
configured() {
	buildah inspect --type image --format "{{range .Docker.Config.$1}}{{println .}}{{end}}" \
		$IMAGE | sed '/^$/d'
}

# As `docker exec`: as the image's user, in its environment, with its volume.
in_container() {
	buildah run --isolation=chroot "$container" -- "$@"
}

# Sends the mail; prints the status, and leaves the answer in WORK.
post() {
	curl -sS -X POST -T $MAIL -H "Authorization: Bearer $1" -D "$WORK/headers" \
		-o "$WORK/answer" -w '%{http_code}' "$URL/api/v1/runs"
}

expect() {
	[ "$2" = "$3" ] || fail "$1: $3 instead of $2; $(cat "$WORK/answer")"
}

try_image() {
	local container root entry healthy token location

	ip link set lo up
	container=$(buildah from --pull-never $IMAGE)
	root=$(buildah mount "$container")
	mapfile -t entry < <(configured Entrypoint)
	mapfile -t healthy < <(configured Healthcheck.Test | sed 1d)

	! in_container "${healthy[@]}" 2> /dev/null || fail "healthy before it has started"
	in_container "${entry[@]}" --public-url $PUBLIC_URL > "$WORK/log" 2>&1 &
	curl -sS --retry 30 --retry-delay 1 --retry-connrefused -o "$WORK/answer" $URL/healthz \
		2> /dev/null || fail "it does not start: $(cat "$WORK/log")"
	expect "/healthz" "ok" "$(cat "$WORK/answer")"
	in_container "${healthy[@]}" || fail "the health check fails though /healthz answers"
	[ "$(in_container id -u)" != 0 ] || fail "it runs as root"

	token=$(in_container memcgperf token add --scope submit check | grep -om 1 'mp_[0-9A-Za-z_]*')
	mount -o remount,ro "$root"
	expect "first POST" 201 "$(post "$token")"
	location=$(sed -n 's/\r$//; s/^Location: //p' "$WORK/headers")
	expect "second POST" 200 "$(post "$token")"
	curl -sS -f -o "$WORK/answer" "$URL${location#"$PUBLIC_URL"}" \
		|| fail "no answer at its Location '$location'"
}

# Calls a function of this script in new namespaces.
apart() {
	unshare --mount --pid --fork --kill-child --mount-proc "$@"
}

case $1 in
make_base | build_image | say_size | try_image)
	"$@"
	exit
	;;
esac

[ "$(id -u)" = 0 ] || fail "only root can make the base image and its mounts"
WORK=$(mktemp -d -p /var/tmp check-docker.XXXXXX)
export WORK
trap 'rm -rf "$WORK"' EXIT
say "making a base image, building, starting (some minutes)"
apart "$0" make_base
apart "$0" build_image "$1"
apart "$0" say_size
apart --net "$0" try_image
say "healthy, takes results, needs no writable root"
