/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parsers of the benchmarks of file systems and disks. */
#include "ingest/bench.h"
#include "ingest/perl.h"

/* ---- dbench, tbench: mmtests sorts the output into three files ---- */

/* " 0 completed in 376 ms at time 376 ms" */
static enum err loadfile_line(struct bench_file *file, struct slice line, struct error *err)
{
	return bench_put_tuple(file,
			       &(struct bench_tuple){
				       .metric = SLICE("loadfile"),
				       .a = file->of.a,
				       .number = awk_print(perl_value(awk_word(line, 8)) / 1000),
				       .text = awk_word(line, 4),
				       .headline = true,
			       },
			       err);
}

/* "   1     10840    57.46 MB/sec  execute   1 sec  latency 15.736 ms" */
static enum err tput_line(struct bench_file *file, struct slice line, struct error *err)
{
	return bench_put_tuple(file,
			       &(struct bench_tuple){
				       .metric = SLICE("tput"),
				       .a = file->of.a,
				       .number = perl_value(awk_word(line, 6)),
				       .text = awk_word(line, 3),
			       },
			       err);
}

/* " NTCreateX     128218     0.013     6.103": name, count, average and maximal latency in ms */
static enum err op_line(struct bench_file *file, struct slice line, struct error *err)
{
	return bench_put_tuple(file,
			       &(struct bench_tuple){
				       .metric = arena_printf(file->arena, "op-%.*s",
							      SLICE_FMT(awk_word(line, 1))),
				       .a = file->of.a,
				       .text = awk_word(line, 3),
			       },
			       err);
}

static enum err parse_dbench(struct bench_file *file, struct error *err)
{
	struct slice kind = file->of.b, line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (slice_is(kind, "loadfile"))
			e = loadfile_line(file, line, err);
		else if (slice_is(kind, "tput"))
			e = tput_line(file, line, err);
		else if (slice_is(kind, "op"))
			e = op_line(file, line, err);
	}
	return e;
}

const struct bench_parser bench_dbench = { "dbench", parse_dbench };

/* ---- fio ---- */

enum {
	FIO_FIELDS = 90,
	FIO_NAME = 2,
	FIO_READ_KB = 5,
	FIO_READ = 44,
	FIO_WRITE_KB = 46,
	FIO_WRITE = 85
};

static enum err fio_direction(struct bench_file *file, struct slice name, const char *direction,
			      struct slice value, struct error *err)
{
	return bench_put_tuple(file,
			       &(struct bench_tuple){
				       .metric = SLICE("kb/sec"),
				       .a = name,
				       .b = slice_str(direction),
				       .number = 1,
				       .text = value.p != NULL ? value : SLICE(""),
				       .headline = true,
			       },
			       err);
}

/* Terse format, version 3. */
static enum err fio_line(struct bench_file *file, struct slice line, struct error *err)
{
	struct slice fields[FIO_FIELDS] = { 0 };
	struct slice name;
	enum err e = OK;

	for (size_t i = 0; i < FIO_FIELDS && slice_split(&line, ';', &fields[i]); i++)
		;
	name = bench_keep(file, fields[FIO_NAME]);
	if (perl_value(fields[FIO_READ_KB]) > 0)
		e = fio_direction(file, name, "read", fields[FIO_READ], err);
	if (e == OK && perl_value(fields[FIO_WRITE_KB]) > 0)
		e = fio_direction(file, name, "write", fields[FIO_WRITE], err);
	return e;
}

static enum err parse_fio(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line))
		e = fio_line(file, line, err);
	return e;
}

const struct bench_parser bench_fio = { "fio", parse_fio };

/* Cuts what stands before ", " off *rest. */
static struct slice take_listed(struct slice *rest)
{
	size_t at = slice_find(*rest, ", ");
	struct slice part = slice_head(*rest, at);

	*rest = slice_skip(*rest, at + 2);
	return part;
}

/* "1, 12345, 0, 4096": milliseconds, latency, direction, size */
static enum err parse_fio_latency(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		double time = perl_value(take_listed(&line));
		struct slice latency = take_listed(&line);
		double direction = perl_value(take_listed(&line));

		if (direction != 0 && direction != 1)
			continue;
		e = bench_put(file, direction == 0 ? "latency-read" : "latency-write",
			      perl_print(time / 1000), latency, err);
	}
	return e;
}

const struct bench_parser bench_fio_latency = { "fio-latency", parse_fio_latency };

/* ---- fs_mark: the rows below the heading that ends in "App Overhead" ---- */

static enum err parse_fsmark(struct bench_file *file, struct error *err)
{
	struct slice line, word;
	bool is_below = false;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		bool is_heading = slice_find(line, "App Overhead") < line.n;

		is_below = is_below || is_heading;
		word = awk_word(line, 4);
		if (is_below && !is_heading && word.n > 0)
			e = bench_put(file, "files_sec", ++*file->count, word, err);
	}
	return e;
}

const struct bench_parser bench_fsmark = { "fsmark", parse_fsmark };

/* ---- bonnie++ ---- */

enum { BONNIE_OPS = 12 };

static const struct bonnie_op {
	const char *word, *metric, *tput;
	size_t field; /* of the line with commas */
} bonnie_ops[BONNIE_OPS] = {
	{ "pc", "latency-SeqOut:char", "SeqOut char", 9 },
	{ "wr", "latency-SeqOut:block", "SeqOut block", 11 },
	{ "rw", "latency-SeqOut:rewrite", "SeqOut rewrite", 13 },
	{ "gc", "latency-SeqIn:char", "SeqIn char", 15 },
	{ "rd", "latency-SeqIn:block", "SeqIn block", 17 },
	{ "sk", "latency-Random:seeks", "Random seeks", 19 },
	{ "cs", "latency-SeqCreate:create", "SeqCreate ops", 26 },
	{ "ss", "latency-SeqCreate:read", "SeqCreate read", 28 },
	{ "ds", "latency-SeqCreate:del", "SeqCreate del", 30 },
	{ "cr", "latency-RandCreate:create", "RandCreate ops", 32 },
	{ "sr", "latency-RandCreate:read", "RandCreate read", 34 },
	{ "dr", "latency-RandCreate:del", "RandCreate del", 36 },
};

/* "wr 1234": an operation and its latency */
static enum err parse_bonnie(struct bench_file *file, struct error *err)
{
	double counts[BONNIE_OPS] = { 0 };
	struct slice line, word, value;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (!slice_split(&line, ' ', &word))
			continue;
		if (!slice_split(&line, ' ', &value))
			value = SLICE("");
		for (size_t i = 0; e == OK && i < BONNIE_OPS; i++)
			if (slice_is(word, bonnie_ops[i].word))
				e = bench_put(file, bonnie_ops[i].metric, ++counts[i], value, err);
	}
	return e;
}

const struct bench_parser bench_bonnie = { "bonnie++", parse_bonnie };

static bool is_name_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
}

/* "1.98,1.98,host,1,...": what was too quick to tell is "+++++" */
static bool is_bonnie_line(struct slice line)
{
	size_t i = 0;

	while (i < line.n && is_name_character(line.p[i]))
		i++;
	return i > 0 && i < line.n && line.p[i] == ',';
}

static enum err bonnie_line(struct bench_file *file, struct slice line, struct error *err)
{
	struct slice fields[40] = { 0 };
	enum err e = OK;

	for (size_t i = 0; i < ARRAY_SIZE(fields) && slice_split(&line, ',', &fields[i]); i++)
		;
	for (size_t i = 0; e == OK && i < BONNIE_OPS; i++) {
		struct slice value = fields[bonnie_ops[i].field];
		struct bench_tuple tuple = {
			.metric = slice_str(bonnie_ops[i].tput),
			.number = 1,
			.text = value,
			.headline = bonnie_ops[i].field == 11,
		};

		if (!slice_starts(value, "+") && perl_value(value) > 0)
			e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

static enum err parse_bonnie_tput(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line))
		if (is_bonnie_line(line))
			e = bonnie_line(file, line, err);
	return e;
}

const struct bench_parser bench_bonnie_tput = { "bonnie++-csv", parse_bonnie_tput };

/* ---- blogbench: "Final score for writes:          53" ---- */

static struct slice without_colons(struct bench_file *file, struct slice word)
{
	char *out = arena_alloc(file->arena, word.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < word.n; i++)
		if (word.p[i] != ':')
			out[n++] = word.p[i];
	return (struct slice){ out, n };
}

static enum err parse_blogbench(struct bench_file *file, struct error *err)
{
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		struct bench_tuple tuple = { .number = file->number };

		if (slice_find(line, "Final score for") == line.n)
			continue;
		tuple.metric = without_colons(file, awk_word(line, 4));
		tuple.text = without_colons(file, awk_word(line, -1));
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_blogbench = { "blogbench", parse_blogbench };

/* ---- S-startup: seconds, one a line; in a folder for each program and pattern of disk load ----
 */

static const char *const sstartup_patterns[] = { "0r0w-seq", "5r5w-seq", "10r0w-seq" };

static enum err parse_sstartup(struct bench_file *file, struct error *err)
{
	struct bench_tuple tuple = {
		.metric = arena_printf(file->arena, "time-%.*s", SLICE_FMT(file->of.a)),
	};
	struct slice line;
	enum err e = OK;

	for (size_t i = 0; i < ARRAY_SIZE(sstartup_patterns); i++)
		if (slice_ends(file->of.b, sstartup_patterns[i]))
			tuple.a = slice_str(sstartup_patterns[i]);
	while (e == OK && tuple.a.n > 0 && input_line(file->input, &line)) {
		tuple.number++;
		tuple.text = slice_trim(line);
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_sstartup = { "S-startup", parse_sstartup };

/* ---- io_uring's t/io_uring: "IOPS=1.23M, BW=..." ---- */

/* What stands behind the first '=' before a digit, in thousands; 0 = no such number. */
static double kilo_rate(struct slice line)
{
	for (; line.n > 1; line = slice_skip(line, 1)) {
		struct slice number = slice_skip(line, 1);
		size_t n = 0;

		while (n < number.n &&
		       ((number.p[n] >= '0' && number.p[n] <= '9') || number.p[n] == '.'))
			n++;
		if (line.p[0] == '=' && n > 0 && n < number.n && number.p[n] >= 'A' &&
		    number.p[n] <= 'Z')
			return perl_value(slice_head(number, n)) * (number.p[n] == 'K'   ? 1
								    : number.p[n] == 'M' ? 1000
											 : 0);
	}
	return 0;
}

static enum err parse_io_uring(struct bench_file *file, struct error *err)
{
	struct bench_tuple tuple = { .metric = SLICE("IOops"), .a = SLICE("1") };
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		if (slice_find(line, "IOPS=") == line.n)
			continue;
		tuple.number++;
		tuple.value = awk_print(kilo_rate(line));
		e = bench_put_tuple(file, &tuple, err);
	}
	return e;
}

const struct bench_parser bench_io_uring = { "t/io_uring", parse_io_uring };

/* ---- dbench until 2025: the output as it comes ---- */

/* A line with text, whose word `number` is the interval (0 = a count) and `value` the value. */
struct dbench_words {
	const char *text, *metric;
	size_t number, value;
	double factor; /* of the interval */
};

static enum err parse_dbench_lines(struct bench_file *file, const struct dbench_words *what,
				   struct error *err)
{
	struct perl_words words;
	struct slice line;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		double number = ++*file->count;

		if (slice_find(line, what->text) == line.n)
			continue;
		perl_split(slice_trim(line), &words);
		if (what->number > 0)
			number = perl_value(perl_word(&words, what->number)) * what->factor;
		/* probably below 0, and wrapped */
		if (perl_value(perl_word(&words, what->value)) > 2147483648.0)
			continue;
		e = bench_put(file, what->metric, number, perl_word(&words, what->value), err);
	}
	return e;
}

static enum err parse_dbench_loadfile(struct bench_file *file, struct error *err)
{
	static const struct dbench_words what = { "completed in", "", 7, 3, 0.001 };

	return parse_dbench_lines(file, &what, err);
}

static enum err parse_dbench_latency(struct bench_file *file, struct error *err)
{
	static const struct dbench_words what = { "execute", "latency", 0, 8, 1 };

	return parse_dbench_lines(file, &what, err);
}

static enum err parse_dbench_tput(struct bench_file *file, struct error *err)
{
	static const struct dbench_words what = { "sec  execute", "", 5, 2, 1 };

	return parse_dbench_lines(file, &what, err);
}

const struct bench_parser bench_dbench_loadfile = { "dbench-loadfile", parse_dbench_loadfile };
const struct bench_parser bench_dbench_latency = { "dbench-latency", parse_dbench_latency };
const struct bench_parser bench_dbench_tput = { "dbench-tput", parse_dbench_tput };

static bool is_dbench_op(struct slice word)
{
	static const char *const ops[] = {
		"NTCreateX", "Close",  "Rename",  "Unlink", "Deltree",   "Mkdir",
		"Qpathinfo", "WriteX", "ReadX",   "Flush",  "Qfileinfo", "Qfsinfo",
		"Sfileinfo", "LockX",  "UnlockX", "Find",
	};

	for (size_t i = 0; i < ARRAY_SIZE(ops); i++)
		if (slice_is(word, ops[i]))
			return true;
	return false;
}

/* " NTCreateX     128218     0.013     6.103", below the heading with "Operation" */
static enum err parse_dbench_ops(struct bench_file *file, struct error *err)
{
	struct perl_words words;
	struct slice line;
	bool is_below = false;
	enum err e = OK;

	while (e == OK && input_line(file->input, &line)) {
		is_below = is_below || slice_find(line, "Operation") < line.n;
		perl_split(line, &words);
		if (!is_below || !is_dbench_op(perl_word(&words, 1)))
			continue;
		for (size_t i = 0; e == OK && i < 3; i++) {
			struct bench_tuple tuple = {
				.metric = slice_str(file->row->metrics[i].label),
				.a = bench_keep(file, perl_word(&words, 1)),
				.b = file->of.a,
				.text = perl_word(&words, i + 2),
			};

			e = bench_put_tuple(file, &tuple, err);
		}
	}
	return e;
}

const struct bench_parser bench_dbench_ops = { "dbench-ops", parse_dbench_ops };
