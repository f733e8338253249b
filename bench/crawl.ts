/**
 * A whole site, crawled by Tidemark and by others in turn: `npm run bench -- crawl [--rounds N] [--only a,b] [--generated]
 * [--install-peers] [--json]`. Loopback has no latency, so this measures processor time, and flatters a single connection.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchSite } from './crawl/bench-site.ts';
import { buildProgram } from './crawl/built-program.ts';
import { calibrator } from './crawl/calibrator.ts';
import type { Contender } from './crawl/contender.ts';
import { crawlFloors, isComplete, ratiosByRound, type Series } from './crawl/crawl-floors.ts';
import { crawleeHttpCrawler, installCrawlee } from './crawl/crawlee.ts';
import { generatedSite } from './crawl/generated-site.ts';
import { httrack } from './crawl/httrack.ts';
import { type CrawlFigures, describeSet, measureCrawl } from './crawl/measure-crawl.ts';
import { median } from './crawl/median.ts';
import { nginxSite } from './crawl/nginx-site.ts';
import { scrapy } from './crawl/scrapy.ts';
import { tidemark } from './crawl/tidemark.ts';
import { wget, wget2, wget2InMemory } from './crawl/wget.ts';
import { printFigures } from './figure.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    generated: { type: 'boolean', default: false },
    'install-peers': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** Progress goes to standard error, so that standard output holds only the result. */
const remark = (text: string) => console.error(text);

/** The peers that the user wants to compare with; those left out are listed as not run. */
const isWanted = ({ name }: Contender) =>
  options.only === undefined || options.only.split(',').some((part) => name.toLowerCase().includes(part));

async function crawlInTurns(site: BenchSite, contenders: readonly Contender[], folder: string) {
  const measured = new Map<Contender, CrawlFigures[]>();
  const crawl = async (contender: Contender, round: number) => {
    const figures = await measureCrawl(site, contender, folder);
    measured.set(contender, [...(measured.get(contender) ?? []), figures]);
    const rate = figures.pagesPerSecond.toFixed(0).padStart(6);
    const load = loadavg()[0]?.toFixed(1);
    remark(
      `round ${round + 1}  ${contender.name.padEnd(22)} ${rate} pages/s, ${describeSet(figures.fetched)}, load ${load}`,
    );
  };
  const yardstick = calibrator();
  const running = contenders.filter(({ missing }) => missing === null);
  for (let round = 0; round < Number(options.rounds); round++) {
    await crawl(yardstick, round);
    // A different order in every round, so that no contender always follows the same one.
    for (let turn = 0; turn < running.length; turn++) {
      const contender = running[(turn + round) % running.length];
      if (contender !== undefined) await crawl(contender, round);
    }
    await crawl(yardstick, round);
  }
  return [...contenders, yardstick].map(
    (contender): Series => ({ contender, rounds: measured.get(contender) ?? [] }),
  );
}

function printTable(series: readonly Series[], subject: Series): void {
  const rows = series.map((each) => rowOf(each, subject));
  const head = [
    'tool',
    'pages/s',
    '(range)',
    'CPU ms/page',
    'memory MB',
    'Tidemark is',
    'by CPU',
    'fetched',
    'note',
  ];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function rowOf(series: Series, subject: Series): readonly string[] {
  const { contender, rounds } = series;
  if (rounds.length === 0)
    return [contender.name, 'not run', '', '', '', '', '', '', contender.missing ?? 'left out by --only'];
  const rates = rounds.map(({ pagesPerSecond }) => pagesPerSecond);
  const ratio =
    series === subject || rounds.length !== subject.rounds.length ? null : ratiosByRound(subject, series);
  const last = rounds.at(-1);
  const [cpu, ownCpu] = [cpuOf(series), cpuOf(subject)];
  return [
    contender.name,
    median(rates).toFixed(0),
    `${Math.min(...rates).toFixed(0)} - ${Math.max(...rates).toFixed(0)}`,
    cpu?.toFixed(2) ?? '-',
    medianOf(rounds.map(({ memoryMb }) => memoryMb))?.toFixed(0) ?? '-',
    ratio === null ? '' : `${median(ratio).toFixed(2)} x`,
    series === subject || cpu === null || ownCpu === null ? '' : `${(cpu / ownCpu).toFixed(2)} x`,
    last === undefined ? '' : describeSet(last.fetched),
    contender.note,
  ];
}

/** On a busy machine, this says more than the clock. */
const cpuOf = ({ rounds }: Series) => medianOf(rounds.map(({ cpuMsPerPage }) => cpuMsPerPage));

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

/** The same code just before and just after the others: how much two figures of one round may differ by chance. */
function describeCalibration({ rounds }: Series): string {
  const spans = rounds.flatMap(({ pagesPerSecond }, place) => {
    const before = rounds[place - 1]?.pagesPerSecond;
    return place % 2 === 1 && before !== undefined ? [Math.abs(pagesPerSecond / before - 1) * 100] : [];
  });
  return `The calibrator's two figures of a round lie ${spans.map((span) => `${span.toFixed(0)} %`).join(', ')} apart; a difference under 25 % is not one.`;
}

if (options['install-peers']) installCrawlee();
const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-crawl-'));
const program = join(folder, 'program');
mkdirSync(program);
const site = (options.generated ? null : await nginxSite(folder)) ?? (await generatedSite());
try {
  const subject = tidemark(buildProgram(program));
  const peers = [
    wget2(),
    wget2InMemory(),
    wget(),
    httrack(),
    crawleeHttpCrawler(),
    scrapy('tuned'),
    scrapy('as documented'),
  ];
  const load = loadavg()[0] ?? 0;
  remark(`${site.description}: ${site.pages.size} pages. Reading it once, so that it is in memory.`);
  await measureCrawl(site, calibrator(), folder);
  await measureCrawl(site, subject, folder);
  const wanted = [subject, ...peers.filter(isWanted)];
  const measured = await crawlInTurns(site, wanted, folder);
  const series = [
    ...measured,
    ...peers.filter((peer) => !isWanted(peer)).map((contender) => ({ contender, rounds: [] })),
  ];
  const own = series.find(({ contender }) => contender === subject) ?? { contender: subject, rounds: [] };
  const floors = crawlFloors(own, series);
  if (options.json) {
    for (const { contender, rounds } of series)
      console.log(
        JSON.stringify({ bench: 'crawl', name: contender.name, missing: contender.missing, rounds }),
      );
  } else {
    console.log(
      `${site.description}: ${site.pages.size} pages, 16 requests at once, no delay, no robots.txt.`,
    );
    console.log(
      `Medians of ${options.rounds} rounds, from start to end of each process; load ${load.toFixed(1)} before, ${loadavg()[0]?.toFixed(1)} after.\n`,
    );
    printTable(series, own);
    const yardstick = measured.at(-1);
    if (yardstick !== undefined) console.log(`\n${describeCalibration(yardstick)}\n`);
  }
  printFigures('crawl', floors, options.json);
  if (!isComplete(own)) {
    console.error('Tidemark did not fetch the whole site: its figures mean nothing.');
    process.exitCode = 1;
  }
} finally {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
