import { describe, expect, it, onTestFinished } from 'vitest';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';
import { libraryTracker } from '../tracker.ts';
import { essenceOf } from './content.ts';
import type { JudgedVisit } from './judge-landscape.ts';
import { siteOf } from './landscape.ts';
import { serveLandscape } from './serve-landscape.ts';
import { watchLandscape } from './watch-landscape.ts';

const size = { pages: 20, visits: 3 };

describe('the landscape of generated sites', () => {
  it('is the same for the same seed', () => expect(siteOf(4, size)).toEqual(siteOf(4, size)));

  it('knows which pages changed: those whose essence is another', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { visits } = siteOf(seed, { pages: 30, visits: 6 });
      for (const [index, { state, truth }] of visits.entries()) {
        const before = visits[index - 1]?.state;
        if (before === undefined) continue;
        for (const [path, page] of state.pages) {
          const old = before.pages.get(path);
          const isSame = old !== undefined && essenceOf(before, old) === essenceOf(state, page);
          expect(truth.get(path)?.right).toEqual([old === undefined ? 'new' : isSame ? 'same' : 'changed']);
        }
      }
    }
  });

  it('shows what it knows to judges elsewhere, and moves on when asked', async () => {
    const served = await serveLandscape(siteOf(2, size));
    onTestFinished(served.close);
    const read = async (path: string) => (await fetch(`${served.origin}${path}`)).json();
    const home = await fetch(served.origin);
    expect(Date.parse(home.headers.get('date') ?? '')).toBe(Math.floor(served.now() / 1000) * 1000);
    expect(await read('/__truth')).toMatchObject({
      visit: 1,
      visits: 3,
      pages: expect.arrayContaining([{ address: '/', right: ['new'], edits: [], requests: 1 }]),
    });
    const judge = async (said: unknown) => {
      const answer = await fetch(`${served.origin}/__judge`, { method: 'POST', body: JSON.stringify(said) });
      return { status: answer.status, told: await answer.json() };
    };
    const home1 = { address: `${served.origin}/`, verdict: 'new' };
    const { told } = await judge([home1]);
    expect(told).toMatchObject({ visit: 1, judged: { same: 0, changed: 0, gone: 0 } });
    const { judged, mistakes } = told as JudgedVisit;
    expect(mistakes).toHaveLength(judged.new - 1);
    expect(mistakes[0]).toMatchObject({ kind: 'new not found', said: 'nothing' });
    expect((await judge([home1, { address: '/', verdict: 'new' }])).told).toMatchObject({
      mistakes: expect.arrayContaining([expect.objectContaining({ kind: 'listed twice', path: '/' })]),
    });
    expect(await judge([{ address: '/', verdict: 'nice' }])).toMatchObject({ status: 400 });
    expect(await read('/__advance')).toMatchObject({ visit: 2 });
    await read('/__advance');
    expect((await fetch(`${served.origin}/__advance`)).status).toBe(410);
  });

  it.each(shortOrLong([1, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))(
    'Tidemark finds all pages of site %i, and misses no edit',
    async (seed) => {
      const visits = await watchLandscape(siteOf(seed, size), (now) => libraryTracker({}, now));
      expect(visits).toHaveLength(3);
      expect(visits.flatMap(({ mistakes }) => mistakes.filter(({ kind }) => kind !== 'false alarm'))).toEqual(
        [],
      );
    },
  );
});
