/**
 * `npm run chaos -- starved [--seed S] [--minutes M] [--projects N] [--every MINUTES] [--processor SHARE] [--only PART,...] [--without WORD,...]`: the built program as users run it
 * (`watch` and `serve` on SQLite, `serve` with two workers on PostgreSQL, browsers among them) on a machine that has too little of everything, while
 * PostgreSQL goes away, disks are full, processes are killed or stand still, and clocks jump. Parts: watch, server, cluster. SHARE is what all of it
 * gets of one processor, or `all`; a tenth of the machine by default. Faults with one of the WORDs in their name do not come.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { PartCounts } from './judge-part.ts';
import { partNames } from './parts.ts';
import { runStarvedChaos, type Whole } from './run-starved-chaos.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: 'tidemark' },
    minutes: { type: 'string', default: '120' },
    projects: { type: 'string', default: '300' },
    every: { type: 'string', default: '5' },
    processor: { type: 'string', default: String(availableParallelism() / 10) },
    only: { type: 'string', default: partNames.join(',') },
    without: { type: 'string', default: '' },
    'no-browser': { type: 'boolean', default: false },
  },
});
const parts = options.only.split(',').map((name) => {
  const known = partNames.find((one) => one === name);
  if (known === undefined) throw new Error(`"${name}" is not one of: ${partNames.join(', ')}`);
  return known;
});
const MINUTE = 60_000;
const [minutes, every] = [Number(options.minutes), Number(options.every)];
/** Of the time, for everything to settle: at least one slot of every project falls into it. */
const settle = Math.max(2 * every + 1, 3) * MINUTE;
/** Beyond the time that was asked for: to start, to end, and to judge. */
const LONGEST_REST = 20 * MINUTE;
const MOST_OF_A_KIND = 6;
const kindOf = (fault: string): string => fault.replaceAll(/\S*\d\S*|^\w+:/g, '').slice(0, 40);
const print = (line: string) => process.stdout.write(`${line}\n`);
const started = performance.now();
let whole: Whole | null = null;
/** Nothing is left behind, however it ends. */
async function breakOff(why: string): Promise<void> {
  print(`FAILED: ${why}`);
  await whole?.close();
  process.exit(1);
}
setTimeout(() => void breakOff('it did not end in time'), minutes * MINUTE + settle + LONGEST_REST).unref();
const reports = await runStarvedChaos({
  seed: options.seed,
  parts,
  projects: Number(options.projects),
  every,
  faultsFor: Math.max(minutes * MINUTE - settle, MINUTE),
  settle,
  share: options.processor === 'all' ? null : Number(options.processor),
  allowance: MINUTE,
  browser: !options['no-browser'],
  isChosen: ({ name }) => !options.without.split(',').some((word) => word !== '' && name.includes(word)),
  tell: print,
  onStarted: (running) => {
    whole = running;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // The PostgreSQL of the tests would end this process before all others have ended.
      process.removeAllListeners(signal);
      process.once(signal, () => void breakOff(signal));
    }
  },
});

const columns: readonly (readonly [string, keyof PartCounts])[] = [
  ['faults', 'faults'],
  ['projects', 'projects'],
  ['due', 'slots'],
  ['runs', 'runs'],
  ['late', 'late'],
  ['lost', 'lost'],
  ['twice', 'twice'],
  ['changes', 'expected'],
  ['told once', 'once'],
  ['not told', 'messagesLost'],
  ['told twice', 'messagesTwice'],
  ['repeated', 'repeated'],
  ['readyz wrong s', 'readyWrong'],
  ['stuck', 'stuck'],
  ['ended', 'ended'],
];
print(`\n${['part'.padEnd(8), ...columns.map(([title]) => title)].join('  ')}`);
for (const { part, counts } of reports)
  print(
    [part.padEnd(8), ...columns.map(([title, key]) => String(counts[key]).padStart(title.length))].join('  '),
  );
for (const { part, faults } of reports) {
  if (faults.length > 0) print(`\n${part}: ${faults.length} faults`);
  // Those of schedules and of messages come once for each project, and would hide the rest.
  for (const some of Map.groupBy(faults, kindOf).values()) {
    for (const fault of some.slice(0, MOST_OF_A_KIND)) print(`  ${fault.replaceAll('\n', '\n    ')}`);
    if (some.length > MOST_OF_A_KIND) print(`  and ${some.length - MOST_OF_A_KIND} more of this kind`);
  }
}
print(`\nseconds: ${((performance.now() - started) / 1000).toFixed(0)}, load: ${loadavg()[0]?.toFixed(1)}`);
const isGood = reports.every(({ faults }) => faults.length === 0);
print(
  isGood
    ? 'Every due run took place once or was late with a reason, every change was told once, nothing is stuck.'
    : `FAILED (seed ${options.seed})`,
);
// PostgreSQL of the tests ends the process with 0 otherwise.
process.exit(isGood ? 0 : 1);
