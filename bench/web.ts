/**
 * Every view of the web interface over 100,000 pages and 1,000,000 visits: how long the server takes for what a view asks, by its own log; how long
 * scripts take in a frame during scrolling; and when the first view can be used on a processor that is four times slower. `--data` names a
 * folder to use again; an empty one is filled.
 */
import '../test/fixtures/program/use-features.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/database/open-store.ts';
import { openBrowser } from '../src/fetch/index.ts';
import { environmentOf, tokenFor } from '../test/chaos/server/served-life.ts';
import { loopbackEgress } from '../test/fixtures/servers/loopback-egress.ts';
import { untilLoaded } from '../test/web/until-in-page.ts';
import { type Figure, printFigures } from './figure.ts';
import { bigProject, seed } from './serve/seed.ts';
import { timedServer } from './serve/timed-server.ts';
import { askedViews } from './web/asked-views.ts';
import { firstLoad } from './web/first-load.ts';
import { scrolled } from './web/measure-view.ts';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    data: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
});
const SLOWDOWN = 4;

const folder = options.data ?? (await mkdtemp(join(tmpdir(), 'tidemark-bench-web-')));
const firstPage = await seeded();
const place = { kind: 'sqlite', folder } as const;
const home = await mkdtemp(join(tmpdir(), 'tidemark-bench-web-'));
const environment = environmentOf(place, home);
const token = await tokenFor(environment);
const server = await timedServer(environment, token);
const headers = { authorization: `Bearer ${token}` };
const browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
const figures: Figure[] = [];
try {
  const visitor = await browser.newVisitor({
    viewport: { width: 1200, height: 900 },
    extraHTTPHeaders: headers,
  });
  const page = await visitor.newPage();
  const session = await visitor.newCDPSession(page);
  await session.send('Performance.enable');
  for (const [name, path] of Object.entries(askedViews)) {
    if (options.only !== undefined && !name.includes(options.only)) continue;
    const open = async () => {
      await page.goto(`${server.url}${path.replace('PAGE', String(firstPage + 32))}`);
      await page.locator('main h1').waitFor();
      await untilLoaded(page);
    };
    // The first time loads code of the server.
    await open();
    server.answered();
    await open();
    const times = server.answered();
    const slowest = times.toSorted((a, b) => b.ms - a.ms)[0] ?? { path: 'nothing', ms: 0 };
    figures.push({
      name: `${name}: server`,
      value: slowest.ms,
      unit: 'ms',
      floor: { atMost: 100 },
      note: `slowest of ${times.length} requests: ${slowest.path}`,
    });
    const { slowest: frame, median } = await scrolled(page, session);
    figures.push({
      name: `${name}: script in a frame`,
      value: frame,
      unit: 'ms',
      floor: { atMost: 16 },
      note: `median ${median.toFixed(1)}`,
    });
  }
  await visitor.close();
  const loads = [];
  for (let round = 0; round < Number(options.rounds); round++)
    loads.push(await firstLoad(browser, `${server.url}/`, headers, SLOWDOWN));
  const sorted = loads.toSorted((a, b) => a.interactiveMs - b.interactiveMs);
  const middle = sorted[sorted.length >> 1];
  if (middle !== undefined)
    figures.push({
      name: 'first view on a four times slower processor',
      value: middle.interactiveMs,
      unit: 'ms',
      floor: { atMost: 1500 },
      note: `median of ${sorted.map(({ interactiveMs }) => Math.round(interactiveMs)).join(', ')}; ${Math.round(middle.scriptMs)} ms of it in scripts`,
    });
} finally {
  await browser.close();
  await server.stop();
  await rm(home, { recursive: true, force: true });
  if (options.data === undefined) await rm(folder, { recursive: true, force: true });
}
if (!options.json)
  console.log(
    `load at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  );
printFigures('web', figures, options.json);

async function seeded(): Promise<number> {
  const store = await openStore({ kind: 'sqlite', folder, access: 'write' });
  try {
    if ((await store.projects.find(bigProject)) === null)
      await seed(store, { pages: Number(options.pages), runs: 10, projects: 200 });
    const { id = 0 } = (await store.projects.find(bigProject)) ?? {};
    const [first] = await store.pages.list(id, { limit: 1 });
    return first?.id ?? 1;
  } finally {
    await store.close();
  }
}
