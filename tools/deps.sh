#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Installs what is missing, and says what and why before it does:
#     tools/deps.sh build    what building and serving need
#     tools/deps.sh test     also what the tests need
#     tools/deps.sh lint     also what `make lint` needs
#     tools/deps.sh fuzz     also what `make fuzz` needs
#     tools/deps.sh coverage  also what `make coverage` needs
#     tools/deps.sh docker   what `make check-docker` needs, and nothing else
# Debian packages come through apt-get (with sudo when not root), JavaScript ones through npm.
# When nothing is missing it does nothing, quickly.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly NODE_MAJOR=20 NODE_MINOR=19

# package, what shows that it is there (a header, or a command), what it is for
packages_build() {
	cat <<-'END'
		gcc               gcc                        the compiler
		libc6-dev         /usr/include/stdio.h       the C library's headers
		make              make                       the makefile
		libmicrohttpd-dev /usr/include/microhttpd.h  the HTTP server
		libsqlite3-dev    /usr/include/sqlite3.h     the database
		libjansson-dev    /usr/include/jansson.h     JSON in and out
		libarchive-dev    /usr/include/archive.h     tar, zip and compressed input
		libcurl4-gnutls-dev  curl-config             memcgperf push
		nettle-dev        /usr/include/nettle/sha2.h content hashes
		libzstd-dev       /usr/include/zstd.h        compression of stored files
		zlib1g-dev        /usr/include/zlib.h        compression of replies
		brotli            brotli                     compression of the web pages' files
		nodejs            node                       npm, which brings Chart.js
		npm               npm                        brings Chart.js
		ca-certificates   /etc/ssl/certs/ca-certificates.crt  npm talks TLS
	END
}

packages_test() {
	packages_build
	cat <<-'END'
		libcmocka-dev     /usr/include/cmocka.h      unit tests
		chromium          chromium                   browser tests
		curl              curl                       tests of the server
		xz-utils          xz                         archives that the tests make
		zstd              zstd                       archives that the tests make
		bzip2             bzip2                      archives that the tests make
		zip               zip                        archives that the tests make
		sqlite3           sqlite3                    looks into the tests' databases
	END
}

packages_lint() {
	packages_test
	cat <<-'END'
		clang-format      clang-format               make lint
		clang-tidy        clang-tidy                 make lint
		shellcheck        shellcheck                 make lint
	END
}

packages_fuzz() {
	packages_test
	cat <<-'END'
		clang             clang                      libFuzzer
		python3           python3                    packs a seed
	END
}

packages_coverage() {
	packages_test
	cat <<-'END'
		gcovr             gcovr                      reads which lines ran
	END
}

packages_docker() {
	cat <<-'END'
		buildah           buildah                    builds images without an engine
		curl              curl                       asks the server in the container
		ca-certificates   /etc/ssl/certs/ca-certificates.crt  lent to the build, where npm talks TLS
		debootstrap       debootstrap                makes the base image
		iproute2          ip                         brings up the loopback address
	END
}

there() {
	case $1 in
	/*) [ -e "$1" ] ;;
	*) command -v "$1" > /dev/null ;;
	esac
}

# One unreachable source must not stop what the others hold, so apt-get update may have errors.
apt_install() {
	local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q)

	[ "$(id -u)" = 0 ] || apt=(sudo "${apt[@]}")
	"${apt[@]}" update < /dev/null || true
	"${apt[@]}" -y --no-install-recommends install "$@" < /dev/null
}

install_packages() {
	local package sign reason missing=()

	while read -r package sign reason; do
		there "$sign" && continue
		[ ${#missing[@]} -gt 0 ] || echo "deps: missing here, to be installed with apt-get (a minute or two):"
		printf '  %-18s %s\n' "$package" "$reason"
		missing+=("$package")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	if ! command -v apt-get > /dev/null; then
		echo "deps: this is no Debian; install what these packages hold by other means" >&2
		exit 1
	fi
	if [ "$(id -u)" != 0 ] && ! command -v sudo > /dev/null; then
		echo "deps: not root and no sudo; as root, apt-get install ${missing[*]}" >&2
		exit 1
	fi
	mkdir -p build
	if ! apt_install "${missing[@]}" > build/apt.log 2>&1; then
		tail -n 20 build/apt.log >&2
		echo "deps: apt-get could not install them; build/apt.log has more" >&2
		exit 1
	fi
}

node_is_new() {
	local major minor rest

	IFS=. read -r major minor rest <<< "$(node --version | tr -d v)"
	[ "$major" -gt $NODE_MAJOR ] || { [ "$major" = $NODE_MAJOR ] && [ "$minor" -ge $NODE_MINOR ]; }
}

# Debian 12 has Node 18; the browser tests' library wants a newer one, which npm has.
install_node() {
	node_is_new && return 0
	echo "deps: node $(node --version) is too old for the browser tests;" \
		"installing node $NODE_MAJOR through npm into build/tools"
	mkdir -p build/tools
	npm install --silent --no-save --prefix build/tools "node@$NODE_MAJOR" < /dev/null
	hash -r
	node_is_new || { echo "deps: still node $(node --version)" >&2; exit 1; }
}

# Building needs only what the pages load; the mark tells the two installs apart.
install_modules() {
	local mark=node_modules/.installed-all all=()

	if [ "$level" = build ] && [ ! -e $mark ]; then
		mark=node_modules/.installed-build
		all=(--omit=dev)
	fi
	[ package-lock.json -nt $mark ] || return 0
	echo "deps: installing the npm packages of package-lock.json ${all[*]}"
	npm ci --silent "${all[@]}" < /dev/null
	touch $mark
}

export PATH="$PWD/build/tools/node_modules/node/bin:$PATH"
level=${1:-build}
case $level in
build | test | lint | fuzz | coverage | docker) ;;
*) echo "usage: tools/deps.sh build|test|lint|fuzz|coverage|docker" >&2; exit 2 ;;
esac

install_packages < <("packages_$level")
[ "$level" != docker ] || exit 0
[ "$level" = build ] || install_node
install_modules
