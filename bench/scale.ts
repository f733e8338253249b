/**
 * A crawl with a million URLs in its frontier, compared with 10,000: memory, time to resume after a pause, and the cost of
 * a page. `npm run bench -- scale [--urls N] [--pages N] [--rounds N] [--json]`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BuiltProgram, buildProgram } from './crawl/built-program.ts';
import { type EndlessSite, endlessSite } from './crawl/endless-site.ts';
import type { EndlessSiteVisits } from './crawl/endless-site-server.ts';
import { median } from './crawl/median.ts';
import { runCommand, type Taken } from './crawl/run-command.ts';
import { type Figure, printFigures } from './figure.ts';

const { values: options } = parseArgs({
  options: {
    urls: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const pagesPerRound = Number(options.pages);
const FEW = 10_000;
const MANY = Number(options.urls);

/** Progress goes to standard error, so that standard output holds only the result. */
const remark = (text: string) => console.error(text);

/** A crawl that is paused and resumed, over a frontier of one size. */
interface Crawl {
  readonly site: EndlessSite;
  readonly urls: number;
  readonly folder: string;
}

interface Stretch extends Taken {
  /** From the start of the process to the first request. */
  readonly resumeSeconds: number;
  readonly visits: EndlessSiteVisits;
}

async function crawlPages(program: BuiltProgram, { site, folder }: Crawl, pages: number): Promise<Stretch> {
  let started = 0;
  const args = [
    ...[program.launcher, 'crawl', site.url, '--project', 'scale', '--data', join(folder, 'data')],
    ...['--concurrency', '16', '--ignore-robots', '--max-pages', String(pages)],
  ];
  await site.takeVisits();
  const taken = await runCommand(
    { command: process.execPath, args, environment: program.environment },
    folder,
    (at) => {
      started = at;
    },
  );
  if (taken.exitCode !== 0) throw new Error(`The crawl ended with ${taken.exitCode}:\n${taken.said}`);
  const visits = await site.takeVisits();
  return { ...taken, visits, resumeSeconds: (visits.first - started) / 1000 };
}

async function fillFrontier(program: BuiltProgram, parent: string, urls: number) {
  const folder = join(parent, `frontier-of-${urls}`);
  mkdirSync(folder);
  const crawl: Crawl = { site: await endlessSite(urls / 1000), urls, folder };
  const filling = await crawlPages(program, crawl, urls / 1000 + 1);
  remark(
    `${urls.toLocaleString('en')} URLs found in ${filling.seconds.toFixed(1)} s, ${filling.memoryMb?.toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return { crawl, filling };
}

/**
 * The cost of one more page: a resumed crawl of many pages minus one of a single page, in processor time, which a busy
 * machine disturbs least, and by the clock from the first request to the last.
 */
async function measureRound(program: BuiltProgram, crawl: Crawl) {
  const one = await crawlPages(program, crawl, 1);
  const many = await crawlPages(program, crawl, pagesPerRound);
  const more = many.visits.requests - one.visits.requests;
  const figures = {
    resumeSeconds: [one.resumeSeconds, many.resumeSeconds],
    memoryMb: Math.max(one.memoryMb ?? 0, many.memoryMb ?? 0),
    cpuMs: (((many.cpuSeconds ?? 0) - (one.cpuSeconds ?? 0)) * 1000) / more,
    wallMs: (many.visits.last - many.visits.first) / (many.visits.requests - 1),
  };
  remark(
    `${crawl.urls.toLocaleString('en').padStart(9)} URLs: first request after ${many.resumeSeconds.toFixed(2)} s, ` +
      `${figures.cpuMs.toFixed(2)} ms CPU and ${figures.wallMs.toFixed(2)} ms a page, ${figures.memoryMb.toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return figures;
}

async function measure(program: BuiltProgram, folder: string): Promise<readonly Figure[]> {
  const few = await fillFrontier(program, folder, FEW);
  const many = await fillFrontier(program, folder, MANY);
  try {
    const ofFew: Awaited<ReturnType<typeof measureRound>>[] = [];
    const ofMany: typeof ofFew = [];
    for (let round = 0; round < rounds; round++) {
      ofFew.push(await measureRound(program, few.crawl));
      ofMany.push(await measureRound(program, many.crawl));
    }
    const cpuRatios = ofMany.map(({ cpuMs }, round) => cpuMs / (ofFew[round]?.cpuMs ?? 0));
    const wallRatios = ofMany.map(({ wallMs }, round) => wallMs / (ofFew[round]?.wallMs ?? 0));
    const resumes = ofMany.flatMap(({ resumeSeconds }) => resumeSeconds);
    const size = `${MANY.toLocaleString('en')} URLs`;
    const range = (values: readonly number[]) =>
      `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
    return [
      {
        name: `memory while ${size} are found`,
        value: many.filling.memoryMb ?? 0,
        unit: 'MB',
        floor: { atMost: 300 },
        note: `${(MANY / many.filling.seconds).toFixed(0)} URLs/s; with ${FEW.toLocaleString('en')}: ${few.filling.memoryMb?.toFixed(0)} MB`,
      },
      {
        name: `memory of a resumed crawl, ${size} waiting`,
        value: Math.max(...ofMany.map(({ memoryMb }) => memoryMb)),
        unit: 'MB',
        floor: { atMost: 300 },
        note: `with ${FEW.toLocaleString('en')}: ${Math.max(...ofFew.map(({ memoryMb }) => memoryMb)).toFixed(0)} MB`,
      },
      {
        name: `resume, ${size} waiting: first request after`,
        value: median(resumes),
        unit: 's',
        floor: { atMost: 10 },
        note: `${range(resumes)}; with ${FEW.toLocaleString('en')}: ${median(ofFew.flatMap(({ resumeSeconds }) => resumeSeconds)).toFixed(2)}`,
      },
      {
        name: `processor time of a page, ${size} / ${FEW.toLocaleString('en')}`,
        value: median(cpuRatios),
        unit: 'times',
        floor: { atMost: 1.2 },
        note: `${range(cpuRatios)}; ${median(ofMany.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms a page`,
      },
      {
        name: `time of a page by the clock, ${size} / ${FEW.toLocaleString('en')}`,
        value: median(wallRatios),
        unit: 'times',
        floor: { atMost: 1.2 },
        note: `${range(wallRatios)}; ${median(ofMany.map(({ wallMs }) => wallMs)).toFixed(2)} ms a page`,
      },
    ];
  } finally {
    await few.crawl.site.stop();
    await many.crawl.site.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-scale-'));
try {
  const program = join(folder, 'program');
  mkdirSync(program);
  printFigures('scale', await measure(buildProgram(program), folder), options.json);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
