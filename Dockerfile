# SPDX-License-Identifier: GPL-2.0-or-later
# memcgperfd with its database in /data; docs/container.md tells how to run it.
ARG BASE=debian:12-slim

FROM ${BASE} AS build
WORKDIR /src
COPY tools/deps.sh tools/
COPY package.json package-lock.json .npmrc ./
RUN tools/deps.sh build
COPY . .
ARG VERSION=unknown
RUN make -j"$(nproc)" VERSION="$VERSION" \
	&& strip build/memcgperf build/memcgperfd
# The packages of the libraries that both programs are linked with.
RUN objdump -p build/memcgperf build/memcgperfd \
	| awk '$1 == "NEEDED" { print "*/" $2 }' | sort -u \
	| xargs dpkg -S | cut -d: -f1 | sort -u > build/packages

FROM ${BASE}
COPY --from=build /src/COPYING /src/build/packages /usr/share/doc/memcgperf/
RUN apt-get -q update \
	&& xargs -a /usr/share/doc/memcgperf/packages \
		apt-get -q -y --no-install-recommends install \
	&& rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
	&& groupadd --gid 10001 memcgperf \
	&& useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data memcgperf \
	&& install -d -o 10001 -g 10001 -m 750 /data
COPY --from=build /src/build/memcgperf /src/build/memcgperfd /usr/local/bin/
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
# Nothing outside the volume is written, so the root may be read-only.
ENV MEMCGPERF_DB=sqlite:/data/memcgperf.db TMPDIR=/data
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["bash", "-c", \
	"exec 3<> /dev/tcp/127.0.0.1/8080; printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3; read -r _ status _ <&3; [ \"$status\" = 200 ]"]
# It starts only with a --public-url, which `docker run` adds.
ENTRYPOINT ["memcgperfd", "--db", "sqlite:/data/memcgperf.db", "--bind", "0.0.0.0"]
