/** The same noisy sites, visited twice by several monitors: compares what each reports with what happened. */
import { parseArgs } from 'node:util';
import { serveSite } from '../test/track/site/serve.ts';
import { shownPages } from '../test/track/site/shown-page.ts';
import { type Site, siteOf } from '../test/track/site/site.ts';
import type { Flag } from '../test/track/site/truth.ts';
import { findProgram } from './crawl/find-program.ts';
import { type Figure, printFigures } from './figure.ts';
import type { Monitor, Reported } from './track/monitor.ts';
import { textHashMonitor } from './track/text-hash-monitor.ts';
import { tidemarkMonitor } from './track/tidemark-monitor.ts';
import { urlwatchMonitor } from './track/urlwatch-monitor.ts';

/** Possible errors of monitors: what happened to a page, and which reports about it are right. */
const errors: readonly { readonly name: string; readonly flag: Flag; readonly right: readonly Reported[] }[] =
  [
    { name: 'false alarms', flag: 'SAM', right: ['same'] },
    { name: 'missed edits', flag: 'UPD', right: ['changed'] },
    { name: 'new pages not found', flag: 'NEW', right: ['new'] },
    // Some report every answer that is not a page as a failure.
    { name: 'gone or moved, not told', flag: 'MIS', right: ['missing', 'failed'] },
  ];

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

async function reportedBy(monitor: Monitor, site: Site): Promise<ReadonlyMap<string, Reported>> {
  const served = await serveSite(site);
  try {
    const [first] = site.script;
    const addresses = first === undefined ? [] : [...shownPages(first.state).keys()];
    await monitor.look(served.origin, addresses);
    served.advance();
    await monitor.look(served.origin, addresses);
    return monitor.reported(site.keyOf);
  } finally {
    await served.close();
  }
}

/** What one monitor got wrong over all sites. */
async function figuresOf(open: () => Monitor | Promise<Monitor>): Promise<readonly Figure[]> {
  const reported: { readonly flag: Flag; readonly said: Reported }[] = [];
  let [name, ms] = ['', 0];
  for (const site of sites) {
    const monitor = await open();
    name = monitor.name;
    const started = performance.now();
    const found = await reportedBy(monitor, site);
    ms += performance.now() - started;
    await monitor.close();
    for (const [key, { flag }] of site.truth[1] ?? []) reported.push({ flag, said: found.get(key) ?? null });
  }
  // The other monitors are only shown: the floors are ours.
  const floor = name === 'Tidemark' ? { atMost: 0 } : null;
  return [
    ...errors.map(({ name: error, flag, right }) => {
      const concerned = reported.filter((page) => page.flag === flag);
      const value = concerned.filter(({ said }) => !right.includes(said)).length;
      return { name: `${name}: ${error}`, value, unit: 'pages', floor, note: `of ${concerned.length}` };
    }),
    { name: `${name}: time`, value: ms / 1000, unit: 's', floor: null, note: '' },
  ];
}

if (!values.json) console.log(`${sites.length} sites, two visits each\n`);
const figures: Figure[] = [];
for (const open of contenders) figures.push(...(await figuresOf(open)));
printFigures('track-compare', figures, values.json);
if (urlwatch === null && !values.json) console.log('\nurlwatch is not installed here.');
