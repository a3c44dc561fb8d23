/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ingest/push.h"
#include "lib/num.h"

enum {
	OPTION_SERVER = 1,
	OPTION_NAME,
	OPTION_BASELINE,
	OPTION_DRY_RUN,
	OPTION_RETRIES,
	OPTION_MAX_TIME,
	OPTION_JSON,
	OPTION_FAIL_ON,
	OPTION_WAIT,
};
enum { RETRIES = 5, RETRIES_MAX = 100, TIME_S = 1800, TIME_MAX_S = 24 * 3600 };
enum { DIAGNOSTICS_SHOWN = 3, WORST_SHOWN = 5 };
enum { STATUS_FAIL_ON = 9 };

struct push {
	struct cmd_input in;
	struct push_options options;
	struct pack_options pack;
	struct slice server;                   /* --server */
	bool fails_on_worse, fails_on_unclear; /* --fail-on */
	bool prints_json;
	bool shows_progress;
	struct arena arena; /* of one upload */
	int status;
};

/* ---- what a terminal sees meanwhile ---- */

static void show_packing(size_t files, uint64_t bytes)
{
	(void)fprintf(stderr, "\r\033[Kpacking: %zu files, %llu MiB", files,
		      (unsigned long long)(bytes / MiB));
}

static void show_sending(uint64_t sent, uint64_t size_bytes)
{
	(void)fprintf(stderr, "\r\033[Ksending: %llu of %llu KiB", (unsigned long long)(sent / KiB),
		      (unsigned long long)(size_bytes / KiB));
}

static void end_progress(bool shows_progress)
{
	if (shows_progress)
		(void)fputs("\r\033[K", stderr);
}

static void show_waiting(const struct push_wait *wait)
{
	end_progress(isatty(STDERR_FILENO));
	(void)fprintf(stderr, "memcgperf: %s; trying again in %.1f s", wait->why,
		      (double)wait->wait_ms / 1000);
	if (wait->retries > 0)
		(void)fprintf(stderr, " (%u of %u)", wait->retry, wait->retries);
	(void)fputc('\n', stderr);
}

/* ---- what is printed of an answer ---- */

static void print_count(int64_t count, const char *one, const char *more)
{
	if (count > 0)
		(void)printf(", %lld %s", (long long)count, count == 1 ? one : more);
}

static const char *outcome(const struct push *push, const struct push_run *run)
{
	if (run->is_new)
		return push->options.dry_run ? "would be new" : "new";
	return run->is_withdrawn ? "withdrawn before, not stored again" : "known";
}

static void print_runs(const struct push *push, const struct push_answer *answer)
{
	for (size_t i = 0; i < answer->run_count; i++) {
		const struct push_run *run = &answer->runs[i];

		(void)printf("%.*s  %.*s: %s", SLICE_FMT(run->id), SLICE_FMT(run->name),
			     outcome(push, run));
		print_count(run->samples, "sample", "samples");
		print_count(run->summaries, "summary", "summaries");
		(void)printf("\n");
	}
}

static void print_worse(const struct push_worse *worse)
{
	bool is_difference = worse->unit.n > 0;
	double scale = is_difference ? 1 : 100;

	(void)printf("  worse: %.*s: %+.3g%.*s [%+.3g, %+.3g], %.*s\n", SLICE_FMT(worse->metric),
		     scale * worse->effect, SLICE_FMT(is_difference ? worse->unit : SLICE(" %")),
		     scale * worse->lo, scale * worse->hi, SLICE_FMT(worse->run));
}

static void print_verdict(const struct push_answer *answer)
{
	if (answer->verdict.n == 0)
		return;
	(void)printf("against the baseline: %.*s", SLICE_FMT(answer->verdict));
	if (answer->counts.n > 0)
		(void)printf(" (%.*s)", SLICE_FMT(answer->counts));
	(void)printf("\n");
	for (size_t i = 0; i < answer->worst_count && i < WORST_SHOWN; i++)
		print_worse(&answer->worst[i]);
}

/* The comparison if there is one, else the first run. */
static void print_link(const struct push_answer *answer)
{
	struct slice link = answer->compare.n > 0 ? answer->compare : answer->runs[0].url;

	if (link.n > 0)
		(void)printf("%.*s\n", SLICE_FMT(link));
}

static void print_diagnostics(const char *path, const struct push_answer *answer)
{
	size_t shown = answer->diagnostic_count;

	if (shown > DIAGNOSTICS_SHOWN)
		shown = DIAGNOSTICS_SHOWN;
	if (answer->run_count > 0 && shown > 0)
		(void)fprintf(stderr, "memcgperf: %s: not understood (%lld):\n", path,
			      (long long)answer->diagnostics_in_all);
	for (size_t i = 0; i < shown; i++) {
		const struct push_diagnostic *diagnostic = &answer->diagnostics[i];

		(void)fputs("  ", stderr);
		if (diagnostic->path.n > 0)
			(void)fprintf(stderr, "%.*s:%lld: ", SLICE_FMT(diagnostic->path),
				      (long long)diagnostic->line);
		(void)fprintf(stderr, "%.*s\n", SLICE_FMT(diagnostic->message));
	}
	if (answer->diagnostics_in_all > (int64_t)shown)
		(void)fprintf(stderr, "  ... more with --json\n");
}

/* ---- one upload ---- */

/* 0, or the status that --fail-on asks for. No verdict is none that may pass. */
static int status_of(const struct push *push, const char *path, const struct push_answer *answer)
{
	struct error err;

	if (!push->fails_on_worse && !push->fails_on_unclear)
		return 0;
	if (answer->verdict.n == 0) {
		(void)error_set(&err, ERR_NOT_FOUND,
				"it is stored, but not held against the baseline");
		return cmd_fail(path, &err);
	}
	if ((push->fails_on_worse && slice_is(answer->verdict, "worse")) ||
	    (push->fails_on_unclear && answer->has_unclear))
		return STATUS_FAIL_ON;
	return 0;
}

static void send_packed(struct push *push, const char *path, const struct packed *packed)
{
	struct push_answer answer;
	struct error err;
	struct buf body;
	enum err e;

	buf_init(&body);
	e = push_send(&push->arena, &push->options, packed, &body, &answer, &err);
	end_progress(push->shows_progress);
	if (push->prints_json && body.n > 0)
		(void)printf("%s\n", body.data);
	if (e != OK)
		push->status = cmd_fail(path, &err);
	else if (!push->prints_json)
		print_runs(push, &answer);
	print_diagnostics(path, &answer);
	if (e == OK && !push->prints_json && !push->options.dry_run) {
		print_verdict(&answer);
		print_link(&answer);
	}
	if (e == OK && push->status == 0)
		push->status = status_of(push, path, &answer);
	buf_release(&body);
}

static void push_path(struct push *push, const char *path)
{
	struct packed packed;
	struct error err;

	arena_reset(&push->arena);
	if (pack_open(&push->arena, path, &push->pack, &packed, &err) != OK) {
		end_progress(push->shows_progress);
		push->status = cmd_fail(path, &err);
		return;
	}
	send_packed(push, path, &packed);
	(void)close(packed.fd); /* only read from */
}

/* ---- options ---- */

static int take_number(const char *name, uint64_t min, uint64_t max, uint64_t *out)
{
	uint64_t value;

	if (!num_uint(slice_str(optarg), &value) || value < min || value > max)
		return cmd_usage(name, "'%s' is no number from %llu to %llu", optarg,
				 (unsigned long long)min, (unsigned long long)max);
	*out = value;
	return 0;
}

/* "worse", "unclear", or both with ',' between. */
static int take_fail_on(struct push *push, const char *name)
{
	struct slice rest = slice_str(optarg), word;

	while (slice_split(&rest, ',', &word)) {
		if (slice_is(word, "worse"))
			push->fails_on_worse = true;
		else if (slice_is(word, "unclear"))
			push->fails_on_unclear = true;
		else
			return cmd_usage(name, "--fail-on takes worse, unclear or both, not '%.*s'",
					 SLICE_FMT(word));
	}
	return 0;
}

static int take_option(struct push *push, const char *name, int option)
{
	struct error err;
	uint64_t number = 0;
	int status = 0;

	switch (option) {
	case OPTION_SERVER:
		push->server = slice_str(optarg);
		break;
	case OPTION_NAME:
		push->in.batch.name = slice_str(optarg);
		break;
	case OPTION_BASELINE:
		push->options.baseline = slice_str(optarg);
		break;
	case OPTION_DRY_RUN:
		push->options.dry_run = true;
		break;
	case OPTION_JSON:
		push->prints_json = true;
		break;
	case OPTION_FAIL_ON:
		status = take_fail_on(push, name);
		break;
	case OPTION_WAIT:
		status = take_number(name, 1, TIME_MAX_S, &number);
		push->options.wait_ms = (int64_t)number * 1000;
		break;
	case OPTION_RETRIES:
		status = take_number(name, 0, RETRIES_MAX, &number);
		push->options.retries = (unsigned)number;
		break;
	case OPTION_MAX_TIME:
		status = take_number(name, 1, TIME_MAX_S, &number);
		push->options.time_ms = (int64_t)number * 1000;
		break;
	default:
		if (cmd_input_option(&push->in, option, &err) != OK)
			status = cmd_usage(name, "%s", err.text);
	}
	return status;
}

static int check_options(const struct push *push, const char *name)
{
	bool judges = push->fails_on_worse || push->fails_on_unclear || push->options.wait_ms > 0;

	if (judges && push->options.baseline.n == 0)
		return cmd_usage(name, "--fail-on and --wait need a --baseline");
	if (judges && push->options.dry_run)
		return cmd_usage(name, "a dry run stores nothing that --fail-on could look at");
	return 0;
}

/* 0, or the status of wrong usage. */
static int take_options(struct push *push, int argc, char **argv)
{
	static const struct option options[] = {
		{ "server", required_argument, NULL, OPTION_SERVER },
		{ "name", required_argument, NULL, OPTION_NAME },
		{ "kernel", required_argument, NULL, CMD_INPUT_KERNEL },
		{ "machine", required_argument, NULL, CMD_INPUT_MACHINE },
		{ "config", required_argument, NULL, CMD_INPUT_CONFIG },
		{ "benchmark", required_argument, NULL, CMD_INPUT_BENCHMARK },
		{ "iteration", required_argument, NULL, CMD_INPUT_ITERATION },
		{ "format", required_argument, NULL, CMD_INPUT_FORMAT },
		{ "baseline", required_argument, NULL, OPTION_BASELINE },
		{ "fail-on", required_argument, NULL, OPTION_FAIL_ON },
		{ "wait", required_argument, NULL, OPTION_WAIT },
		{ "dry-run", no_argument, NULL, OPTION_DRY_RUN },
		{ "json", no_argument, NULL, OPTION_JSON },
		{ "retries", required_argument, NULL, OPTION_RETRIES },
		{ "max-time", required_argument, NULL, OPTION_MAX_TIME },
		{ "max-total", required_argument, NULL, CMD_INPUT_MAX_TOTAL },
		{ "max-file", required_argument, NULL, CMD_INPUT_MAX_FILE },
		{ "max-entries", required_argument, NULL, CMD_INPUT_MAX_ENTRIES },
		{ 0 },
	};
	int option, status = 0;

	while (status == 0 && (option = cmd_option(argc, argv, options)) != -1)
		status = option == '?' ? CMD_STATUS_USAGE : take_option(push, argv[0], option);
	if (status == 0 && optind == argc)
		status = cmd_usage(argv[0], "name a file, a folder, an archive, or '-'");
	return status == 0 ? check_options(push, argv[0]) : status;
}

static void settle_options(struct push *push)
{
	const struct unpack_limits *limits = &push->in.pipeline.limits;

	push->options.told = push->in.batch;
	push->options.format = push->in.pipeline.format;
	push->options.waiting = show_waiting;
	push->pack = (struct pack_options){
		.total_bytes = limits->total_bytes,
		.file_bytes = limits->file_bytes,
		.entries = limits->entries,
	};
	push->shows_progress = isatty(STDERR_FILENO);
	if (push->shows_progress) {
		push->options.progress = show_sending;
		push->pack.progress = show_packing;
	}
}

static int push_all(struct push *push, char **paths, int count)
{
	struct client_config *client = &push->options.client;
	struct arena arena;
	struct error err;

	arena_init(&arena);
	if (client_config_get(&arena, push->server, client, &err) != OK) {
		push->status = cmd_fail(NULL, &err);
		if (err.code == ERR_INPUT)
			push->status = CMD_STATUS_USAGE; /* of the file or the environment */
		count = 0;
	} else if (client->token.n > 0 && client_config_is_open(client->server)) {
		(void)fprintf(stderr,
			      "memcgperf: warning: the token goes to %.*s unencrypted: use "
			      "https://\n",
			      SLICE_FMT(client->server));
	}
	arena_init(&push->arena);
	for (int i = 0; i < count; i++)
		push_path(push, paths[i]);
	arena_release(&push->arena);
	arena_release(&arena);
	return push->status;
}

static int push_run(int argc, char **argv)
{
	struct push push = { .options = { .retries = RETRIES, .time_ms = TIME_S * 1000 } };
	int status;

	cmd_input_init(&push.in);
	status = take_options(&push, argc, argv);
	if (status != 0)
		return status;
	settle_options(&push);
	return push_all(&push, argv + optind, argc - optind);
}

const struct command cmd_push = {
	.name = "push",
	.summary = "send results to a server",
	.arguments = "[OPTION]... PATH...",
	.help = "Sends results to memcgperfd: each PATH is one upload, stored whole or not at "
		"all.\n"
		"PATH is a file or archive, which is sent as it is, a folder, which is packed, or\n"
		"'-' for standard input. Prints one line a run (its id, its name, whether it is\n"
		"new), then a link: to the comparison with --baseline, else to the run. It is "
		"safe\n"
		"to send the same again: the answer is the run that is known.\n"
		"\n"
		"  --server URL        https://HOST; else $MEMCGPERF_SERVER, else the config "
		"file's\n"
		"  --name NAME         of results that name no run themselves\n"
		"  --baseline WHAT     compare with a run, a kernel, or same-kernel-off\n"
		"  --fail-on WHAT      end with status 9 when a result is worse than the "
		"baseline's\n"
		"                      (worse), or one is unclear or none can be tested "
		"(unclear);\n"
		"                      with ',' between, both\n"
		"  --wait SECONDS      while there is no verdict, as the baseline is not stored "
		"yet,\n"
		"                      ask again for so long\n"
		"  --dry-run           have it read and checked, but not stored\n"
		"  --json              print the server's answer\n"
		"\n"
		"The token is $MEMCGPERF_TOKEN, else the config file's. The file is\n"
		"$XDG_CONFIG_HOME/memcgperf/config, else ~/.config/memcgperf/config:\n"
		"  server = https://memcg.example.org\n"
		"  token = mp_s_...\n"
		"Its token goes to its server only, and nobody else may read it (chmod 600).\n"
		"http:// to another machine gives a warning, as the token can be read on the way.\n"
		"\n"
		"What is known of the results (wins over what they say themselves):\n"
		"  --kernel NAME       kernel release, or any name for it\n"
		"  --machine NAME      name of the machine\n"
		"  --config KEY=VALUE  mode, placement, variant, or a build option or boot word\n"
		"  --benchmark NAME    for numbers that name no benchmark\n"
		"  --iteration N       for numbers that name no iteration, from 1\n"
		"  --format NAME       read only this format ('memcgperf formats' lists them)\n"
		"\n"
		"When the server is not reached, or is busy (429, 502, 503, 504), it is tried "
		"again\n"
		"after 1, 2, 4, ... seconds or what the server asks for:\n"
		"  --retries N         at most so often (5)\n"
		"  --max-time SECONDS  for all tries of an upload together (1800)\n"
		"\n"
		"Limits of what is packed (K, M and G are powers of 1024; the server has its "
		"own):\n"
		"  --max-total SIZE    all files of a folder, or standard input (4G)\n"
		"  --max-file SIZE     one file of a folder (1G)\n"
		"  --max-entries N     files and folders in a folder (200000)\n"
		"\n"
		"Exit status: 0 when all is stored or known; 1 when the server does not recognise\n"
		"or accept it; 2 for a wrong option; 3 when PATH is not there, or no memcgperfd "
		"at\n"
		"URL; 4 when it contradicts what is stored; 5 when the token is missing, wrong, "
		"or\n"
		"open to others; 6 when the server could not be reached or stayed busy: try again\n"
		"later; 7 for other trouble of the server or the network; 9 when all is stored "
		"and\n"
		"the results are as --fail-on says. With --fail-on, 3 also when there is no "
		"verdict.\n"
		"\n"
		"Examples:\n"
		"  memcgperf push work/log/6.11-series\n"
		"  memcgperf push --baseline same-kernel-off results.tar.zst\n"
		"  memcgperf push --baseline 6.11 --fail-on worse --wait 600 work/log\n"
		"  perf trace -s -- ls 2>&1 | memcgperf push --kernel 6.11 --name trace -\n",
	.run = push_run,
};
