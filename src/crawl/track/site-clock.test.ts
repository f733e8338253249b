import { describe, expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import type { Snapshot } from '../../track/index.ts';
import { SiteClock } from './site-clock.ts';
import { SiteKnowledge } from './site-knowledge.ts';

const start = Date.UTC(2026, 10, 16, 12);
const hour = 3_600_000;
const host = 'a.org';
const snapshot = (at: number, minutes: number): Snapshot => ({
  segments: segmentHtml(Buffer.from(`<p>Updated ${minutes} min. ago`)).leaves,
  at,
});
const page = (name: string, at: number, minutes: number) => ({
  url: `https://a.org/${name}`,
  host,
  snapshot: snapshot(at, minutes),
});

/** A second run, after a first one in which three pages said the same; `others` is what other pages say now. */
function secondRun(others: ((url: string) => Snapshot) | null) {
  const knowledge = new SiteKnowledge([]);
  const first = new SiteClock({ knowledge, fetchOther: null });
  for (const name of ['a', 'b', 'c']) first.observe(page(name, start, 42));
  const asked: string[] = [];
  const fetchOther =
    others &&
    (async (url: string) => {
      asked.push(url);
      return others(url);
    });
  const clock = new SiteClock({ knowledge, fetchOther });
  const later = start + hour;
  const isRefused = async (name: string, minutes: number) => {
    const seen = page(name, later, minutes);
    clock.observe(seen);
    return (await clock.refused(seen, knowledge.pageRules(host))).size > 0;
  };
  return { knowledge, later, asked, isRefused };
}

describe('a moment that has moved on', () => {
  test('is that of the site when another page says it, too; one is asked in a run', async () => {
    const { asked, isRefused, knowledge } = secondRun(() => snapshot(start + hour, 5));
    expect([await isRefused('a', 5), await isRefused('b', 5)]).toEqual([false, false]);
    expect(asked).toEqual(['https://a.org/b']);
    expect(knowledge.pageRules(host)).toHaveLength(1);
  });

  test('is news of the page when another page says the moment before', async () => {
    const { isRefused, knowledge } = secondRun(() => snapshot(start + hour, 102));
    expect(knowledge.pageRules(host)).toHaveLength(1);
    expect(await isRefused('a', 5)).toBe(true);
    expect(knowledge.pageRules(host)).toEqual([]);
    expect(knowledge.takeNewRules()).toMatchObject([
      { state: 'withdrawn', note: 'pages say different moments here' },
    ]);
  });

  test('the next page is asked when one does not say how old anything is any more', async () => {
    const nothing = { ...snapshot(start + hour, 5), segments: [] };
    const { asked, isRefused } = secondRun((url) =>
      url.endsWith('/b') ? nothing : snapshot(start + hour, 5),
    );
    expect(await isRefused('a', 5)).toBe(false);
    expect(asked).toEqual(['https://a.org/b', 'https://a.org/c']);
  });

  test('is news of the page when no other page can be asked', async () => {
    expect(await secondRun(null).isRefused('a', 5)).toBe(true);
  });

  test('a page that says another moment than the page before refutes it', async () => {
    const { isRefused, knowledge } = secondRun(() => snapshot(start + hour, 5));
    expect(await isRefused('a', 5)).toBe(false);
    await isRefused('d', 30);
    expect(knowledge.pageRules(host)).toEqual([]);
  });
});

describe('pages that are not compared', () => {
  const observed = (ages: number, pages: number) => {
    const clock = new SiteClock({ knowledge: new SiteKnowledge([]), fetchOther: null });
    const without = { segments: segmentHtml(Buffer.from('<p>No age here.')).leaves, at: start };
    for (let i = 0; i < pages; i++)
      clock.observe(
        // Each says another moment, so that nothing is learned.
        i < ages ? page(`${i}`, start, 60 * i + 5) : { url: `https://a.org/${i}`, host, snapshot: without },
      );
    return clock;
  };

  test('are read no more when most pages of a site say no age', () => {
    expect(observed(1, 19).isCurious(host)).toBe(true);
    expect(observed(1, 20).isCurious(host)).toBe(false);
    expect(observed(1, 20).isCurious('b.org')).toBe(true);
    expect(observed(10, 20).isCurious(host)).toBe(true);
  });
});
