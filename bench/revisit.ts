/**
 * A second visit of a site: `npm run bench -- revisit [--rounds N] [--whole] [--json]`. It is compared with wget2 (with validators)
 * and with the first crawl (without them), and done again after an edit of one page in a hundred. `--whole` visits the documentation of all modules, three
 * times as many pages: starting the program weighs less there.
 */
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchSite } from './crawl/bench-site.ts';
import { buildProgram } from './crawl/built-program.ts';
import type { CommandLine, Contender } from './crawl/contender.ts';
import { median } from './crawl/median.ts';
import { allModules, documentation, nginxSite, oneModule } from './crawl/nginx-site.ts';
import { runCommand } from './crawl/run-command.ts';
import { tidemark } from './crawl/tidemark.ts';
import { wget2 } from './crawl/wget.ts';
import { type Figure, printFigures } from './figure.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    whole: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** Seconds by the clock and of processor time, and the requests that the server saw. */
interface Visit {
  readonly seconds: number;
  readonly cpu: number;
  readonly requests: number;
  readonly notModified: number;
  /** Answers of 200. */
  readonly found: number;
}

const part = options.whole ? allModules : oneModule;

/** One in this many pages is edited. */
const EDITED = 100;

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-revisit-'));
chmodSync(folder, 0o755); // nginx reads the site as another user
const program = join(folder, 'program');
mkdirSync(program);
const ours = tidemark(buildProgram(program));
const peer = wget2();
try {
  const rounds = Array.from({ length: Number(options.rounds) }, (_, round) => round);
  const withValidators: Awaited<ReturnType<typeof visitTwice>>[] = [];
  const without: { first: Visit; again: Visit }[] = [];
  const edited: { visit: Visit; pages: number; updates: number; edits: number }[] = [];
  for (const round of rounds) {
    const place = join(folder, `round-${round}`);
    mkdirSync(place);
    withValidators.push(await visitTwice(place));
    without.push(await withoutValidators(place));
    edited.push(await afterEdits(place));
    rmSync(place, { recursive: true, force: true });
  }
  print(withValidators, without, edited);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function serve(place: string, name: string, hasValidators = true): Promise<BenchSite> {
  const own = join(place, name);
  mkdirSync(own);
  const root = join(place, 'site');
  cpSync(join(documentation, part.scope), join(root, part.scope), {
    recursive: true,
    preserveTimestamps: true,
    dereference: true,
  });
  const site = await nginxSite(own, { root, part, hasValidators });
  if (site === null)
    throw new Error('This needs nginx and openjdk-17-doc: apt-get install nginx openjdk-17-doc');
  return site;
}

/** The same command with another verb: a second visit of the site in `out`. */
function tracked(site: BenchSite, out: string): CommandLine {
  const { args, ...rest } = ours.commandLine(site, out);
  return { ...rest, args: args.map((argument) => (argument === 'crawl' ? 'track' : argument)) };
}

async function visit(site: BenchSite, line: CommandLine, place: string): Promise<Visit> {
  await site.takeRequests();
  const { exitCode, seconds, cpuSeconds, said } = await runCommand(line, place);
  if (exitCode !== 0)
    console.error(`${line.command} ${line.args.join(' ')} ended with ${exitCode}:\n${said}`);
  const requests = await site.takeRequests();
  const answers = (wanted: number) => requests.filter(({ status }) => status === wanted).length;
  return {
    seconds,
    cpu: cpuSeconds ?? 0,
    requests: requests.length,
    notModified: answers(304),
    found: new Set(
      requests.filter(({ status, path }) => status === 200 && site.pages.has(path)).map(({ path }) => path),
    ).size,
  };
}

function emptyFolder(place: string, name: string): string {
  const out = join(place, name);
  mkdirSync(out);
  return out;
}

async function visitTwice(place: string): Promise<{ pages: number; ours: Visit; theirs: Visit | null }> {
  const site = await serve(place, 'with-validators');
  try {
    const again = async (
      { commandLine }: Pick<Contender, 'commandLine'>,
      name: string,
      second: typeof tracked,
    ) => {
      const out = emptyFolder(place, name);
      const { found } = await visit(site, commandLine(site, out), place);
      return { pages: found, visited: await visit(site, second(site, out), place) };
    };
    const { pages, visited } = await again(ours, 'ours', tracked);
    const theirs =
      peer.missing === null ? await again(peer, 'theirs', (at, out) => peer.commandLine(at, out)) : null;
    return { pages, ours: visited, theirs: theirs?.visited ?? null };
  } finally {
    await site.stop();
  }
}

async function withoutValidators(place: string): Promise<{ first: Visit; again: Visit }> {
  const site = await serve(place, 'without-validators', false);
  try {
    const out = emptyFolder(place, 'plain');
    const first = await visit(site, ours.commandLine(site, out), place);
    return { first, again: await visit(site, tracked(site, out), place) };
  } finally {
    await site.stop();
  }
}

async function afterEdits(place: string) {
  const site = await serve(place, 'edited', false);
  try {
    const out = emptyFolder(place, 'changing');
    await visit(site, ours.commandLine(site, out), place);
    const pages = [...site.pages].sort();
    const chosen = pages.filter((_, number) => number % EDITED === 0);
    for (const path of chosen) edit(join(place, 'site', path));
    const said = await visit(site, tracked(site, out), place);
    const { command, args, environment } = ours.commandLine(site, out);
    const report = join(place, 'report.json');
    const line = {
      command: 'sh',
      args: [
        '-c',
        `"$@" > "${report}"`,
        'sh',
        command,
        args[0] ?? '',
        'report',
        new URL(site.origin).host,
        '--json',
        ...args.slice(-2),
      ],
      ...(environment !== undefined && { environment }),
    };
    await runCommand(line, place);
    const { totals } = JSON.parse(readFileSync(report, 'utf8')) as { totals: { UPD: number } };
    return { visit: said, pages: pages.length, updates: totals.UPD, edits: chosen.length };
  } finally {
    await site.stop();
  }
}

function edit(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (text.includes('</main>')) writeFileSync(file, text.replace('</main>', '<p>Amended since.</p></main>'));
  else appendFileSync(file, '<p>Amended since.</p>');
}

function print(
  withValidators: readonly Awaited<ReturnType<typeof visitTwice>>[],
  without: readonly { first: Visit; again: Visit }[],
  edited: readonly { visit: Visit; pages: number; updates: number; edits: number }[],
): void {
  const pages = edited[0]?.pages ?? 0;
  const linked = withValidators[0]?.pages ?? 0;
  const figure = (
    name: string,
    values: readonly number[],
    unit: string,
    floor: Figure['floor'],
    note = '',
  ) => ({
    name,
    value: median(values),
    unit,
    floor,
    note: `${Math.min(...values).toFixed(2)} - ${Math.max(...values).toFixed(2)}${note === '' ? '' : `, ${note}`}`,
  });
  const both = withValidators.flatMap(({ ours: own, theirs }) => (theirs === null ? [] : [{ own, theirs }]));
  const figures: Figure[] = [
    figure(
      'revisit with 304s',
      withValidators.map(({ ours: own }) => pages / own.seconds),
      'pages/s',
      null,
    ),
    figure(
      'answers of 304',
      withValidators.map(({ ours: own }) => own.notModified),
      'requests',
      { atLeast: linked },
      `of ${linked} that the first visit found`,
    ),
    ...(both.length === 0
      ? []
      : [
          figure(
            'revisit, wget2',
            both.map(({ theirs }) => pages / theirs.seconds),
            'pages/s',
            null,
          ),
          figure(
            'Tidemark / wget2',
            both.map(({ own, theirs }) => theirs.seconds / own.seconds),
            'x',
            { atLeast: 1 },
            'by the clock',
          ),
          figure(
            'Tidemark / wget2, CPU',
            both.map(({ own, theirs }) => theirs.cpu / own.cpu),
            'x',
            null,
            'by processor time',
          ),
        ]),
    figure(
      'no validators / first crawl',
      without.map(({ first, again }) => again.seconds / first.seconds),
      'x',
      { atMost: 0.8 },
      'by the clock',
    ),
    figure(
      'no validators / first, CPU',
      without.map(({ first, again }) => again.cpu / first.cpu),
      'x',
      null,
      'by processor time',
    ),
    figure(
      'requests a page, 1 % edited',
      edited.map(({ visit: said }) => said.requests / pages),
      'requests',
      { atMost: 1.05 },
    ),
    figure(
      'updates reported / edits made',
      edited.map(({ updates, edits }) => updates / edits),
      'x',
      { atLeast: 1 },
      `${edited[0]?.edits} edits`,
    ),
  ];
  printFigures('revisit', figures, options.json);
}
