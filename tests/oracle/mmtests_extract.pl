# SPDX-License-Identifier: GPL-2.0-or-later
# What mmtests' own modules read of a run: MMTESTS=CHECKOUT perl mmtests_extract.pl DIR RUN BENCHMARK [ALT]
# prints a line for each sample, "OPERATION ITERATION NUMBER VALUE", with " R" behind headlines.
use strict;
use warnings;
no warnings 'once';
BEGIN {
	require FindBin;
	$FindBin::Bin = "$ENV{MMTESTS}/bin";
	unshift @INC, "$ENV{MMTESTS}/bin/lib";
}
use MMTests::ExtractFactory;

my ($dir, $run, $benchmark, $alt) = @ARGV;
my $heads = -e "$ENV{MMTESTS}/bin/lib/MMTests/ExtractShellpack.pm";
my $module = MMTests::ExtractFactory->new()->loadModule("extract",
	$heads ? $benchmark : $benchmark . ($alt // ""), $run, "", $heads ? ($alt // "") : ());
my $iterations = 0;

for my $iteration (sort glob("$dir/$run/iter-*")) {
	$module->extractReport("$iteration/$benchmark/logs", undef, $alt // "");
	$module->nextIteration();
	$iterations++;
}
my %headline = map { $_ => 1 } @{$module->{_RatioOperations} // []};
for my $op (@{$module->{_Operations} // $module->{_GeneratedOperations}}) {
	my $found = 0;
	for my $i (0 .. $iterations - 1) {
		my $data = ($module->{_ResultData}{$op} // [])->[$i] // next;
		for my $n (0 .. $#{$data->{Values}}) {
			my ($number, $value) = ($data->{SampleNrs}[$n], $data->{Values}[$n]);
			s/\s+//g for ($number, $value);
			printf "%s %d %.15g %.15g%s\n", $op, $i, $number, $value, $headline{$op} ? " R" : "";
			$found = 1;
		}
	}
	print "$op -\n" unless $found;
}
