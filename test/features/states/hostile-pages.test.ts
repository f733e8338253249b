import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usualCandidates, usualVisit } from '../../../src/explore/index.ts';
import { exploredInThisTest, scripted, sharesBrowser } from './explored-in-this-test.ts';

sharesBrowser();

/** 200 pages with TIDEMARK_HOSTILE_PAGES=200; a few in every run of the tests. */
const count = Number(process.env['TIDEMARK_HOSTILE_PAGES'] ?? 8);

const hostile: readonly (readonly [name: string, script: string])[] = [
  ['loops', 'for (;;);'],
  ['alerts', `for (;;) alert('again');`],
  ['crashes', `location.href = 'chrome://crash';`],
  ['eats memory', `const all = []; for (;;) all.push(new Array(1e6).fill(all.length));`],
  ['opens windows', `for (let i = 0; i < 20; i++) window.open('/');`],
  ['closes itself', `window.close(); location.href = 'about:blank';`],
  [
    'will not let go',
    `onbeforeunload = (event) => { event.preventDefault(); return 'Stay'; }; location.href = '/?left';`,
  ],
  [
    'is never quiet',
    `setInterval(() => { document.title = Math.random(); document.body.append(Math.random()); }, 1);`,
  ],
];

const browsersOf = (pid: number): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent = ''] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return Number(parent) === pid && /chrom/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'));
      } catch {
        return false;
      }
    });

test('pages that loop, alert, crash and leak are left, and no browser stays', {
  timeout: 60_000 + count * 30_000,
}, async () => {
  const buttons = Array.from({ length: count }, (_, number) => {
    const [name, script] = hostile[number % hostile.length] as readonly [string, string];
    return `<button onclick="${script.replaceAll('"', '&quot;')}">It ${name} ${number}</button>`;
  });
  const good = `<button onclick="main.textContent = 'The good page at the end of all.'">Good</button>`;
  const { failures, seen, ending } = await exploredInThisTest(
    { '/': scripted([...buttons, good].join('')) },
    {
      candidates: { ...usualCandidates, most: count + 1 },
      visit: { ...usualVisit, settleMs: 2_000, stuckMs: 3_000 },
      limits: { states: 3, depth: 1, timeMs: 3_600_000, statesPerUrl: 3, repeats: 3 },
    },
    { hasOwnBrowser: true },
  );
  expect(['complete', 'depth', 'states per address', 'states']).toContain(ending);
  expect(failures.some(({ failure }) => /did not answer|crashed|gone/.test(failure))).toBe(true);
  expect(seen.some(({ html }) => html.includes('The good page at the end of all.'))).toBe(true);
  if (process.platform === 'linux') expect(browsersOf(process.pid)).toEqual([]);
});

test('a text, a title or an attribute without end is cut, as a page of many elements is', async () => {
  const huge = `'x'.repeat(5e6)`;
  const page = `<main id="main"></main><script>document.title = ${huge}; main.textContent = ${huge}; main.dataset.a = ${huge}; main.dataset.b = ${huge};</script>`;
  const { seen } = await exploredInThisTest(
    { '/': scripted(page) },
    { visit: { ...usualVisit, mostCharacters: 10_000 } },
  );
  expect(seen.length).toBeGreaterThan(0);
  for (const { html } of seen) expect(html.length).toBeLessThan(100_000);
});
