/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command line of mmtests' compare-mmtests.pl, read as its Perl reads it: one dash or two,
 * any case, any beginning of a name that is no other's, "=VALUE" or the next word whatever it is.
 * Layer: ingest, above lib.
 */
#ifndef INGEST_PEER_OPTIONS_H
#define INGEST_PEER_OPTIONS_H

#include "lib/error.h"
#include "lib/peer.h"

enum { PEER_WORDS_MAX = 64 };

struct peer_options {
	enum peer_revision revision; /* --style */
	const char *directory;       /* -d; NULL = not given, as all below */
	const char *names;           /* -n RUN,RUN... */
	const char *benchmark;       /* -b */
	const char *alternative;     /* -a: another report of the benchmark */
	const char *heading;         /* --sub-heading */
	const char *monitor;         /* --print-monitor */
	const char *from_json;
	enum peer_format format;
	bool ratio, significance, no_compare, json_export, help;
	const char *words[PEER_WORDS_MAX]; /* ours: folders of runs, or one of all of them */
	size_t word_count;
	/* of compare-kernels.sh: the whole report */
	const char *baseline;
	const char *compared[PEER_WORDS_MAX]; /* --compare, any number of times */
	size_t compared_count;
	const char *exclude; /* RUN,RUN...: left out of those that are there */
	const char *title;
	const char *output_directory, *output_file;
	bool sort_version;
};

/* True when some --style names one of the peer's tables. */
NODISCARD bool peer_options_meant(int argc, char **argv);

/*
 * argv[1..argc). Texts are borrowed. ERR_INPUT for what is no option and an option without its
 * value, ERR_LIMIT for too many words; what the program needs is not checked.
 */
NODISCARD enum err peer_options_parse(int argc, char **argv, struct peer_options *out,
				      struct error *err);

/* What help says of them. */
#define PEER_OPTIONS_HELP                                                                          \
	"Options of --style mmtests, mmtests-2025 and mmtests-2015 (as of 2026-06, 2025-11, "      \
	"2015-03):\n"                                                                              \
	"those of mmtests' compare-mmtests.pl, with one dash or two and any beginning of a name\n" \
	"  -d, --directory DIR   folder or archive of the runs: work/log\n"                        \
	"  -n, --names A,B,...   runs, the baseline first (all, in the order of their begin)\n"    \
	"  -b, --benchmark NAME  its table (without: the whole report of compare-kernels.sh)\n"    \
	"  -a, --altreport NAME  another table of the benchmark: latency, thread, time ...\n"      \
	"  --sub-heading TEXT    operations that begin so only; a regular expression\n"            \
	"  --print-monitor NAME  what a monitor saw: duration, mmtests-vmstat, vmstat ...\n"       \
	"  --print-ratio         ratios to the baseline, and their geometric mean\n"               \
	"  --print-significance  rows that say how far apart means are\n"                          \
	"  --no-compare          values without percentages\n"                                     \
	"  --format FORMAT       text, html or docbook (text)\n"                                   \
	"  --json-export         write DIR/NAME.json.zst, too\n"                                   \
	"  --from-json FILE      read that, or what extract-mmtests.pl --print-json prints\n"

#endif
