/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Samples of four runs of the memcg-kvm data set (samples/), 6.1.192: 3 boots of 6 samples each,
 * with builders for columns and points. For tests of what stands above statistics.
 */
#ifndef TESTS_UNIT_LIB_KVM_SAMPLES_H
#define TESTS_UNIT_LIB_KVM_SAMPLES_H

#include "lib/compare.h"

enum { KVM_N = 18 };

static const double kvm_faults_disabled[KVM_N] = { 86561.571, 86556.377, 86541.822, 86557.563,
						   86553.98,  86555.256, 86560.018, 86558.566,
						   86543.477, 86555.863, 86552.87,  86555.042,
						   86556.174, 86557.431, 86544.51,  86555.091,
						   86554.368, 86556.042 };
static const double kvm_faults_default[KVM_N] = { 75599.795, 75603.924, 75595.492, 75602.945,
						  75601.415, 75592.511, 75599.196, 75603.242,
						  75588.554, 75602.16,  75602.028, 75592.315,
						  75599.873, 75603.366, 75588.492, 75601.414,
						  75601.478, 75592.398 };
static const double kvm_faults_disabled_child[KVM_N] = { 86545.754, 86554.39,  86546.327, 86539.002,
							 86537.504, 86556.345, 86544.756, 86555.466,
							 86547.221, 86536.313, 86537.351, 86557.463,
							 86544.891, 86554.127, 86547.097, 86546.753,
							 86537.498, 86553.214 };
static const double kvm_faults_child[KVM_N] = { 72691.034, 72702.355, 72679.732, 72680.163,
						72699.562, 72691.992, 72691.196, 72702.404,
						72683.913, 72681.157, 72694.376, 72685.926,
						72434.671, 72710.195, 72689.631, 72686.995,
						72700.088, 72697.011 };
static const double kvm_fork_disabled[KVM_N] = { 561.236695, 563.49206,  563.831395, 563.85724,
						 561.103555, 560.978435, 558.42096,  559.30016,
						 559.71012,  560.14272,  581.89348,  561.73252,
						 560.157535, 557.69677,  588.23728,  581.778035,
						 561.945955, 558.390515 };
static const double kvm_fork_default[KVM_N] = { 578.48286, 575.12658, 574.95442, 577.70994,
						578.94094, 578.9715,  576.47915, 576.20031,
						576.67503, 577.60437, 577.37827, 579.305355,
						576.31118, 575.60722, 574.40784, 575.44674,
						575.937,   575.96482 };
static const double kvm_fork_disabled_child[KVM_N] = {
	568.187945, 566.81522,  570.217125, 567.1978,   568.960805, 568.55026,
	565.5207,   563.783055, 563.94226,  563.709935, 563.70536,  567.3613,
	565.37026,  563.4473,   565.44218,  564.30266,  564.0949,   564.30804
};
static const double kvm_fork_child[KVM_N] = { 679.90605, 691.181715, 681.53281, 682.74689,
					      680.06997, 682.75327,  682.50088, 682.1591,
					      683.9197,  683.3829,   680.40618, 709.75556,
					      685.54644, 685.35466,  686.78258, 685.40858,
					      685.58448, 687.1093 };
static const int32_t kvm_boots[KVM_N] = { 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3 };

static inline struct column_cell kvm_cell(const char *benchmark, const char *name, const char *unit,
					  enum better better, const double *values)
{
	return (struct column_cell){
		.metric = { slice_str(benchmark), slice_str(name), SLICE_NONE, slice_str(unit),
			    better },
		.values = values,
		.boots = kvm_boots,
		.n = KVM_N,
		.summary_n = RECORD_NO_COUNT,
	};
}

static inline struct column column_of_cells(const char *name, struct column_cell *cells,
					    size_t count)
{
	return (struct column){ .name = slice_str(name),
				.runs = 1,
				.cells = cells,
				.cell_count = count,
				.memcg_percent = __builtin_nan("") };
}

/* A column of two metrics; cells must have room for them. */
static inline struct column kvm_column(const char *name, struct column_cell *cells,
				       const double *faults, const double *fork)
{
	struct column column;

	cells[0] = kvm_cell("forkexec", "usecs-op-fork", "usec", BETTER_LOWER, fork);
	cells[1] = kvm_cell("pft", "faults/sec-1", "faults/s", BETTER_HIGHER, faults);
	column = column_of_cells(name, cells, 2);
	column.kernel = SLICE("6.1.192");
	column.machine = SLICE("qemu");
	column.boots = 3;
	return column;
}

#endif
