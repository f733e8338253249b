/**
 * `npm run chaos -- cluster [--seed S] [--times N] [--only FAULT,...] [--tell SECONDS]`: each fault so many times, at random moments of runs, and a
 * table of what they did. Without `--only`, all of them. What took place in silences that were longer than `--tell` is told step by step.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { randomOf } from '../../sites/session-sites/random.ts';
import { type ClusterFaultName, clusterFaults } from './faults.ts';
import { type RoundReport, runClusterChaos, TAKEOVER } from './run-cluster-chaos.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: 'tidemark' },
    times: { type: 'string', default: '20' },
    tell: { type: 'string', default: String(TAKEOVER / 1000) },
    only: { type: 'string', default: Object.keys(clusterFaults).join(',') },
  },
});
const names = Object.keys(clusterFaults) as ClusterFaultName[];
const chosen = options.only.split(',').map((name) => {
  const known = names.find((one) => one === name);
  if (known === undefined) throw new Error(`"${name}" is not one of: ${names.join(', ')}`);
  return known;
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const started = performance.now();
const rounds = randomOf(`order ${options.seed}`).shuffle(
  chosen.flatMap((name) => Array.from({ length: Number(options.times) }, () => name)),
);
const reports = await runClusterChaos({
  seed: options.seed,
  rounds,
  onRound: ({ fault, silence, reported, faults }) => {
    print(`${fault.padEnd(22)} ${(silence / 1000).toFixed(1).padStart(6)} s  ${faults.length} faults`);
    for (const what of faults.slice(0, 5)) print(`  ${what}`);
    if (silence > Number(options.tell) * 1000) for (const what of reported) print(`  ${what}`);
  },
});

const columns = ['lost', 'twice', 'wrong', 'stale', 'messages', 'impolite', 'pages', 'requests'] as const;
print(`\n${['fault'.padEnd(74), 'times', ...columns, 'takeover'].join('  ')}`);
for (const name of chosen) print(lineOf(clusterFaults[name].says, of(name)));
print(lineOf('all', reports));
const between = sum(reports, 'between');
print(`\nrequests to a host while a request of the other run was under way there: ${between}`);
print(`seconds: ${((performance.now() - started) / 1000).toFixed(0)}, load: ${loadavg()[0]?.toFixed(1)}`);
const isGood = reports.every(({ faults }) => faults.length === 0);
print(
  isGood
    ? `No page lost, none stored twice, none stale, no message doubled; takeover under ${TAKEOVER / 1000} s.`
    : `FAILED (seed ${options.seed})`,
);
// PostgreSQL of the tests ends the process with 0 otherwise.
process.exit(isGood ? 0 : 1);

function of(name: ClusterFaultName): readonly RoundReport[] {
  return reports.filter(({ fault }) => fault === name);
}

function sum(some: readonly RoundReport[], column: keyof RoundReport['counts']): number {
  return some.reduce((total, { counts }) => total + counts[column], 0);
}

/** The last column is the longest time without a request, beyond what the fault lasts. */
function lineOf(says: string, some: readonly RoundReport[]): string {
  const longest = Math.max(0, ...some.map(({ silence }) => silence));
  const cells = columns.map((column) => String(sum(some, column)).padStart(column.length));
  return [
    says.padEnd(74),
    String(some.length).padStart(5),
    ...cells,
    `${(longest / 1000).toFixed(1)} s`.padStart(8),
  ].join('  ');
}
