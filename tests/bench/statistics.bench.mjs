// SPDX-License-Identifier: GPL-2.0-or-later
// CPU of what judges numbers: 1,000 metrics of 2 * 10 samples as one family, and the changes of a
// series of 1,000 points. The bars are milliseconds.
//     make bench ONLY=statistics
import { execute } from '../program.mjs';
import { program, row } from './measure.mjs';

const BAR = '<= 50';
const what = {
  verdicts: 'verdicts on 1,000 metrics of 2 * 10 samples',
  ties: 'the same where most samples tie',
  changes: 'changes of a series of 1,000 points',
};

export async function rows() {
  const { stdout, status, stderr } = await execute(program('verdicts'), []);
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n').map((line) => {
    const [name, ms] = line.split(' ');
    return row(what[name], { ours: Number(ms), unit: 'ms', bar: BAR });
  });
}
