/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/bcc_context.h"

#include "ingest/bpf_block.h"
#include "lib/num.h"

/* Tools whose output, or command line above it, we know. */
static const char *const tools[] = {
	"argdist",     "biolatency", "bitesize",   "btrfsdist",    "btrfsslower", "cachestat",
	"cpudist",     "dbstat",     "f2fsslower", "funcinterval", "readahead",   "tcpcong",
	"tcprtt",      "tcpsynbl",   "wqlat",      "drsnoop",      "ext4dist",    "ext4slower",
	"fsdist",      "fsslower",   "funccount",  "funclatency",  "funcslower",  "hardirqs",
	"llcstat",     "memleak",    "nfsdist",    "nfsslower",    "offcputime",  "offwaketime",
	"oomkill",     "profile",    "runqlat",    "runqlen",      "runqslower",  "shmsnoop",
	"slabratetop", "softirqs",   "stackcount", "syscount",     "trace",       "wakeuptime",
	"xfsdist",     "xfsslower",  "zfsdist",    "zfsslower",
};

/* How a sentence begins, and whose it is. Longer ones before their beginnings. */
static const struct {
	const char *begin, *tool, *what;
} sentences[] = {
	{ "Tracing run queue latency higher than", "runqslower", "" },
	{ "Tracing run queue latency", "runqlat", "" },
	{ "Sampling run queue length", "runqlen", "" },
	{ "Tracing block device I/O", "biolatency", "" },
	{ "Tracing on-CPU time", "cpudist", "on-CPU time" },
	{ "Tracing off-CPU time (us)", "offcputime", "" },
	{ "Tracing off-CPU time", "cpudist", "off-CPU time" },
	{ "Tracing soft irq event time", "softirqs", "" },
	{ "Tracing hard irq event time", "hardirqs", "" },
	{ "Tracing syscalls", "syscount", "" },
	{ "Tracing failed syscalls", "syscount", "" },
	{ "Tracing function calls slower than", "funcslower", "" },
	{ "Tracing blocked time (us) by kernel stack", "wakeuptime", "" },
	{ "Tracing blocked time (us) by kernel off-CPU", "offwaketime", "" },
	{ "Tracing oom_kill_process()", "oomkill", "" },
	{ "Sampling at ", "profile", "" },
	{ "Attaching to kernel allocators", "memleak", "" },
	{ "Attaching to pid ", "memleak", "" },
	{ "Tracing btrfs operation latency", "btrfsdist", "" },
	{ "Tracing ext4 operation latency", "ext4dist", "" },
	{ "Tracing nfs operation latency", "nfsdist", "" },
	{ "Tracing NFS operation latency", "nfsdist", "" },
	{ "Tracing xfs operation latency", "xfsdist", "" },
	{ "Tracing XFS operation latency", "xfsdist", "" },
	{ "Tracing zfs operation latency", "zfsdist", "" },
	{ "Tracing ZFS operation latency", "zfsdist", "" },
};

struct bcc_context bcc_context_init(void)
{
	return (struct bcc_context){ .time_s = RECORD_NO_NUMBER };
}

struct slice bcc_content(const struct text *text, size_t i)
{
	struct slice s = text->lines[i].s;

	for (s = slice_trim(s); slice_take(&s, "^C");)
		s = slice_trim(s);
	return s;
}

bool bcc_time(struct slice line, double *out)
{
	if (slice_take(&line, "[")) {
		size_t end = slice_find_char(line, ']');

		return end < line.n && bpf_clock(slice_head(line, end), out);
	}
	return bpf_clock(line, out);
}

struct slice bcc_unquote(struct slice s)
{
	char quote;

	s = slice_trim(s);
	if (slice_starts(s, "b'") || slice_starts(s, "b\""))
		s = slice_skip(s, 1);
	quote = s.n > 1 ? s.p[0] : '\0';
	if ((quote != '\'' && quote != '"') || s.p[s.n - 1] != quote)
		return s;
	return (struct slice){ s.p + 1, s.n - 2 };
}

bool bcc_is_probe(struct slice line)
{
	return line.n > 2 && line.p[1] == ':' &&
	       (line.p[0] == 'p' || line.p[0] == 'r' || line.p[0] == 't' || line.p[0] == 'u');
}

struct slice bcc_unit(struct slice word)
{
	static const struct {
		const char *word, *unit;
	} units[] = {
		{ "nsecs", "nsec" }, { "ns", "nsec" },    { "usecs", "usec" }, { "us", "usec" },
		{ "msecs", "msec" }, { "ms", "msec" },    { "secs", "s" },     { "s", "s" },
		{ "kbytes", "KiB" }, { "Kbytes", "KiB" }, { "MB", "MB" },      { "%", "%" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (slice_is(word, units[i].word))
			return slice_str(units[i].unit);
	return SLICE_NONE;
}

/* ---- command lines ---- */

static bool is_known(struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(tools); i++)
		if (slice_is(name, tools[i]))
			return true;
	return false;
}

/* "./argdist.py" and "/usr/sbin/argdist-bpfcc" are argdist. */
static struct slice tool_name(struct slice word)
{
	static const char *const endings[] = { ".py", "-bpfcc" };
	struct slice name = slice_basename(word);

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++)
		if (slice_ends(name, endings[i]))
			name.n -= slice_str(endings[i]).n;
	return is_known(name) ? name : SLICE_NONE;
}

static bool is_prompt(struct slice word)
{
	return word.n > 0 &&
	       (slice_ends(word, "#") || slice_ends(word, "$") || slice_ends(word, "%"));
}

/* The tool that a command line runs; "" when it is none of ours. */
static struct slice command(struct slice line)
{
	struct slice word = slice_field(&line), name;
	bool sure = is_prompt(word);

	if (sure)
		word = slice_field(&line);
	if (slice_is(word, "sudo")) {
		sure = true;
		word = slice_field(&line);
	}
	name = tool_name(word);
	if (!sure && !slice_starts(word, "./") && !slice_starts(word, "/"))
		return SLICE_NONE;
	return name;
}

/* ---- sentences ---- */

/* 'Tracing 1 functions for "F"... Hit', 'Tracing F... Hit', 'Tracing F.  Hit'. */
static bool take_function(struct bcc_context *context, struct slice line)
{
	struct slice word, rest = line, function = SLICE_NONE;
	uint64_t count;

	if (!slice_take(&rest, "Tracing ") ||
	    (slice_find(rest, "Ctrl-C") == rest.n && slice_find(rest, "Ctrl+C") == rest.n))
		return false;
	word = slice_field(&rest);
	if (num_uint(word, &count) && slice_take(&rest, " functions for ")) {
		if (count == 1)
			function = bcc_unquote(slice_head(rest, slice_find(rest, "...")));
	} else if (slice_ends(word, ".") && slice_find_char(word, '.') > 0) {
		function = slice_head(word, slice_find_char(word, '.'));
	} else {
		return false;
	}
	context->function = function;
	context->functions = true;
	context->what = SLICE_NONE;
	if (!context->commanded)
		context->tool = SLICE_NONE;
	return true;
}

static bool take_sentence(struct bcc_context *context, struct slice line)
{
	for (size_t i = 0; i < ARRAY_SIZE(sentences); i++) {
		if (!slice_starts(line, sentences[i].begin))
			continue;
		if (!context->commanded || sentences[i].what[0] != '\0')
			context->tool = slice_str(sentences[i].tool);
		context->what = slice_str(sentences[i].what);
		context->function = SLICE_NONE;
		context->functions = false;
		return true;
	}
	return take_function(context, line);
}

bool bcc_context_line(struct bcc_context *context, struct slice line)
{
	struct slice tool;
	double time_s;

	if (line.n == 0)
		return false;
	if (bcc_time(line, &time_s)) {
		context->time_s = time_s;
		return false;
	}
	tool = command(line);
	if (tool.n > 0) {
		*context = bcc_context_init();
		context->tool = tool;
		context->commanded = true;
		return true;
	}
	return take_sentence(context, line);
}
