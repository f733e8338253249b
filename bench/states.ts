/** States a minute of an application with 41 states, with 1, 2 and 4 visitors at once. */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { freeAccess } from '../src/access/index.ts';
import {
  exploreStates,
  MemoryRecord,
  usualCandidates,
  usualExploreLimits,
  usualVisit,
} from '../src/explore/index.ts';
import { openBrowser } from '../src/fetch/index.ts';
import { namedSetting } from '../src/fingerprint/index.ts';
import { loopbackEgress } from '../test/fixtures/servers/loopback-egress.ts';
import { serveSite } from '../test/sites/plain/site-server.ts';
import { type Figure, printFigures } from './figure.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, contexts: { type: 'string', default: '1,2,4' } },
});

/** Five sections with seven entries each, drawn by a script from what the server sends. */
const page = `<!doctype html><title>Atlas</title><link rel="icon" href="data:,"><h1>Atlas</h1><nav></nav><main></main><script>
  const [nav, main] = ['nav', 'main'].map((name) => document.querySelector(name));
  const button = (text, press) => { const made = document.createElement('button'); made.textContent = text; made.onclick = press; return made; };
  const show = async (path) => { main.textContent = 'Loading'; main.textContent = await (await fetch(path)).text(); };
  for (const section of ['North', 'East', 'South', 'West', 'Middle'])
    nav.append(button(section, async () => {
      await show('/text?' + section);
      nav.replaceChildren(...Array.from({ length: 7 }, (_, n) => button(section + ' ' + 'abcdefg'[n], () => show('/text?' + section + n))));
    }));
</script>`;

const site = await serveSite(({ target }, response) => {
  const isText = target.startsWith('/text');
  response.writeHead(200, { 'content-type': isText ? 'text/plain' : 'text/html' });
  response.end(
    isText ? `What is to be said about ${[...target].map((sign) => sign.codePointAt(0)).join(' ')}.` : page,
  );
});
const figures: Figure[] = [];
for (const contexts of values.contexts.split(',').map(Number)) {
  const begun = performance.now();
  const { graph, tried } = await exploreStates({
    url: `${site.origin}/`,
    record: new MemoryRecord(),
    openBrowser: () =>
      openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' }),
    setting: namedSetting('content'),
    limits: { ...usualExploreLimits, depth: 2 },
    contexts,
    candidates: usualCandidates,
    strip: [],
    plain: false,
    screenshots: false,
    visit: usualVisit,
    access: freeAccess,
    mayChange: () => false,
    reset: null,
    onEvent: () => undefined,
    signal: null,
  });
  const minutes = (performance.now() - begun) / 60_000;
  const note = `${graph.states.length} states, ${tried} actions, ${(60 * minutes).toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`;
  figures.push({
    name: `${contexts} at once`,
    value: graph.states.length / minutes,
    unit: 'states/min',
    floor: null,
    note,
  });
}
await site.close();
printFigures('states', figures, values.json);
