/**
 * Changes the code in small ways, one at a time, and tells which changes no test notices. Stryker does the work, in a copy of
 * the tree; see CONTRIBUTING.md. A mutant is seen by tests in their own process only, not by what they start.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `npm run mutate -- --folder src/track [--sample 60] [--seed 1] [--tests src/track,test/kernel/track] [--json]`;

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A part of the report that Stryker writes. */
interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly status: string;
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly location: { readonly start: Position; readonly end: Position };
        }[];
      }
    >
  >;
}

interface Mutant {
  readonly at: string;
  readonly status: string;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
}

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const size = Number(values.sample);
if (values.folder === undefined || !existsSync(values.folder) || !Number.isInteger(size) || size < 1) {
  console.error(usage);
  process.exit(2);
}
const { folder, seed, tests = folder } = values;

setPriority(10); // it takes long, and others may be working
const work = mkdtempSync(join(tmpdir(), 'tidemark-mutate-'));
try {
  install();
  const mutants = mutantsOf(run());
  if (values.json) console.log(JSON.stringify({ folder, tests, size, seed, ...score(mutants), mutants }));
  else print(mutants);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function install(): void {
  const home = 'scripts/mutation';
  if (existsSync(join(home, 'node_modules'))) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: home, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('Stryker could not be installed');
}

function run(): Report {
  const report = join(work, 'report.json');
  const options = {
    mutate: [`${folder}/**/*.ts`, '!**/*.test.ts', '!**/*.example.ts'],
    plugins: ['@stryker-mutator/vitest-runner', resolve('scripts/mutation/sample.ts')],
    checkers: ['sample'],
    sample: { size, seed },
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts' },
    concurrency: 1,
    // A busy machine is no endless loop.
    timeoutMS: 30_000,
    timeoutFactor: 3,
    // It would be rewritten with the compiler's interface, which TypeScript 7 does not have.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    ignorePatterns: ['/dist', '/coverage'],
    tempDirName: join(work, 'trees'),
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  };
  const config = join(work, 'stryker.config.json');
  writeFileSync(config, JSON.stringify(options));
  const stryker = 'scripts/mutation/node_modules/@stryker-mutator/core/bin/stryker.js';
  const { status } = spawnSync(process.execPath, [stryker, 'run', config], {
    env: { ...process.env, MUTATION_TESTS: tests },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('Stryker failed; its messages are above');
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/** Those of the sample. */
function mutantsOf({ files }: Report): readonly Mutant[] {
  return Object.entries(files).flatMap(([path, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => status !== 'CompileError' && status !== 'Ignored')
      .map(({ status, mutatorName, replacement = '', location: { start, end } }) => ({
        at: `${path}:${start.line}:${start.column}`,
        status,
        kind: mutatorName,
        before: textBetween(lines, start, end),
        after: replacement,
      }));
  });
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  const part = lines.slice(start.line - 1, end.line);
  const last = part.at(-1)?.slice(0, end.column - 1) ?? '';
  return [...part.slice(0, -1), last].join('\n').slice(start.column - 1);
}

interface Score {
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly notReached: number;
  readonly failed: number;
  /** Of a hundred mutants that run, how many the tests notice. */
  readonly score: number;
}

function score(mutants: readonly Mutant[]): Score {
  const many = (wanted: string) => mutants.filter(({ status }) => status === wanted).length;
  const [killed, timedOut, survived] = [many('Killed'), many('Timeout'), many('Survived')];
  const notReached = many('NoCoverage');
  const counted = killed + timedOut + survived + notReached;
  return {
    killed,
    timedOut,
    survived,
    notReached,
    failed: mutants.length - counted,
    score: Math.round((1000 * (killed + timedOut)) / counted) / 10,
  };
}

function print(mutants: readonly Mutant[]): void {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160);
  for (const { at, status, kind, before, after } of mutants) {
    if (status !== 'Survived' && status !== 'NoCoverage') continue;
    console.log(`${at}  ${kind}${status === 'NoCoverage' ? ', not reached by a test' : ''}`);
    console.log(`  - ${short(before)}\n  + ${short(after)}`);
  }
  const result = score(mutants);
  console.log(
    `${folder}: ${result.score} % of ${mutants.length} mutants noticed: ${result.killed} killed, ${result.timedOut} timed out, ` +
      `${result.survived} survived, ${result.notReached} not reached by a test, ${result.failed} failed to run`,
  );
}
