/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_take.h"

#include "lib/num.h"

/* ---- telling ---- */

enum err facts_odd_line(struct facts *facts, const char *expected, struct error *err)
{
	return sink_diagnostic(facts->sink, facts->input->line_no, err, "expected %s", expected);
}

enum err facts_tell(struct facts *facts, const char *key, struct slice value, struct error *err)
{
	if (value.n == 0)
		return OK;
	if (value.n > RECORD_TEXT_MAX)
		return sink_diagnostic(facts->sink, facts->input->line_no, err,
				       "%s is longer than %d bytes", key, RECORD_TEXT_MAX);
	return sink_meta(facts->sink, facts->input->line_no, key, value, err);
}

enum err facts_tell_number(struct facts *facts, const char *key, uint64_t value, struct error *err)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%llu", (unsigned long long)value); /* it fits */
	return facts_tell(facts, key, slice_str(text), err);
}

enum err facts_tell_named(struct facts *facts, const char *key, struct slice name,
			  struct slice value, struct error *err)
{
	char text[256];
	int n = snprintf(text, sizeof(text), "%s.%.*s", key, SLICE_FMT(name));

	if (n < 0 || (size_t)n >= sizeof(text))
		return facts_odd_line(facts, "a shorter name", err);
	return facts_tell(facts, text, value, err);
}

/* ---- values ---- */

enum err facts_take_all(struct facts *facts, const struct rule *rule, struct slice rest,
			struct error *err)
{
	return facts_tell(facts, rule->key, rest, err);
}

enum err facts_take_count(struct facts *facts, const struct rule *rule, struct slice rest,
			  struct error *err)
{
	uint64_t value;

	if (!num_uint(slice_field(&rest), &value))
		return facts_odd_line(facts, "a number", err);
	return facts_tell_number(facts, rule->key, value, err);
}

/* "2027280 kB" */
enum err facts_take_kib(struct facts *facts, const struct rule *rule, struct slice rest,
			struct error *err)
{
	uint64_t kib;

	if (!num_uint(slice_field(&rest), &kib) || kib > UINT64_MAX / KiB)
		return facts_odd_line(facts, "an amount of memory in kB", err);
	return facts_tell_number(facts, rule->key, kib * KiB, err);
}

/* "always madvise [never]", "none voluntary (full)": the one that is chosen */
enum err facts_take_chosen(struct facts *facts, const struct rule *rule, struct slice rest,
			   struct error *err)
{
	while (rest.n > 0) {
		struct slice word = slice_field(&rest);

		if (word.n > 2 && (word.p[0] == '[' || word.p[0] == '('))
			return facts_tell(facts, rule->key,
					  (struct slice){ word.p + 1, word.n - 2 }, err);
	}
	return facts_odd_line(facts, "a chosen one in brackets", err);
}

/* PRETTY_NAME="Debian GNU/Linux 12 (bookworm)" */
enum err facts_take_quoted(struct facts *facts, const struct rule *rule, struct slice rest,
			   struct error *err)
{
	if (rest.n >= 2 && rest.p[0] == '"' && rest.p[rest.n - 1] == '"')
		rest = (struct slice){ rest.p + 1, rest.n - 2 };
	return facts_tell(facts, rule->key, rest, err);
}

/* The governor "performance" may decide which speed to use */
enum err facts_take_first_quoted(struct facts *facts, const struct rule *rule, struct slice rest,
				 struct error *err)
{
	struct slice value;

	if (!slice_take(&rest, "\"") || !slice_split(&rest, '"', &value))
		return facts_odd_line(facts, "a name in quotes", err);
	return facts_tell(facts, rule->key, value, err);
}

/* What grep -r prints behind the folder: "meltdown:Mitigation: PTI", "swappiness:60" */
enum err facts_take_named(struct facts *facts, const struct rule *rule, struct slice rest,
			  struct error *err)
{
	struct slice name;

	if (!slice_split(&rest, ':', &name) || rest.n == 0)
		return facts_odd_line(facts, "NAME:value", err);
	return facts_tell_named(facts, rule->key, name, slice_trim(rest), err);
}

/* That the line is there says it all. */
enum err facts_take_yes(struct facts *facts, const struct rule *rule, struct slice rest,
			struct error *err)
{
	(void)rest;
	return facts_tell(facts, rule->key, SLICE("y"), err);
}

/* "1796068486 ./run-mmtests.sh: Failed to do something": epoch and what went wrong */
enum err facts_take_failure(struct facts *facts, const struct rule *rule, struct slice rest,
			    struct error *err)
{
	uint64_t epoch_s;
	struct slice text = rest;

	if (num_uint(slice_field(&text), &epoch_s))
		rest = slice_trim(text);
	return facts_tell(facts, rule->key, rest, err);
}

/* ---- kernel ---- */

/* Cuts the last word off *s; empty when there is none. */
static struct slice take_last_word(struct slice *s)
{
	struct slice text = slice_trim_end(*s);
	size_t start = text.n;

	while (start > 0 && text.p[start - 1] != ' ' && text.p[start - 1] != '\t')
		start--;
	*s = slice_trim_end(slice_head(text, start));
	return slice_skip(text, start);
}

/*
 * uname -a: "memcg-guest 6.1.0-57-cloud-amd64 #1 SMP ... Debian 6.1.192-3 (2026-11-26) x86_64
 * GNU/Linux". Some distributions print the architecture three times, or "unknown".
 */
enum err facts_take_uname(struct facts *facts, const struct rule *rule, struct slice rest,
			  struct error *err)
{
	struct slice host = slice_field(&rest), release = slice_field(&rest), arch, more;
	enum err e;

	if (!slice_starts(slice_trim(rest), "#"))
		return facts_odd_line(facts, "what uname -a prints", err);
	e = facts_tell(facts, rule->key, release, err);
	if (e == OK)
		e = facts_tell(facts, "machine.hostname", host, err);
	rest = slice_trim(rest);
	(void)take_last_word(&rest); /* GNU/Linux */
	do
		arch = take_last_word(&rest);
	while (slice_is(arch, "unknown"));
	for (more = rest; arch.n > 0 && slice_eq(take_last_word(&more), arch);)
		rest = more;
	if (e == OK)
		e = facts_tell(facts, "kernel.arch", arch, err);
	return e == OK ? facts_tell(facts, "kernel.version", rest, err) : e;
}

/* Cuts "(...)", which may hold such itself, off *rest; empty when there is none. */
static struct slice take_parentheses(struct slice *rest)
{
	struct slice s = slice_trim(*rest);
	size_t depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '(')
			depth++;
		else if (s.p[i] == ')')
			depth--;
		if (depth == 0) {
			*rest = slice_skip(s, i + 1);
			return i == 0 ? SLICE_NONE : (struct slice){ s.p + 1, i - 1 };
		}
	}
	return SLICE_NONE;
}

/* /proc/version: "RELEASE (user@host) (gcc-12 (Debian ...) 12.2.0, GNU ld ...) #1 SMP ..." */
enum err facts_take_version(struct facts *facts, const struct rule *rule, struct slice rest,
			    struct error *err)
{
	struct slice release = slice_field(&rest), compiler;
	enum err e = facts_tell(facts, rule->key, release, err);

	(void)take_parentheses(&rest); /* who built it */
	compiler = take_parentheses(&rest);
	if (e == OK && compiler.n == 0)
		return facts_odd_line(facts, "a compiler in parentheses", err);
	if (e == OK)
		e = facts_tell(facts, "kernel.compiler", compiler, err);
	return e == OK ? facts_tell(facts, "kernel.version", slice_trim(rest), err) : e;
}

/* Build options that change what memcg costs, or spoil a measurement: only these are kept. */
static const char *const options[] = {
	"CGROUP_WRITEBACK",
	"DEBUG_LIST",
	"DEBUG_VM",
	"HZ",
	"KASAN",
	"LOCKDEP",
	"LRU_GEN",
	"LRU_GEN_ENABLED",
	"MEMCG",
	"MEMCG_DEFAULT_ENABLED",
	"MEMCG_DISABLED",
	"MEMCG_KMEM",
	"MEMCG_SWAP",
	"MEMCG_V1",
	"MEM_ALLOC_PROFILING",
	"NR_CPUS",
	"NUMA",
	"PREEMPT",
	"PREEMPT_DYNAMIC",
	"PREEMPT_NONE",
	"PREEMPT_RT",
	"PREEMPT_VOLUNTARY",
	"PSI",
	"SLAB",
	"SLUB",
	"SLUB_TINY",
	"TRANSPARENT_HUGEPAGE",
};

static enum err tell_option(struct facts *facts, const char *key, struct slice name,
			    struct slice value, struct error *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(options); i++)
		if (slice_is(name, options[i]))
			return facts_tell_named(facts, key, name, value, err);
	return OK;
}

/* CONFIG_MEMCG=y */
enum err facts_take_option(struct facts *facts, const struct rule *rule, struct slice rest,
			   struct error *err)
{
	struct slice name;

	if (slice_find_char(rest, '=') == rest.n)
		return facts_odd_line(facts, "CONFIG_NAME=value", err);
	(void)slice_split(&rest, '=', &name); /* it is there */
	return tell_option(facts, rule->key, name, rest, err);
}

/* # CONFIG_MEMCG is not set */
enum err facts_take_unset(struct facts *facts, const struct rule *rule, struct slice rest,
			  struct error *err)
{
	return tell_option(facts, rule->key, slice_field(&rest), SLICE("n"), err);
}

enum { STAMP_MAX_S = INT32_MAX }; /* nothing runs for longer than that */

/*
 * "rtc_cmos 00:05: setting system clock to 2026-11-30T20:18:30 UTC (1796069910)": the time by the
 * clock chip, when the kernel had run for as long as the message's stamp says.
 */
enum err facts_take_boot_time(struct facts *facts, const struct rule *rule, struct slice rest,
			      struct error *err)
{
	size_t open = slice_rfind_char(rest, '(');
	uint64_t epoch_s, running_s;

	if (facts->stamp_s < 0 || facts->stamp_s > STAMP_MAX_S)
		return OK;
	running_s = (uint64_t)facts->stamp_s;
	rest = slice_skip(rest, open + 1);
	if (!slice_ends(rest, ")") || !num_uint(slice_head(rest, rest.n - 1), &epoch_s) ||
	    epoch_s < running_s)
		return facts_odd_line(facts, "seconds since 1970 in parentheses", err);
	return facts_tell_number(facts, rule->key, epoch_s - running_s, err);
}

/* Of /proc/sys/kernel, which holds also random numbers and lists: those that change a measurement.
 */
enum err facts_take_kernel_sysctl(struct facts *facts, const struct rule *rule, struct slice rest,
				  struct error *err)
{
	static const char *const kept[] = {
		"nmi_watchdog:", "numa_balancing:",  "randomize_va_space:",
		"sched_",        "timer_migration:", "watchdog:",
	};

	for (size_t i = 0; i < ARRAY_SIZE(kept); i++)
		if (slice_starts(rest, kept[i]))
			return facts_take_named(facts, rule, rest, err);
	return OK;
}

/* ---- cgroups ---- */

/* The row of /proc/cgroups: hierarchy, number of groups, enabled. */
enum err facts_take_enabled(struct facts *facts, const struct rule *rule, struct slice rest,
			    struct error *err)
{
	(void)slice_field(&rest);
	(void)slice_field(&rest);
	return facts_take_count(facts, rule, rest, err);
}

/* A group's folder below the usual mount points: /sys/fs/cgroup (v2), .../memory (v1). */
static enum err tell_group(struct facts *facts, struct slice folder, struct error *err)
{
	bool is_v1;
	enum err e;

	if (!slice_take(&folder, "/sys/fs/cgroup"))
		return facts_odd_line(facts, "a group below /sys/fs/cgroup", err);
	is_v1 = slice_is(folder, "/memory") || slice_starts(folder, "/memory/");
	if (is_v1)
		(void)slice_take(&folder, "/memory");
	e = facts_tell(facts, "cgroup.hierarchy", is_v1 ? SLICE("v1") : SLICE("v2"), err);
	if (e == OK)
		e = facts_tell(facts, "cgroup.path", folder.n > 0 ? folder : SLICE("/"), err);
	return e;
}

/* "/sys/fs/cgroup/bench"; "/sys/fs/cgroup (top)" */
enum err facts_take_group(struct facts *facts, const struct rule *rule, struct slice rest,
			  struct error *err)
{
	(void)rule; /* two keys */
	if (slice_ends(rest, " (top)"))
		rest.n -= 6;
	return tell_group(facts, rest, err);
}

/* grep -H: "/sys/fs/cgroup/memory/user.slice/tasks:1234"; the other controllers' groups too. */
enum err facts_take_v1_tasks(struct facts *facts, const struct rule *rule, struct slice rest,
			     struct error *err)
{
	size_t end = slice_find(facts->line, "/tasks:");

	(void)rule; /* two keys */
	(void)rest; /* the whole line is the path */
	if (end == facts->line.n)
		return facts_odd_line(facts, "a path to tasks", err);
	return tell_group(facts, slice_head(facts->line, end), err);
}

/* "o  ACTIVE  nr:3 controllers:memory pids : /sys/fs/cgroup/user.slice/cgroup.procs" */
enum err facts_take_v2_tasks(struct facts *facts, const struct rule *rule, struct slice rest,
			     struct error *err)
{
	size_t colon = slice_find(rest, " : ");

	(void)rule; /* two keys */
	rest = slice_skip(rest, colon + 3);
	if (!slice_ends(rest, "/cgroup.procs"))
		return facts_odd_line(facts, "a path to cgroup.procs", err);
	rest.n -= slice_str("/cgroup.procs").n;
	return tell_group(facts, rest, err);
}

/* "(rw,nosuid,nodev,noexec,relatime,nsdelegate,memory_recursiveprot)" */
enum err facts_take_v2_mount(struct facts *facts, const struct rule *rule, struct slice rest,
			     struct error *err)
{
	enum err e = facts_tell(facts, rule->key, SLICE("v2"), err);

	if (e == OK && slice_take(&rest, "(") && slice_ends(rest, ")"))
		e = facts_tell(facts, "cgroup.mount_options", slice_head(rest, rest.n - 1), err);
	return e;
}

/* "rw,relatime,memory)": the memory controller is in one hierarchy only. */
enum err facts_take_v1_mount(struct facts *facts, const struct rule *rule, struct slice rest,
			     struct error *err)
{
	struct slice option;

	if (slice_ends(rest, ")"))
		rest.n--;
	while (slice_split(&rest, ',', &option))
		if (slice_is(option, "memory"))
			return facts_tell(facts, rule->key, SLICE("v1"), err);
	return OK;
}

/* ---- machine ---- */

enum err facts_take_cores(struct facts *facts, const struct rule *rule, struct slice rest,
			  struct error *err)
{
	(void)rule; /* told with the sockets */
	if (!num_uint(rest, &facts->cores_per_socket))
		return facts_odd_line(facts, "a number", err);
	return OK;
}

/* lscpu prints them behind the cores of a socket; "-" where it knows none. */
enum err facts_take_sockets(struct facts *facts, const struct rule *rule, struct slice rest,
			    struct error *err)
{
	uint64_t sockets;
	enum err e;

	if (!num_uint(rest, &sockets) || sockets > UINT32_MAX)
		return OK;
	e = facts_tell_number(facts, rule->key, sockets, err);
	if (e == OK && facts->cores_per_socket > 0 && facts->cores_per_socket <= UINT32_MAX)
		e = facts_tell_number(facts, "machine.cores", sockets * facts->cores_per_socket,
				      err);
	return e;
}

enum err facts_take_processor(struct facts *facts, const struct rule *rule, struct slice rest,
			      struct error *err)
{
	(void)rule; /* told at the end */
	(void)rest;
	(void)err;
	facts->processors++;
	return OK;
}

/* "0:  10  21": the row of a node in the table of distances; all other lines are passed over */
enum err facts_take_distance(struct facts *facts, const struct rule *rule, struct slice rest,
			     struct error *err)
{
	struct slice node;
	uint64_t number;

	if (!slice_split(&rest, ':', &node) || !num_uint(node, &number))
		return OK;
	return facts_tell_named(facts, rule->key, node, slice_trim(rest), err);
}
