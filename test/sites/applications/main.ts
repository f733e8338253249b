/**
 * `npm run sites [-- --only dokuwiki,cgit --visits 5 --seed 1 --keep]`: real applications, installed, filled, edited through their
 * own interfaces and tracked; flags against the truth. Needs Debian, root and the package registries; see docs/sites.md.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applications } from './applications.ts';
import { prove, type VisitResult } from './proof/prove.ts';
import { belowFloor, describeVisit, printTotals, type Totals, totalsOf } from './proof/results.ts';
import { NotInstalled } from './tools/not-installed.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    visits: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const remark = (line: string) => process.stderr.write(`${line}\n`);

const names = options.only?.split(',') ?? Object.keys(applications);
const unknown = names.filter((name) => !(name in applications));
if (unknown.length > 0)
  throw new Error(
    `no application "${unknown.join('", "')}"; there are: ${Object.keys(applications).join(', ')}`,
  );

const root = await mkdtemp(join(tmpdir(), 'tidemark-sites-'));
const rows: Totals[] = [];
const notRun: string[] = [];
for (const name of names) {
  const make = applications[name];
  if (make === undefined) continue;
  print(`\n${name}`);
  const results: VisitResult[] = [];
  const onVisit = (result: VisitResult) => {
    results.push(result);
    for (const line of describeVisit(result)) print(line);
  };
  const onStage = (what: string) => remark(`  ${new Date().toISOString().slice(11, 19)} ${name}: ${what}`);
  const started = performance.now();
  try {
    const folder = join(root, name);
    await prove(make, {
      folder,
      seed: Number(options.seed),
      visits: Number(options.visits),
      onVisit,
      onStage,
    });
    rows.push(totalsOf(name, results, performance.now() - started));
  } catch (error) {
    const why = error instanceof NotInstalled ? error.message : String((error as Error).stack);
    print(`  not proved: ${why}`);
    notRun.push(`${name}: ${why.split('\n')[0]}`);
  }
}
print('');
printTotals(rows, print);
for (const line of notRun) print(`not proved: ${line}`);
const worse = rows.flatMap((row) => belowFloor(row, Number(options.visits)));
for (const line of worse) print(`WORSE THAN ITS FLOOR: ${line}`);
if (options.keep) print(`kept: ${root}`);
else await rm(root, { recursive: true, force: true });
process.exitCode = worse.length > 0 || notRun.length > 0 ? 1 : 0;
