import { expect, onTestFinished, test } from 'vitest';
import { MemoryRecord, usualCandidates, usualExploreLimits } from '../../../src/explore/index.ts';
import { serveSite } from '../../sites/plain/site-server.ts';
import { exploredInThisTest, scripted, sharesBrowser, waysOf } from './explored-in-this-test.ts';

sharesBrowser();

const harbour = scripted(
  `<button id="tides">Tides</button><div id="boats">Boats</div><a href="/about">About us</a><button>Delete all</button>
   <p>You are visitor <span id="drawn"></span>.</p>`,
  `drawn.textContent = Math.random().toString(36);
   tides.addEventListener('click', () => setTimeout(() => {
     main.innerHTML = '<p>High water is at six.</p><button>Tomorrow</button>';
     main.querySelector('button').onclick = () => { main.innerHTML = '<p>Tomorrow at seven, if the moon allows.</p>'; };
   }, 300));
   boats.addEventListener('click', async () => {
     main.textContent = 'Loading';
     main.textContent = await (await fetch('/boats')).text();
   });`,
);
const about =
  '<!doctype html><title>About</title><h1>About us</h1><p>A small harbour in the north.</p><a href="/">Home</a>';
const pages = { '/': harbour, '/about': about, '/boats': 'The ferry Anna and the trawler Berta are in.' };

/** Explored once for all tests. */
let found: ReturnType<typeof exploredInThisTest> | null = null;
const explored = () => (found ??= exploredInThisTest(pages, { contexts: 3 }));

test('states and what leads from one to another, the same for any number of visitors', async () => {
  const [three, one] = [await explored(), await exploredInThisTest(pages, { contexts: 1 })];
  expect(waysOf(one)).toEqual([
    '0 Tides > 1',
    '0 Boats > 2',
    '0 About us > 3',
    '1 Boats > 2',
    '1 About us > 3',
    '1 Tomorrow > 4',
    '2 Tides > 1',
    '2 About us > 3',
    '3 Home > 0',
    '4 Tides > 1',
    '4 Boats > 2',
    '4 About us > 3',
  ]);
  expect(one.ending).toBe('complete');
  expect(one.seen.map(({ stripped }) => /<main>.*?<\/main>/.exec(stripped)?.[0] ?? '')).toEqual([
    '<main></main>',
    '<main><p>High water is at six.</p><button>Tomorrow</button></main>',
    '<main>The ferry Anna and the trawler Berta are in.</main>',
    '',
    '<main><p>Tomorrow at seven, if the moon allows.</p></main>',
  ]);
  expect(one.avoided).toEqual([{ label: 'Delete all', why: '"Delete all" may delete' }]);
  expect(waysOf(three)).toEqual(waysOf(one));
  expect(three.graph.distances).toEqual(one.graph.distances);
  expect(three.graph.states.map(({ hash }) => hash)).toEqual(one.graph.states.map(({ hash }) => hash));
});

test('an exploration that was broken off goes on, and finds what it would have found', async () => {
  const whole = await explored();
  const record = new MemoryRecord();
  const breaking = new AbortController();
  const broken = await exploredInThisTest(pages, {
    record,
    signal: breaking.signal,
    onEvent: ({ event }) => void (event === 'transition' && breaking.abort()),
  });
  expect(broken.ending).toBe('interrupted');
  expect(broken.tried).toBeLessThan(whole.tried);
  const resumed = await exploredInThisTest(pages, { record });
  expect(resumed).toMatchObject({ ending: 'complete', tried: whole.tried });
  expect(waysOf(resumed)).toEqual(waysOf(whole));
});

test('what goes on without end ends', async () => {
  const endless = scripted(
    '<button id="more">More</button>',
    `let day = 0; more.onclick = () => { main.insertAdjacentHTML('beforeend', '<p>Day ' + ++day + ', ' + day * day + ' miles</p>'); };`,
  );
  const { graph, ending, failures } = await exploredInThisTest({ '/': endless });
  expect([graph.states.length, ending]).toEqual([4, 'complete']);
  expect(failures.map(({ failure }) => failure)).toEqual([
    'pressed 3 times in a row, it only brings more of the same',
  ]);
  const limits = { ...usualExploreLimits, states: 2 };
  expect(await exploredInThisTest({ '/': endless }, { limits })).toMatchObject({
    ending: 'states',
    tried: 1,
  });
  expect(
    await exploredInThisTest({ '/': endless }, { limits: { ...limits, states: 9, depth: 1 } }),
  ).toMatchObject({
    ending: 'depth',
    tried: 1,
  });
});

test('a page in a window of its own and a sheet that was see-through are found', async () => {
  const site = await serveSite(({ target }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    // The second sheet is there all the time, as on slides: see-through, and out of sight.
    const open = scripted(
      `<button onclick="window.open('/map')">Map</button><button onclick="for (const sheet of document.querySelectorAll('section')) { sheet.ariaHidden = String(sheet.ariaHidden !== 'true'); sheet.style.opacity = 1 - sheet.style.opacity; }">Turn over</button>
       <section style="opacity: 1" aria-hidden="false">The first sheet.</section><section style="opacity: 0" aria-hidden="true">What is on the second.</section>`,
    );
    if (target === '/') response.end(open);
    // As on a busy machine: the page is at rest long before the window has something to show.
    else setTimeout(() => response.end('<title>Map</title><h1>All about the map</h1>'), 700);
  });
  onTestFinished(() => site.close());
  const { graph, ending } = await exploredInThisTest({}, { url: `${site.origin}/` });
  expect([graph.states.map(({ title }) => title), ending]).toEqual([
    ['Harbour', 'Map', 'Harbour'],
    'complete',
  ]);
});

test('shadow trees, frames, forms and what is scrolled to', async () => {
  const page = scripted(
    `<x-box></x-box><iframe src="/inner" title="Inner"></iframe>
     <form><label>City <input name="city" required></label><button>Search</button></form>`,
    `const root = document.querySelector('x-box').attachShadow({ mode: 'open' });
     root.innerHTML = '<button>Open</button>';
     root.querySelector('button').onclick = () => { root.innerHTML = '<p>What was in the box.</p>'; };
     document.querySelector('form').onsubmit = (event) => { event.preventDefault(); main.textContent = 'Boats to ' + event.target.city.value; };`,
  );
  const inner = `<button onclick="this.outerHTML = '<p>Something new in the frame.</p>'">Turn</button>`;
  const shown = await exploredInThisTest(
    { '/': page, '/inner': inner },
    {
      limits: { ...usualExploreLimits, depth: 1 },
      candidates: { ...usualCandidates, fill: [{ selector: '[name=city]', value: 'Calais' }] },
    },
  );
  expect(waysOf(shown)).toEqual(['0 Open > 1', '0 Turn > 2', '0 Search > 3']);
  expect(shown.seen.map(({ html }) => html.replace(/<[^>]*>/g, ' '))).toEqual([
    expect.stringContaining('Harbour'),
    expect.stringContaining('What was in the box'),
    expect.stringContaining('Something new in the frame'),
    expect.stringContaining('Boats to Calais'),
  ]);
});
