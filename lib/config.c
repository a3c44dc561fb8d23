/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/buf.h"
#include "lib/num.h"

#define OPTION_FACT "kernel.option."

static const char *const mode_names[] = {
	[MEMCG_UNKNOWN] = "unknown",
	[MEMCG_ON] = "on",
	[MEMCG_BOOT_OFF] = "boot-off",
	[MEMCG_COMPILED_OUT] = "compiled-out",
};

/* Boot words that count. */
static const char *const lifted_words[] = {
	"cgroup_no_v1=",
	"isolcpus=",
	"mitigations=",
	"nohz_full=",
	"preempt=",
	"psi=",
	"swapaccount=",
	"systemd.unified_cgroup_hierarchy=",
	"transparent_hugepage=",
};

const char *memcg_mode_name(enum memcg_mode mode)
{
	return mode_names[mode];
}

enum memcg_mode memcg_mode_parse(struct slice name)
{
	for (size_t i = 0; i < ARRAY_SIZE(mode_names); i++)
		if (slice_is(name, mode_names[i]))
			return (enum memcg_mode)i;
	return MEMCG_UNKNOWN;
}

bool config_is_off(const struct config *config)
{
	return config->mode == MEMCG_BOOT_OFF || config->mode == MEMCG_COMPILED_OUT;
}

/* ------------------------------------------------------------------ evidence */

/* Texts that are put in order, each once, with blanks between. */
struct words {
	struct arena *arena;
	struct slice *list;
	size_t count, capacity;
};

struct evidence {
	struct words words, options;
	bool has_cmdline, disabled, enabled; /* memory, by a boot word */
	struct config *config;
};

static struct slice last_value(const struct label *labels, size_t count, const char *key)
{
	for (size_t i = count; i > 0; i--)
		if (slice_is(labels[i - 1].key, key))
			return labels[i - 1].value;
	return SLICE_NONE;
}

/* What stands before the '=': two words of one key contradict each other. */
static struct slice word_key(struct slice word)
{
	return slice_head(word, slice_find_char(word, '='));
}

/* A later word takes the place of an earlier one with its key. */
static void words_put(struct words *words, struct slice word)
{
	for (size_t i = 0; i < words->count; i++)
		if (slice_eq(word_key(words->list[i]), word_key(word))) {
			words->list[i] = word;
			return;
		}
	ARENA_PUSH(words->arena, words->list, words->count, words->capacity, word);
}

static int word_cmp(const void *a, const void *b)
{
	return slice_cmp(*(const struct slice *)a, *(const struct slice *)b);
}

static struct slice words_join(struct words *words)
{
	struct buf buf;
	struct slice out;

	if (words->count > 1)
		qsort(words->list, words->count, sizeof(*words->list), word_cmp);
	buf_init(&buf);
	for (size_t i = 0; i < words->count; i++) {
		if (i > 0)
			buf_addc(&buf, ' ');
		buf_add(&buf, words->list[i]);
	}
	out = arena_slice(words->arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

static bool has_part(struct slice list, const char *wanted)
{
	struct slice part;

	while (slice_split(&list, ',', &part))
		if (slice_is(part, wanted))
			return true;
	return false;
}

/* What cgroup_disable= says of other controllers is a word like any other. */
static void put_disable(struct evidence *evidence, struct slice list)
{
	struct slice others = SLICE_NONE, part;

	evidence->disabled |= has_part(list, "memory");
	while (slice_split(&list, ',', &part))
		if (part.n > 0 && !slice_is(part, "memory"))
			others =
				arena_printf(evidence->words.arena, "%.*s%s%.*s", SLICE_FMT(others),
					     others.n > 0 ? "," : "", SLICE_FMT(part));
	if (others.n > 0)
		words_put(&evidence->words, arena_printf(evidence->words.arena,
							 "cgroup_disable=%.*s", SLICE_FMT(others)));
}

static void put_memory_word(struct config *config, struct slice list)
{
	config->nokmem |= has_part(list, "nokmem");
	config->nosocket |= has_part(list, "nosocket");
	config->nobpf |= has_part(list, "nobpf");
}

/* The controller's own words. False when it is none of them. */
static bool put_memcg_word(struct evidence *evidence, struct slice word)
{
	struct slice list = word;

	if (slice_take(&list, "cgroup_disable="))
		put_disable(evidence, list);
	else if (slice_take(&list, "cgroup_enable="))
		evidence->enabled |= has_part(list, "memory");
	else if (slice_take(&list, "cgroup.memory="))
		put_memory_word(evidence->config, list);
	else
		return false;
	return true;
}

static void read_cmdline(struct evidence *evidence, struct slice cmdline)
{
	struct slice word;

	while ((word = slice_field(&cmdline)).n > 0) {
		if (put_memcg_word(evidence, word))
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(lifted_words); i++)
			if (slice_starts(word, lifted_words[i]))
				words_put(&evidence->words, word);
	}
}

static void read_facts(struct evidence *evidence, const struct label *facts, size_t count)
{
	struct slice cmdline = last_value(facts, count, "kernel.cmdline");

	evidence->has_cmdline = cmdline.n > 0;
	read_cmdline(evidence, cmdline);
	for (size_t i = 0; i < count; i++) {
		struct slice name = facts[i].key;

		if (slice_take(&name, OPTION_FACT))
			words_put(&evidence->options,
				  arena_printf(evidence->options.arena, "%.*s=%.*s",
					       SLICE_FMT(name), SLICE_FMT(facts[i].value)));
	}
}

static bool is_option_name(struct slice name)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (!(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_')
			return false;
	}
	return name.n > 0;
}

/* K=V that is no field of the config: a build option when K looks like one, else a boot word. */
static void put_override(struct evidence *evidence, const struct label *override)
{
	struct slice key = override->key, value = override->value, word;

	(void)slice_take(&key, "CONFIG_"); /* spelling */
	word = value.n == 0 ? key
			    : arena_printf(evidence->words.arena, "%.*s=%.*s", SLICE_FMT(key),
					   SLICE_FMT(value));
	if (is_option_name(key))
		words_put(&evidence->options, word);
	else if (!put_memcg_word(evidence, word))
		words_put(&evidence->words, word);
}

static bool has_option(const struct evidence *evidence, const char *option)
{
	for (size_t i = 0; i < evidence->options.count; i++)
		if (slice_is(evidence->options.list[i], option))
			return true;
	return false;
}

/* The enabled column of /proc/cgroups, then the command line, then the kernel's build options. */
static enum memcg_mode mode_of(const struct evidence *evidence, struct slice enabled)
{
	bool off_by_default = has_option(evidence, "MEMCG_DEFAULT_ENABLED=n") ||
			      has_option(evidence, "MEMCG_DISABLED=y");

	if (slice_is(enabled, "1"))
		return MEMCG_ON;
	if (slice_is(enabled, "0") || evidence->disabled)
		return MEMCG_BOOT_OFF;
	if (has_option(evidence, "MEMCG=n"))
		return MEMCG_COMPILED_OUT;
	if (evidence->enabled)
		return MEMCG_ON;
	if (!has_option(evidence, "MEMCG=y") || !evidence->has_cmdline)
		return MEMCG_UNKNOWN;
	return off_by_default ? MEMCG_BOOT_OFF : MEMCG_ON;
}

static struct slice placement_of(struct arena *arena, const struct label *facts, size_t count)
{
	struct slice path = last_value(facts, count, "cgroup.path"), rest = path, part;
	struct slice hierarchy = last_value(facts, count, "cgroup.hierarchy");
	uint64_t depth = 0;
	bool told = path.n > 0;

	while (slice_split(&rest, '/', &part))
		depth += part.n > 0;
	if (!told)
		told = num_uint(last_value(facts, count, "cgroup.depth"), &depth);
	if (told && depth == 0)
		return SLICE("root");
	if (depth == 0 || !(slice_is(hierarchy, "v1") || slice_is(hierarchy, "v2")))
		return SLICE("unknown");
	return arena_printf(arena, "%.*s:%llu", SLICE_FMT(hierarchy), (unsigned long long)depth);
}

static bool *addon_of(struct config *config, struct slice name)
{
	return slice_is(name, "nokmem")     ? &config->nokmem
	       : slice_is(name, "nosocket") ? &config->nosocket
	       : slice_is(name, "nobpf")    ? &config->nobpf
					    : NULL;
}

/* True when the override names a field of the config. */
static bool set_field(struct config *config, const struct label *override)
{
	bool *addon = addon_of(config, override->key);

	if (slice_is(override->key, "mode"))
		config->mode = memcg_mode_parse(override->value);
	else if (slice_is(override->key, "placement"))
		config->placement = override->value;
	else if (slice_is(override->key, "variant"))
		config->variant = override->value;
	else if (addon != NULL)
		*addon = slice_is(override->value, "1") || slice_is(override->value, "y");
	else
		return false;
	return true;
}

struct slice config_spoilers(struct arena *arena, struct slice options)
{
	static const char *const spoilers[] = { "DEBUG_LIST=y", "DEBUG_VM=y", "KASAN=y",
						"LOCKDEP=y" };
	struct words found = { .arena = arena };
	struct slice word;

	while ((word = slice_field(&options)).n > 0)
		for (size_t i = 0; i < ARRAY_SIZE(spoilers); i++)
			if (slice_is(word, spoilers[i]))
				words_put(&found, word_key(word));
	return words_join(&found);
}

void config_derive(struct arena *arena, const struct label *facts, size_t fact_count,
		   const struct label *overrides, size_t override_count, struct slice variant,
		   struct config *out)
{
	struct config config = { .variant = variant }, ignored;
	struct evidence evidence = {
		.words.arena = arena,
		.options.arena = arena,
		.config = &config,
	};

	read_facts(&evidence, facts, fact_count);
	for (size_t i = 0; i < override_count; i++)
		if (!set_field(&ignored, &overrides[i]))
			put_override(&evidence, &overrides[i]);
	config.mode = mode_of(&evidence, last_value(facts, fact_count, "cgroup.memory.enabled"));
	config.placement = placement_of(arena, facts, fact_count);
	config.words = words_join(&evidence.words);
	config.options = words_join(&evidence.options);
	for (size_t i = 0; i < override_count; i++)
		(void)set_field(&config, &overrides[i]); /* the others are read already */
	config_identify(arena, &config);
	*out = config;
}

/* ------------------------------------------------------------------ corrections */

static bool placement_is_good(struct slice placement)
{
	uint64_t depth = 0;

	if (slice_is(placement, "root") || slice_is(placement, "unknown"))
		return true;
	if (!slice_take(&placement, "v1:") && !slice_take(&placement, "v2:"))
		return false;
	return num_uint(placement, &depth) && depth > 0 && depth < 100;
}

static bool mode_is_good(struct slice name)
{
	return memcg_mode_parse(name) != MEMCG_UNKNOWN || slice_is(name, mode_names[MEMCG_UNKNOWN]);
}

/* Words stand between blanks. */
static bool is_word(struct slice text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] <= ' ' || text.p[i] == 0x7f)
			return false;
	return slice_is_utf8(text);
}

static enum err check_correction(const struct label *correction, struct error *err)
{
	struct slice key = correction->key, value = correction->value;

	if (key.n == 0 || !is_word(key) || slice_find_char(key, '=') < key.n || !is_word(value))
		return error_set(err, ERR_INPUT,
				 "a config is KEY=VALUE without blanks, not '%.*s=%.*s'",
				 SLICE_FMT(slice_head(key, 64)), SLICE_FMT(slice_head(value, 64)));
	if (slice_is(key, "mode") && value.n > 0 && !mode_is_good(value))
		return error_set(err, ERR_INPUT,
				 "mode is on, boot-off, compiled-out or unknown, not '%.*s'",
				 SLICE_FMT(slice_head(value, 64)));
	if (slice_is(key, "placement") && value.n > 0 && !placement_is_good(value))
		return error_set(err, ERR_INPUT,
				 "placement is root, v1:DEPTH, v2:DEPTH or unknown, not '%.*s'",
				 SLICE_FMT(slice_head(value, 64)));
	return OK;
}

static void words_read(struct words *words, struct slice text)
{
	struct slice word;

	while ((word = slice_field(&text)).n > 0)
		ARENA_PUSH(words->arena, words->list, words->count, words->capacity, word);
}

static void words_drop(struct words *words, struct slice key)
{
	size_t n = 0;

	for (size_t i = 0; i < words->count; i++)
		if (!slice_eq(word_key(words->list[i]), key))
			words->list[n++] = words->list[i];
	words->count = n;
}

/* The words that stand, without those that corrections take out, and with those that they say. */
static struct slice words_correct(struct slice standing, const struct label *corrections,
				  size_t count, const struct words *said)
{
	struct words words = { .arena = said->arena };

	words_read(&words, standing);
	for (size_t i = 0; i < count; i++) {
		struct slice key = corrections[i].key;

		(void)slice_take(&key, "CONFIG_"); /* spelling */
		if (corrections[i].value.n == 0)
			words_drop(&words, key);
	}
	for (size_t i = 0; i < said->count; i++)
		words_put(&words, said->list[i]);
	return words_join(&words);
}

enum err config_correct(struct arena *arena, const struct label *corrections, size_t count,
			struct config *config, struct error *err)
{
	struct config corrected = *config, ignored;
	struct evidence said = {
		.words.arena = arena,
		.options.arena = arena,
		.config = &corrected,
	};
	enum memcg_mode mode;

	for (size_t i = 0; i < count; i++) {
		enum err e = check_correction(&corrections[i], err);

		if (e != OK)
			return e;
		if (!set_field(&ignored, &corrections[i]) && corrections[i].value.n > 0)
			put_override(&said, &corrections[i]);
	}
	mode = mode_of(&said, SLICE_NONE);
	if (mode != MEMCG_UNKNOWN)
		corrected.mode = mode;
	for (size_t i = 0; i < count; i++)
		(void)set_field(&corrected, &corrections[i]); /* the others are read already */
	if (corrected.placement.n == 0)
		corrected.placement = SLICE("unknown");
	corrected.words = words_correct(config->words, corrections, count, &said.words);
	corrected.options = words_correct(config->options, corrections, count, &said.options);
	config_identify(arena, &corrected);
	*config = corrected;
	return OK;
}

/* ------------------------------------------------------------------ names */

static void add_addons(struct buf *buf, const struct config *config, char before)
{
	if (config->nokmem)
		buf_addf(buf, "%cnokmem", before);
	if (config->nosocket)
		buf_addf(buf, "%cnosocket", before);
	if (config->nobpf)
		buf_addf(buf, "%cnobpf", before);
}

/* The variant stands last, as it may hold anything. */
static struct slice identity(struct arena *arena, const struct config *config, struct slice options)
{
	struct buf buf;
	struct slice out;

	buf_init(&buf);
	buf_adds(&buf, memcg_mode_name(config->mode));
	add_addons(&buf, config, '+');
	buf_addf(&buf, "|%.*s|%.*s|%.*s|%.*s", SLICE_FMT(config->placement),
		 SLICE_FMT(config->words), SLICE_FMT(options), SLICE_FMT(config->variant));
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

/* Whether a variant tells what mode and placement do not. */
static bool variant_tells(struct slice variant)
{
	static const char *const told[] = { "vanilla", "default", "base",     "baseline", "root",
					    "child",   "off",     "disabled", "nomemcg",  "memcg",
					    "nokmem",  "nobpf",   "nosocket", "v1",       "v2" };
	struct slice word;

	while (slice_split(&variant, '-', &word)) {
		bool known = word.n == 0;

		for (size_t i = 0; i < ARRAY_SIZE(told); i++)
			known |= slice_is(word, told[i]);
		if (!known)
			return true;
	}
	return false;
}

/* "root", "child", "child-2", "child v1", or nothing where it is unknown. */
static void add_placement(struct buf *buf, struct slice placement)
{
	struct slice depth = placement;
	bool v1 = slice_take(&depth, "v1:");

	if (!v1 && !slice_take(&depth, "v2:")) {
		if (!slice_is(placement, "unknown"))
			buf_add(buf, placement);
		return;
	}
	buf_adds(buf, "child");
	if (!slice_is(depth, "1"))
		buf_addf(buf, "-%.*s", SLICE_FMT(depth));
	if (v1)
		buf_adds(buf, " v1");
}

static void add_label(struct buf *buf, const struct config *config)
{
	bool off = config_is_off(config);
	bool placed = !slice_is(config->placement, "unknown");

	if (off)
		buf_adds(buf, placed && !slice_is(config->placement, "root") ? "off " : "off");
	if (placed && !(off && slice_is(config->placement, "root")))
		add_placement(buf, config->placement);
	if (!off && !placed) {
		if (config->variant.n > 0)
			buf_add(buf, config->variant);
		else
			buf_adds(buf, memcg_mode_name(config->mode));
	}
	if (config->mode == MEMCG_UNKNOWN && placed)
		buf_adds(buf, " (mode unknown)");
	if (!off)
		add_addons(buf, config, ' ');
	if ((off || placed) && variant_tells(config->variant))
		buf_addf(buf, " %.*s", SLICE_FMT(config->variant));
}

void config_identify(struct arena *arena, struct config *config)
{
	struct buf buf;

	config->key = identity(arena, config, config->options);
	config->line = identity(arena, config, SLICE_NONE);
	config->spoilers = config_spoilers(arena, config->options);
	buf_init(&buf);
	add_label(&buf, config);
	config->label = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
}

/* ------------------------------------------------------------------ machine */

static int count_of(const struct label *facts, size_t count, const char *key)
{
	uint64_t value;

	if (!num_uint(last_value(facts, count, key), &value) || value > INT32_MAX)
		return 0;
	return (int)value;
}

static void add_count(struct buf *buf, int count, const char *what)
{
	if (count > 0)
		buf_addf(buf, "%s%d %s%s", buf->n > 0 ? ", " : "", count, what,
			 count == 1 ? "" : "s");
}

static struct slice fingerprint_of(struct arena *arena, const struct machine *machine)
{
	const int64_t step = 64 * (int64_t)MiB;
	int64_t memory = machine->memory_bytes > INT64_MAX - step
				 ? machine->memory_bytes
				 : (machine->memory_bytes + step / 2) / step * step;
	struct slice out;
	struct buf buf;

	buf_init(&buf);
	buf_add(&buf, machine->cpu);
	add_count(&buf, machine->sockets, "socket");
	add_count(&buf, machine->cores, "core");
	add_count(&buf, machine->threads, "thread");
	add_count(&buf, machine->nodes, "node");
	if (memory > 0)
		buf_addf(&buf, "%s%lld MiB", buf.n > 0 ? ", " : "",
			 (long long)(memory / (int64_t)MiB));
	out = arena_slice(arena, buf_slice(&buf));
	buf_release(&buf);
	return out;
}

void machine_derive(struct arena *arena, const struct label *facts, size_t fact_count,
		    struct slice name, struct machine *out)
{
	uint64_t memory = 0;
	struct machine machine = {
		.cpu = last_value(facts, fact_count, "machine.cpu"),
		.sockets = count_of(facts, fact_count, "machine.sockets"),
		.cores = count_of(facts, fact_count, "machine.cores"),
		.threads = count_of(facts, fact_count, "machine.threads"),
		.nodes = count_of(facts, fact_count, "machine.nodes"),
		.name = name.n > 0 ? name : last_value(facts, fact_count, "machine.name"),
	};

	if (num_uint(last_value(facts, fact_count, "machine.memory_bytes"), &memory) &&
	    memory <= INT64_MAX)
		machine.memory_bytes = (int64_t)memory;
	machine.fingerprint = fingerprint_of(arena, &machine);
	if (machine.fingerprint.n == 0)
		machine.fingerprint = SLICE("unknown");
	*out = machine;
}
