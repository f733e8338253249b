/**
 * Runs the tests and prints which share of each folder of src/ they reach. `--units` runs the tests in src/ alone, and
 * `--total` prints one line instead of the table. What a test starts as another process is not counted.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';

interface Count {
  readonly total: number;
  readonly covered: number;
}
interface Coverage {
  readonly lines: Count;
  readonly branches: Count;
}

const { values } = parseArgs({ options: { units: { type: 'boolean' }, total: { type: 'boolean' } } });

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--coverage', '--silent', '--reporter=minimal'];
const { status } = spawnSync(process.execPath, [...vitest, ...(values.units ? ['--project=units'] : [])], {
  stdio: ['ignore', values.total ? 'ignore' : 'inherit', 'inherit'],
});

if (status === 0) print();
process.exitCode = status ?? 1;

function print(): void {
  const summary = JSON.parse(readFileSync('coverage/coverage-summary.json', 'utf8')) as Readonly<
    Record<string, Coverage>
  >;
  const { total, ...files } = summary;
  if (total === undefined) throw new Error('coverage-summary.json has no total');
  if (values.total) {
    const tests = values.units ? 'the tests in src/' : 'all tests';
    console.log(
      `coverage of src/ by ${tests}: ${share(total.lines)} of lines, ${share(total.branches)} of branches`,
    );
    return;
  }
  const folders = Map.groupBy(Object.entries(files), ([path]) => folderOf(path));
  const rows = [...folders].map(([folder, entries]): readonly [string, Coverage] => [
    folder,
    sum(entries.map(([, coverage]) => coverage)),
  ]);
  for (const [folder, { lines, branches }] of [...rows, ['all', total] as const]) {
    console.log(
      `${folder.padEnd(16)} ${share(lines).padStart(6)} of lines ${share(branches).padStart(8)} of branches`,
    );
  }
}

function folderOf(path: string): string {
  const [source = '', folder = '', ...inside] = relative('.', path).split(/[\\/]/);
  return inside.length > 0 ? `${source}/${folder}` : source;
}

function sum(parts: readonly Coverage[]): Coverage {
  const add = (kind: keyof Coverage): Count => ({
    total: parts.reduce((so, part) => so + part[kind].total, 0),
    covered: parts.reduce((so, part) => so + part[kind].covered, 0),
  });
  return { lines: add('lines'), branches: add('branches') };
}

function share({ total, covered }: Count): string {
  return `${(total === 0 ? 100 : (100 * covered) / total).toFixed(1)} %`;
}
