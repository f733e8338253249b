import { afterEach, describe, expect, test } from 'vitest';
import { noiseKinds, noiseOf } from './noise/noise-kinds.ts';
import { type ServedSite, serveSite } from './serve.ts';
import { shownPages } from './shown-page.ts';
import { type SiteChanges, siteOf } from './site.ts';
import { fetchPage, walkSite } from './walk-site.ts';

const size = { pages: 25, visits: 5, editsPerVisit: 8 };
let served: ServedSite;

async function serve(seed: number, changes: SiteChanges = {}): Promise<ServedSite> {
  served = await serveSite(siteOf(seed, size, changes));
  return served;
}
afterEach(() => served.close());

const seeds = Array.from({ length: 8 }, (_, seed) => seed + 1);

test.each(seeds)('site %i without its noise changes exactly where the truth says so', async (seed) => {
  const { site, origin, advance } = await serve(seed, { noise: noiseOf([]) });
  let last = new Map<string, string>();
  for (const [index, truth] of site.truth.entries()) {
    if (index > 0) advance();
    const now = new Map(last);
    for (const [key, { flag }] of truth) {
      const response = await fetch(`${origin}${key}`, { redirect: 'manual' });
      const body = await response.text().catch(() => 'cut off');
      if (flag === 'MIS') expect([301, 302, 404, 410]).toContain(response.status);
      if (flag === 'NEW') expect(last.get(key)).toBeUndefined();
      if (flag === 'SAM') expect(body).toBe(last.get(key));
      if (flag === 'UPD') expect(body).not.toBe(last.get(key));
      if (flag !== 'MIS' && flag !== 'ERR') now.set(key, body);
    }
    last = now;
  }
});

test.each(seeds)('every page of site %i is linked, but for what was orphaned or moved', async (seed) => {
  const { site, advance } = await serve(seed);
  for (const [index, { state }] of site.script.entries()) {
    if (index > 0) advance();
    const walked = await walkSite(served);
    const shown = [...shownPages(state).keys()];
    const unlisted = new Set(state.pages.filter(({ isListed }) => !isListed).map(({ key }) => key));
    expect(shown.filter((key) => !walked.has(key) && !unlisted.has(key))).toEqual([]);
    expect([...walked.keys()].filter((key) => unlisted.has(key))).toEqual([]);
  }
});

describe('two fetches at the same moment differ', () => {
  const isTimeOnly = (kind: string) => ['clock', 'date', 'relative dates', 'build hash'].includes(kind);
  const inHeaders = (kind: string) => kind === 'tracking cookie';
  test.each(noiseKinds.filter((kind) => !isTimeOnly(kind) && !inHeaders(kind)))('by %s', async (kind) => {
    const { origin, site } = await serve(1, { noise: noiseOf([kind]) });
    const article = site.script[0]?.state.pages.find(({ template }) => template === 'article')?.key ?? '';
    let last = '';
    for (let times = 0; times < 8; times++) {
      const { body } = await fetchPage(origin, article);
      expect(body).not.toBe(last);
      last = body;
    }
  });
});
