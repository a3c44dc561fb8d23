/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/mmtests_meta.h"

#include "ingest/mmtests_take.h"
#include "lib/num.h"

/* ---- tests ---- */

static enum err tell_duration(struct facts *facts, struct slice benchmark, const char *metric,
			      double seconds, struct error *err)
{
	struct record r = record_init(RECORD_SAMPLE);

	r.line = facts->input->line_no;
	r.benchmark = benchmark;
	r.metric = slice_str(metric);
	r.unit = SLICE("s");
	r.better = BETTER_LOWER;
	r.value = seconds;
	return sink_emit(facts->sink, &r, err);
}

/* Cuts "0.17 user" off *rest. */
static bool take_seconds(struct slice *rest, const char *word, double *seconds)
{
	return num_double(slice_field(rest), seconds) && slice_is(slice_field(rest), word);
}

/* "pft 0.17 user 7.38 system 7.57 elapsed" */
static enum err take_duration(struct facts *facts, const struct rule *rule, struct slice rest,
			      struct error *err)
{
	struct slice benchmark = slice_field(&rest);
	double user, system, elapsed;
	enum err e;

	(void)rule; /* no meta */
	if (!take_seconds(&rest, "user", &user) || !take_seconds(&rest, "system", &system) ||
	    !take_seconds(&rest, "elapsed", &elapsed))
		return facts_odd_line(facts, "user, system and elapsed seconds of a test", err);
	e = tell_duration(facts, benchmark, "Duration User", user, err);
	if (e == OK)
		e = tell_duration(facts, benchmark, "Duration System", system, err);
	if (e == OK)
		e = tell_duration(facts, benchmark, "Duration Elapsed", elapsed, err);
	return e;
}

/* "pft 1796069957 0" */
static enum err take_status(struct facts *facts, const struct rule *rule, struct slice rest,
			    struct error *err)
{
	struct slice benchmark = slice_field(&rest), epoch = slice_field(&rest);
	struct slice status = slice_field(&rest);
	uint64_t number;

	if (!num_uint(epoch, &number) || !num_uint(status, &number))
		return facts_odd_line(facts, "name, time and exit status of a test", err);
	return facts_tell_named(facts, rule->key, benchmark, status, err);
}

static enum err take_known(struct facts *facts, const struct rule *rule, struct slice rest,
			   struct error *err)
{
	(void)facts;
	(void)rule;
	(void)rest;
	(void)err;
	return OK;
}

static enum err take_unknown(struct facts *facts, const struct rule *rule, struct slice rest,
			     struct error *err)
{
	(void)rule; /* no meta */
	return rest.n == 0 ? OK : facts_odd_line(facts, "start, end or time of a test", err);
}

/* ---- THE table of facts: rows of one file together, the first that fits a line counts ---- */

/* clang-format off */
static const struct rule rules[] = {
	{ "cgroup-tasks-v1.txt", "/sys/fs/cgroup/memory/", NULL, facts_take_v1_tasks, false },
	{ "cgroup-tasks-v2.txt", "o  ACTIVE ", NULL, facts_take_v2_tasks, false },
	{ "cpu-vulnerabilities.txt", "/sys/devices/system/cpu/vulnerabilities/", "machine.vulnerability", facts_take_named, true },
	{ "cpuidle.txt", "CPUidle driver:", "cpu.idle_driver", facts_take_all, false },
	{ "cpuidle.txt", "CPUidle governor:", "cpu.idle_governor", facts_take_all, false },
	{ "cpupower.txt", "driver:", "cpu.driver", facts_take_all, false },
	{ "cpupower.txt", "The governor ", "cpu.governor", facts_take_first_quoted, false },
	{ "cpupower.txt", "Active:", "cpu.boost", facts_take_all, false },
	{ "dmesg", "Linux version ", "kernel.release", facts_take_version, false },
	{ "dmesg", "Command line: ", "kernel.cmdline", facts_take_all, false },
	{ "dmesg", "Kernel command line: ", "kernel.cmdline", facts_take_all, false },
	{ "dmesg", "*: setting system clock to ", "boot.time", facts_take_boot_time, false },
	{ "dmesg", "kasan: KernelAddressSanitizer initialized", "kernel.option.KASAN", facts_take_yes, false },
	{ "dmesg", "Lock dependency validator:", "kernel.option.LOCKDEP", facts_take_yes, false },
	{ "fail.log", "", "test.failure", facts_take_failure, false },
	{ "journalctl-kernel", "Linux version ", "kernel.release", facts_take_version, false },
	{ "journalctl-kernel", "Command line: ", "kernel.cmdline", facts_take_all, false },
	{ "journalctl-kernel", "Kernel command line: ", "kernel.cmdline", facts_take_all, false },
	{ "journalctl-kernel", "kasan: KernelAddressSanitizer initialized", "kernel.option.KASAN", facts_take_yes, false },
	{ "journalctl-kernel", "Lock dependency validator:", "kernel.option.LOCKDEP", facts_take_yes, false },
	{ "kconfig-", "CONFIG_", "kernel.option", facts_take_option, true },
	{ "kconfig-", "# CONFIG_", "kernel.option", facts_take_unset, true },
	{ "kernel-tuning.txt", "/proc/sys/kernel/", "sysctl.kernel", facts_take_kernel_sysctl, true },
	{ "kernel.version", "Linux ", "kernel.release", facts_take_uname, false },
	{ "lscpu.txt", "Model name:", "machine.cpu", facts_take_all, false },
	{ "lscpu.txt", "CPU(s):", "machine.threads", facts_take_count, false },
	{ "lscpu.txt", "Core(s) per socket:", NULL, facts_take_cores, false },
	{ "lscpu.txt", "Socket(s):", "machine.sockets", facts_take_sockets, false },
	{ "lscpu.txt", "Thread(s) per core:", "machine.threads_per_core", facts_take_count, false },
	{ "lscpu.txt", "Hypervisor vendor:", "machine.hypervisor", facts_take_all, false },
	{ "lscpu.txt", "NUMA node(s):", "machine.nodes", facts_take_count, false },
	{ "memcg-setup.txt", "cgroup of the workloads:", NULL, facts_take_group, false },
	{ "memcg-setup.txt", "clocksource:", "clocksource", facts_take_all, false },
	{ "memcg-setup.txt", "lru_gen:", "lru_gen", facts_take_all, false },
	{ "memcg-setup.txt", "thp:", "thp.enabled", facts_take_chosen, false },
	{ "numactl.txt", "available:", "machine.nodes", facts_take_count, false },
	{ "numactl.txt", "", "machine.numa_distance", facts_take_distance, true },
	{ "os-release", "PRETTY_NAME=", "os.name", facts_take_quoted, false },
	{ "preempt-dynamic", "", "preempt", facts_take_chosen, false },
	{ "proc-cgroups.txt", "memory", "cgroup.memory.enabled", facts_take_enabled, false },
	{ "proc-cmdline.txt", "", "kernel.cmdline", facts_take_all, false },
	{ "proc-cpuinfo.txt", "model name\t:", "machine.cpu", facts_take_all, false },
	{ "proc-cpuinfo.txt", "processor\t:", NULL, facts_take_processor, true },
	{ "proc-meminfo.txt", "MemTotal:", "machine.memory_bytes", facts_take_kib, false },
	{ "proc-version.txt", "Linux version ", "kernel.release", facts_take_version, false },
	{ "security-lsm", "", "security.lsm", facts_take_all, false },
	{ "tests-sysstate", "MemTotal:", "machine.memory_bytes", facts_take_kib, false },
	{ "tests-sysstate", "SwapTotal:", "machine.swap_bytes", facts_take_kib, false },
	{ "tests-sysstate", "arch ::", "kernel.arch", facts_take_all, false },
	{ "tests-sysstate", "version ::", "mmtests.version", facts_take_all, false },
	{ "tests-sysstate", "* on /sys/fs/cgroup type cgroup2 ", "cgroup.hierarchy", facts_take_v2_mount, false },
	{ "tests-sysstate", "* type cgroup (", "cgroup.hierarchy", facts_take_v1_mount, true },
	{ "tests-timestamp", "start ::", "run.start", facts_take_count, false },
	{ "tests-timestamp", "test begin ::", NULL, take_known, true },
	{ "tests-timestamp", "test end ::", "test.status", take_status, true },
	{ "tests-timestamp", "time ::", NULL, take_duration, true },
	{ "tests-timestamp", "finish ::", "run.end", facts_take_count, true },
	{ "tests-timestamp", "raid-create ::", NULL, take_known, true },
	{ "tests-timestamp", "", NULL, take_unknown, true },
	{ "tuned-active-profile.txt", "Current active profile:", "tuned.profile", facts_take_all, false },
	{ "vm-tuning.txt", "/proc/sys/vm/", "sysctl.vm", facts_take_named, true },
};
/* clang-format on */

/* ---- reading ---- */

static bool is_for(const struct rule *rule, struct slice name)
{
	if (name.n == 0 || name.p[0] != rule->file[0])
		return false; /* most rules, for each file of a tree */
	return slice_ends(slice_str(rule->file), "-") ? slice_starts(name, rule->file)
						      : slice_is(name, rule->file);
}

/* *rest: what stands behind the text that the rule looks for. */
static bool fits(const struct rule *rule, struct slice line, struct slice *rest)
{
	const char *text = rule->begin;
	size_t at;

	*rest = line;
	if (text[0] != '*')
		return text[0] == '\0' ||
		       (line.n > 0 && line.p[0] == text[0] && slice_take(rest, text));
	at = slice_find(line, text + 1);
	if (at == line.n)
		return false;
	*rest = slice_skip(line, at);
	return slice_take(rest, text + 1);
}

/* Takes off "[    2.161392] ", or what the journal puts before a message of the kernel. */
static struct slice kernel_message(struct facts *facts, struct slice line)
{
	size_t journal = slice_find(line, " kernel: ");
	struct slice rest = line;

	facts->stamp_s = -1;
	if (slice_take(&rest, "[")) {
		struct slice stamp;

		(void)slice_split(&rest, ']', &stamp); /* no ']': no stamp and no message */
		if (!num_double(slice_trim(stamp), &facts->stamp_s))
			facts->stamp_s = -1;
		return slice_trim(rest);
	}
	return journal < line.n ? slice_trim(slice_skip(line, journal + 9)) : line;
}

static enum err take_line(struct facts *facts, const struct rule *first, size_t count,
			  uint64_t *fired, struct error *err)
{
	struct slice rest;

	for (size_t i = 0; i < count; i++) {
		if (!fits(&first[i], facts->line, &rest))
			continue;
		if (!first[i].every && (*fired & (UINT64_C(1) << i)) != 0)
			return OK;
		*fired |= UINT64_C(1) << i;
		if (!slice_is_utf8(facts->line))
			return facts_odd_line(facts, "UTF-8", err);
		return first[i].take(facts, &first[i], slice_trim(rest), err);
	}
	return OK;
}

struct slice mmtests_plain_name(struct slice path)
{
	static const char *const endings[] = { ".gz", ".xz", ".zst", ".bz2" };
	struct slice name = slice_basename(path);

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++)
		if (slice_ends(name, endings[i]))
			return slice_head(name, name.n - slice_str(endings[i]).n);
	return name;
}

/* The first rule for files of that name; behind the last when there is none. */
static size_t first_rule(struct slice name)
{
	size_t first = 0;

	while (first < ARRAY_SIZE(rules) && !is_for(&rules[first], name))
		first++;
	return first;
}

bool mmtests_has_facts(struct slice path)
{
	return first_rule(mmtests_plain_name(path)) < ARRAY_SIZE(rules);
}

enum err mmtests_facts(struct input *input, struct sink *sink, struct error *err)
{
	struct slice name = mmtests_plain_name(input->path);
	struct facts facts = { .input = input, .sink = sink };
	size_t first = first_rule(name), count = 0;
	uint64_t fired = 0;
	enum err e = OK;

	while (first + count < ARRAY_SIZE(rules) && is_for(&rules[first + count], name))
		count++;
	if (count == 0)
		return OK;
	while (e == OK && input_line(input, &facts.line)) {
		if (slice_is(name, "dmesg") || slice_is(name, "journalctl-kernel"))
			facts.line = kernel_message(&facts, facts.line);
		facts.line = slice_trim(facts.line);
		e = take_line(&facts, &rules[first], count, &fired, err);
	}
	if (e == OK && facts.processors > 0)
		e = facts_tell_number(&facts, "machine.threads", facts.processors, err);
	return e == OK ? input_status(input, err) : e;
}
