/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ingest/cmd.h"

#include "lib/num.h"

void cmd_input_init(struct cmd_input *in)
{
	*in = (struct cmd_input){ 0 };
	pipeline_options_init(&in->pipeline);
}

static enum err take_size(struct slice text, uint64_t *out, struct error *err)
{
	if (num_size(text, out))
		return OK;
	return error_set(err, ERR_INPUT, "'%.*s' is no size such as 512K, 64M or 4G",
			 SLICE_FMT(text));
}

enum err cmd_count(struct slice text, uint64_t max, uint64_t *out, struct error *err)
{
	uint64_t value;

	if (!num_uint(text, &value) || value == 0 || value > max)
		return error_set(err, ERR_INPUT, "'%.*s' is no number from 1 to %llu",
				 SLICE_FMT(text), (unsigned long long)max);
	*out = value;
	return OK;
}

static enum err take_config(struct cmd_input *in, struct slice text, struct error *err)
{
	size_t equals = slice_find_char(text, '=');

	if (equals == 0 || equals == text.n)
		return error_set(err, ERR_INPUT, "'%.*s' is no KEY=VALUE", SLICE_FMT(text));
	if (in->batch.config_count == CMD_CONFIG_MAX)
		return error_set(err, ERR_LIMIT, "more than %d --config", CMD_CONFIG_MAX);
	in->batch.config = in->config;
	in->config[in->batch.config_count++] = (struct label){
		.key = slice_head(text, equals),
		.value = slice_skip(text, equals + 1),
	};
	return OK;
}

static enum err take_iteration(struct cmd_input *in, struct slice text, struct error *err)
{
	uint64_t value = 0;
	enum err e = cmd_count(text, 1000000, &value, err);

	if (e == OK)
		in->pipeline.iteration = in->batch.iteration = (int)value;
	return e;
}

enum err cmd_input_option(struct cmd_input *in, int option, struct error *err)
{
	struct slice value = slice_str(optarg);
	struct unpack_limits *limits = &in->pipeline.limits;
	struct format_options *reading = &in->pipeline.reading;

	switch ((enum cmd_input_option_value)option) {
	case CMD_INPUT_FORMAT:
		return pipeline_format(&in->pipeline, value, err);
	case CMD_INPUT_KERNEL:
		in->batch.kernel = value;
		reading->kernel_known = value.n > 0;
		return OK;
	case CMD_INPUT_MACHINE:
		in->batch.machine = value;
		return OK;
	case CMD_INPUT_CONFIG:
		return take_config(in, value, err);
	case CMD_INPUT_BENCHMARK:
		in->pipeline.benchmark = in->batch.benchmark = value;
		return OK;
	case CMD_INPUT_ITERATION:
		return take_iteration(in, value, err);
	case CMD_INPUT_BETTER:
		return pipeline_better(&in->pipeline, value, err);
	case CMD_INPUT_KEYS:
		return format_options_keys(reading, value, err);
	case CMD_INPUT_MAX_TEXT:
		return take_size(value, &in->pipeline.text_bytes, err);
	case CMD_INPUT_MAX_DOCUMENT:
		return take_size(value, &reading->document_bytes, err);
	case CMD_INPUT_MAX_VALUES:
		return cmd_count(value, INT64_MAX, &reading->values, err);
	case CMD_INPUT_MAX_RUNS:
		return cmd_count(value, INT64_MAX, &reading->runs, err);
	case CMD_INPUT_MAX_METRICS:
		return cmd_count(value, INT64_MAX, &reading->metrics, err);
	case CMD_INPUT_MAX_SAMPLES:
		return cmd_count(value, INT64_MAX, &reading->samples, err);
	case CMD_INPUT_MAX_TOTAL:
		return take_size(value, &limits->total_bytes, err);
	case CMD_INPUT_MAX_FILE:
		return take_size(value, &limits->file_bytes, err);
	case CMD_INPUT_MAX_ENTRIES:
		return cmd_count(value, INT64_MAX, &limits->entries, err);
	case CMD_INPUT_MAX_RATIO:
		return cmd_count(value, INT64_MAX, &limits->ratio, err);
	}
	return error_set(err, ERR_BUG, "option %d belongs to nobody", option);
}
