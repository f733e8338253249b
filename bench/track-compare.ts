/** The same noisy sites, visited twice by several monitors: what each of them says beside what happened. */
import { parseArgs } from 'node:util';
import { serveSite } from '../test/track/site/serve.ts';
import { shownPages } from '../test/track/site/shown-page.ts';
import { type Site, siteOf } from '../test/track/site/site.ts';
import { findProgram } from './crawl/find-program.ts';
import type { Monitor, Told } from './track/monitor.ts';
import { textHashMonitor } from './track/text-hash-monitor.ts';
import { tidemarkMonitor } from './track/tidemark-monitor.ts';
import { urlwatchMonitor } from './track/urlwatch-monitor.ts';

/** How often a monitor was right and wrong, over all sites. */
interface Score {
  readonly name: string;
  /** Pages that stayed the same, and how many of them were told as changed. */
  readonly same: number;
  falseAlarms: number;
  readonly edited: number;
  missedEdits: number;
  readonly added: number;
  missedPages: number;
  readonly gone: number;
  missedRemovals: number;
  seconds: number;
}

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '10' }, json: { type: 'boolean', default: false } },
});
const size = { pages: 30, visits: 2, editsPerVisit: 10 };
const sites = Array.from({ length: Number(values.seeds) }, (_, index) => siteOf(index + 1, size));

const urlwatch = findProgram('urlwatch');
const contenders: readonly (() => Monitor | Promise<Monitor>)[] = [
  textHashMonitor,
  ...(urlwatch === null ? [] : [() => urlwatchMonitor(urlwatch)]),
  tidemarkMonitor,
];

async function toldBy(monitor: Monitor, site: Site): Promise<ReadonlyMap<string, Told>> {
  const served = await serveSite(site);
  try {
    const [first] = site.script;
    const addresses = first === undefined ? [] : [...shownPages(first.state).keys()];
    await monitor.look(served.origin, addresses);
    served.advance();
    await monitor.look(served.origin, addresses);
    return monitor.told(site.keyOf);
  } finally {
    await served.close();
  }
}

async function scoreOf(open: () => Monitor | Promise<Monitor>): Promise<Score> {
  const count = (flag: string): number =>
    sites.flatMap(({ truth }) => [...(truth[1]?.values() ?? [])]).filter((page) => page.flag === flag).length;
  const score = {
    name: '',
    same: count('SAM'),
    falseAlarms: 0,
    edited: count('UPD'),
    missedEdits: 0,
    added: count('NEW'),
    missedPages: 0,
    gone: count('MIS'),
    missedRemovals: 0,
    seconds: 0,
  };
  for (const site of sites) {
    const monitor = await open();
    score.name = monitor.name;
    const started = performance.now();
    const told = await toldBy(monitor, site);
    score.seconds += (performance.now() - started) / 1000;
    await monitor.close();
    for (const [key, { flag }] of site.truth[1] ?? []) {
      const said = told.get(key) ?? null;
      if (flag === 'SAM' && said !== 'same') score.falseAlarms += 1;
      if (flag === 'UPD' && said !== 'changed') score.missedEdits += 1;
      if (flag === 'NEW' && said !== 'new') score.missedPages += 1;
      // Some call every answer that is no page a failure.
      if (flag === 'MIS' && said !== 'missing' && said !== 'failed') score.missedRemovals += 1;
    }
  }
  return score;
}

const scores: Score[] = [];
for (const open of contenders) scores.push(await scoreOf(open));

if (values.json) {
  for (const score of scores) console.log(JSON.stringify({ bench: 'track-compare', ...score }));
} else {
  const head = [
    'monitor',
    'false alarms',
    'missed edits',
    'new pages not found',
    'gone or moved, not told',
    'seconds',
  ];
  const rows = scores.map((score) => [
    score.name,
    `${score.falseAlarms} of ${score.same}`,
    `${score.missedEdits} of ${score.edited}`,
    `${score.missedPages} of ${score.added}`,
    `${score.missedRemovals} of ${score.gone}`,
    score.seconds.toFixed(1),
  ]);
  console.log(`${sites.length} sites, two visits each\n`);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  for (const row of [head, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  if (urlwatch === null) console.log('\nurlwatch is not installed here.');
}
