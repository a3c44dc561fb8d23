/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd_profiles.h"

#include "lib/profile_export.h"

enum { OPTION_MEMCG = 1, OPTION_TITLE, OPTION_WIDTH, OPTION_FORM };

enum form { FORM_SVG, FORM_FOLDED, FORM_JSON, FORM_SPEEDSCOPE };

struct asked {
	struct cmd_profiles profiles;
	struct flame_options flame;
	bool only_memcg;
	enum form form;
};

static enum err pick_form(struct asked *asked, struct error *err)
{
	static const char *const names[] = { "svg", "folded", "json", "speedscope" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!slice_is(slice_str(optarg), names[i]))
			continue;
		asked->form = (enum form)i;
		return OK;
	}
	return error_set(err, ERR_INPUT, "--form is svg, folded, json or speedscope");
}

static enum err pick_width(struct asked *asked, struct error *err)
{
	static const char *const names[] = { "after", "before", "both" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!slice_is(slice_str(optarg), names[i]))
			continue;
		asked->flame.width = (enum flame_width)i;
		return OK;
	}
	return error_set(err, ERR_INPUT, "--width is after, before or both");
}

static enum err take_option(struct asked *asked, int option, struct error *err)
{
	switch (option) {
	case OPTION_MEMCG:
		asked->only_memcg = true;
		return OK;
	case OPTION_TITLE:
		asked->flame.title = slice_str(optarg);
		return OK;
	case OPTION_WIDTH:
		return pick_width(asked, err);
	case OPTION_FORM:
		return pick_form(asked, err);
	default:
		return cmd_profiles_option(&asked->profiles, option, err);
	}
}

/* The first profile of path that has stacks. */
static enum err read_stacks(struct asked *asked, const char *path, struct cmd_one_profile **out,
			    struct error *err)
{
	struct cmd_one_profile *list;
	size_t count;
	enum err e = cmd_profiles_read(&asked->profiles, path, &list, &count, err);

	for (size_t i = 0; e == OK && i < count; i++) {
		if (list[i].profile.node_count == 0)
			continue;
		*out = &list[i];
		return OK;
	}
	return e != OK ? e : error_set(err, ERR_INPUT, "no call chains in it to draw");
}

static void draw(struct asked *asked, const struct cmd_one_profile *one,
		 const struct cmd_one_profile *before, struct buf *buf)
{
	struct arena *arena = &asked->profiles.arena;
	struct flame flame;

	if (before != NULL)
		flame_of_two(arena, &before->profile, &before->sum, &one->profile, &one->sum,
			     asked->only_memcg, &flame);
	else
		flame_of(arena, &one->profile, &one->sum, asked->only_memcg, &flame);
	if (asked->flame.title.n == 0)
		asked->flame.title =
			before != NULL
				? arena_printf(arena, "%.*s against %.*s",
					       SLICE_FMT(one->report.about),
					       SLICE_FMT(before->report.about))
				: arena_printf(
					  arena, "%.*s: %.*s", SLICE_FMT(one->report.about),
					  SLICE_FMT(report_profile_what(arena, &one->profile)));
	flame_svg(arena, buf, &flame, &asked->flame);
}

static void print_json(struct buf *buf, json_t *json)
{
	json_print(buf, json);
	buf_addc(buf, '\n');
	json_decref(json);
}

static enum err export(struct asked *asked, const struct cmd_one_profile *one, struct buf *buf,
		       struct error *err) {
	struct arena *arena = &asked->profiles.arena; struct flame flame; json_t * json; enum err e;

	switch (asked->form){
		case FORM_FOLDED : profile_folded(arena, buf, &one->profile); return OK; case
		FORM_JSON : flame_of(arena, &one->profile, &one->sum, asked->only_memcg, &flame);
		print_json(buf, report_flame_json(arena, &flame));
		return OK;
		default :
			e = profile_speedscope(arena, &one->profile, one->report.about, &json, err);
		if (e == OK) print_json(buf, json);
		return e;
	}
}

static int draw_input(struct asked *asked, const char *path)
{
	struct cmd_one_profile *one, *before = NULL;
	const char *where = path;
	struct error err;
	struct buf buf;
	enum err e = read_stacks(asked, path, &one, &err);

	buf_init(&buf);
	if (e == OK && asked->profiles.before != NULL) {
		where = asked->profiles.before;
		e = read_stacks(asked, where, &before, &err);
	}
	if (e == OK && asked->form == FORM_SVG)
		draw(asked, one, before, &buf);
	else if (e == OK)
		e = export(asked, one, &buf, &err);
	if (e == OK)
		e = cmd_print(&buf, &err);
	buf_release(&buf);
	return e == OK ? cmd_profiles_status(&asked->profiles) : cmd_fail(where, &err);
}

static int flame_run(int argc, char **argv)
{
	static const struct option options[] = {
		{ "memcg", no_argument, NULL, OPTION_MEMCG },
		{ "title", required_argument, NULL, OPTION_TITLE },
		{ "width", required_argument, NULL, OPTION_WIDTH },
		{ "form", required_argument, NULL, OPTION_FORM },
		CMD_PROFILES_OPTIONS,
		{ 0 },
	};
	struct asked asked = { 0 };
	struct error err;
	int option, status = 0;

	cmd_profiles_init(&asked.profiles);
	while (status == 0 && (option = cmd_option(argc, argv, options)) != -1) {
		if (option == '?')
			status = CMD_STATUS_USAGE;
		else if (take_option(&asked, option, &err) != OK)
			status = cmd_usage(argv[0], "%s", err.text);
	}
	if (status == 0 && optind + 1 != argc)
		status = cmd_usage(argv[0], "name one profile, or '-'");
	if (status == 0 && asked.form != FORM_SVG && asked.profiles.before != NULL)
		status = cmd_usage(argv[0], "--before is drawn only: --form svg");
	if (status == 0)
		status = draw_input(&asked, argv[optind]);
	cmd_profiles_release(&asked.profiles);
	return status;
}

const struct command cmd_flame = {
	.name = "flame",
	.summary = "draw the flame graph of a profile as SVG",
	.arguments = "[OPTION]... PATH",
	.help = "Draws the call chains of a profile as one SVG file on standard output, memcg's\n"
		"functions in a colour of their own. It needs no script and no other file. With\n"
		"--before it shows what changed: width is the share after, colour the change, "
		"grey\n"
		"where it is not sure.\n"
		"\n" CMD_PROFILES_HELP
		"  --memcg             only call chains that lead through memcg\n"
		"  --width SIDE        of two profiles: width is the share after, before, or both\n"
		"                      (after)\n"
		"  --title TEXT        stands on top\n"
		"  --form FORM         svg, folded (for flamegraph.pl), json, speedscope (svg)\n"
		"\n" CMD_INPUT_HELP "\n"
		"Exit status: 0; 1 when there are no call chains or an input breaks off; 2 for a\n"
		"wrong option; 3 when PATH, or a profile of that event or run, is not there.\n"
		"\n"
		"Examples:\n"
		"  perf script | memcgperf flame - > out.svg\n"
		"  memcgperf flame --memcg --before base.script patched.script > change.svg\n",
	.run = flame_run,
};
