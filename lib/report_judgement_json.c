/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "lib/report_json.h"

static json_t *worse_json(const struct comparison *comparison, size_t row, size_t column)
{
	const struct compare_row *at = &comparison->rows[row];
	json_t *object = json_object();

	json_add_text(object, "run", comparison->columns[column].id);
	json_add(object, "metric", report_metric_json(&at->metric));
	json_add(object, "verdict", report_verdict_json(&at->cells[column].verdict));
	return object;
}

json_t *report_judgement_json(const struct comparison *comparison,
			      const struct judgement *judgement)
{
	json_t *object = json_object(), *counts = json_object(), *worst = json_array();

	for (enum verdict_word word = VERDICT_BETTER; word <= VERDICT_UNCLEAR; word++)
		json_add_count(counts, verdict_name(word), (int64_t)judgement->counts[word]);
	json_add_count(counts, "untested", (int64_t)judgement->counts[VERDICT_NONE]);
	for (size_t i = 0; i < judgement->worst_count; i++)
		json_push(worst, worse_json(comparison, judgement->worst[i].row,
					    judgement->worst[i].column));
	json_add_text(object, "word", slice_str(verdict_name(judgement->word)));
	json_add(object, "counts", counts);
	json_add(object, "worst", worst);
	return object;
}
