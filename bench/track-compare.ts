/** The same generated sites, visited several times by several monitors: compares what each reports with what happened. docs/benchmark.md */
import { parseArgs } from 'node:util';
import type { JudgedVisit, Mistake } from '../test/kernel/track/landscape/judge-landscape.ts';
import { judgeVisit, type Said } from '../test/kernel/track/landscape/judge-landscape.ts';
import { type Site, siteOf } from '../test/kernel/track/landscape/landscape.ts';
import { serveLandscape } from '../test/kernel/track/landscape/serve-landscape.ts';
import { findProgram } from './crawl/find-program.ts';
import { type Figure, printFigures } from './figure.ts';
import type { Monitor, Reported } from './track/monitor.ts';
import { textHashMonitor } from './track/text-hash-monitor.ts';
import { tidemarkMonitor } from './track/tidemark-monitor.ts';
import { urlwatchMonitor } from './track/urlwatch-monitor.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    visits: { type: 'string', default: '4' },
    pages: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    serve: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
  },
});
const size = { pages: Number(values.pages), visits: Number(values.visits) };

/** Opens a monitor whose clock is that of the site. */
type Contender = (now: () => number) => Monitor | Promise<Monitor>;

const verdicts: Readonly<Record<NonNullable<Reported>, Said['verdict']>> = {
  same: 'same',
  changed: 'changed',
  new: 'new',
  missing: 'gone',
  failed: 'failed',
};

/** All visits of one monitor to one site, judged from the second on. */
async function visitsOf(contender: Contender, site: Site): Promise<readonly JudgedVisit[]> {
  const served = await serveLandscape(site);
  const monitor = await contender(() => served.now());
  // A list of addresses is made at the first visit.
  const addresses = [...served.truth().keys()].map(served.addressOf);
  try {
    await monitor.look(served.origin, addresses);
    const visits: JudgedVisit[] = [];
    while (served.advance()) {
      await monitor.look(served.origin, addresses);
      const said = [...monitor.reported((target) => target)].flatMap(([address, reported]) =>
        reported === null ? [] : [{ address, verdict: verdicts[reported] }],
      );
      visits.push(judgeVisit(served, visits.length + 2, said));
    }
    return visits;
  } finally {
    await monitor.close();
    await served.close();
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What one monitor got wrong over all sites. */
async function figuresOf(
  name: string,
  contender: Contender,
  sites: readonly Site[],
): Promise<readonly Figure[]> {
  const started = performance.now();
  const visits: JudgedVisit[] = [];
  for (const site of sites) visits.push(...(await visitsOf(contender, site)));
  const seconds = (performance.now() - started) / 1000;
  const of = (kind: Mistake['kind'], among: readonly JudgedVisit[]) =>
    among.flatMap(({ mistakes }) => mistakes).filter((mistake) => mistake.kind === kind).length;
  const byVisit = (kind: Mistake['kind']): string =>
    [...Map.groupBy(visits, ({ visit }) => visit).values()].map((some) => of(kind, some)).join(', ');
  const errors = [
    ['false alarm', 'same', 'false alarms'],
    ['missed', 'changed', 'missed edits'],
    ['new not found', 'new', 'new pages not found'],
    ['gone not reported', 'gone', 'gone, not reported'],
  ] as const;
  const requests = sum(visits.map((it) => it.sameRequests)) / sum(visits.map(({ judged }) => judged.same));
  return [
    ...errors.map(([kind, truth, error]) => ({
      name: `${name}: ${error}`,
      value: of(kind, visits),
      unit: 'pages',
      floor: null,
      note: `of ${sum(visits.map(({ judged }) => judged[truth]))}; by visit ${byVisit(kind)}`,
    })),
    {
      name: `${name}: requests for each same page`,
      value: requests,
      unit: '',
      floor: null,
      note: requests.toFixed(2),
    },
    { name: `${name}: time`, value: seconds, unit: 's', floor: null, note: '' },
  ];
}

async function compare(): Promise<void> {
  const sites = Array.from({ length: Number(values.seeds) }, (_, index) =>
    siteOf(Number(values.from) + index, size),
  );
  const urlwatch = findProgram('urlwatch');
  const contenders: readonly (readonly [string, Contender])[] = [
    ['text hash', textHashMonitor],
    ...(urlwatch === null ? [] : [['urlwatch', () => urlwatchMonitor(urlwatch)] as const]),
    ['Tidemark', tidemarkMonitor],
  ];
  if (!values.json) console.log(`${sites.length} sites, ${size.visits} visits each\n`);
  const figures: Figure[] = [];
  const wanted = contenders.filter(([name]) => name.startsWith(values.only));
  for (const [name, contender] of wanted) figures.push(...(await figuresOf(name, contender, sites)));
  printFigures('track-compare', figures, values.json);
  if (urlwatch === null && !values.json) console.log('\nurlwatch is not installed here.');
}

/** Serves one site until it is stopped, for monitors that are not in the list. */
async function serve(seed: number): Promise<void> {
  const served = await serveLandscape(siteOf(seed, size), Number(values.port));
  console.log(`${served.origin}/  (also GET /__truth, POST /__judge, GET /__advance)`);
}

await (values.serve === '' ? compare() : serve(Number(values.serve)));
