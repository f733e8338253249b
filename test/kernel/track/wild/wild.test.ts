import { expect, test } from 'vitest';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';
import { libraryTracker } from '../tracker.ts';
import { heldStill } from './noise.ts';
import { type WildMistake, type WildVisit, watchWild } from './watch-wild.ts';
import type { WildKind } from './wild-kind.ts';
import { wildKinds } from './wild-kinds.ts';
import { type WildSite, wildSite } from './wild-site.ts';
import { wildTable } from './wild-table.ts';

const size = { pages: 20, visits: 4, editsPerVisit: 6 };
const seeds = shortOrLong([1], [1, 2, 3]);
const watched = new Map<string, readonly WildVisit[]>();

async function watch(kind: WildKind): Promise<readonly WildMistake[]> {
  const visits: WildVisit[] = [];
  for (const seed of seeds) {
    const tracker = await libraryTracker();
    try {
      visits.push(...(await watchWild(wildSite(kind, seed, size), tracker)));
    } finally {
      await tracker.close();
    }
  }
  watched.set(kind.name, visits);
  return visits.flatMap(({ mistakes }) => mistakes);
}

/**
 * A text that four visitors in a row see by chance, and that was not there before, looks like an edit: "Only 2 left!" is in
 * three of ten answers for a product, and one product had it in all four.
 */
const falseAlarms: Readonly<Record<string, number>> = { shop: 1 };

test.each(wildKinds)('$name: no missed edit, and no false alarm but by chance', async (kind) => {
  const mistakes = await watch(kind);
  expect(mistakes.filter(({ is }) => is === 'miss')).toEqual([]);
  const alarms = mistakes.filter(({ is }) => is === 'false alarm');
  expect(alarms.length, JSON.stringify(alarms)).toBeLessThanOrEqual(falseAlarms[kind.name] ?? 0);
});

test('the table of these sites', () => {
  process.stdout.write(`\n${wildTable(watched)}\n`);
  expect([...watched.keys()]).toEqual(wildKinds.map(({ name }) => name));
});

const sites = (): readonly WildSite[] =>
  wildKinds.flatMap((kind) => Array.from({ length: 12 }, (_, seed) => wildSite(kind, seed, size)));

test('the same seed makes the same site', () => {
  const [once, again] = [sites(), sites()].map((list) => list.map(({ states, done }) => ({ states, done })));
  expect(once).toEqual(again);
});

test('these sites have every kind of noise, and every kind of edit is made', () => {
  const all = sites();
  for (const kind of wildKinds) {
    const own = all.filter((site) => site.kind === kind);
    const missing = kind.habits.filter((habit) => !own.some(({ traits }) => traits.has(habit)));
    expect(missing, kind.name).toEqual([]);
  }
  const done = new Set(all.flatMap((site) => site.done.flatMap((visit) => [...visit.values()])));
  expect([...done].toSorted()).toMatchInlineSnapshot(`
    [
      "a date moved",
      "a heading",
      "a link target",
      "a list item added",
      "a list item removed",
      "a new page",
      "a new post",
      "a notice between the adverts",
      "a notice that reads like an advert",
      "a number",
      "a paragraph added",
      "a paragraph in the words of an advert",
      "a paragraph removed",
      "a price",
      "a price cut in half",
      "a section added",
      "a section moved",
      "a sentence added",
      "a sentence removed",
      "a table cell",
      "a title",
      "a typo",
      "a word",
      "an alternative text",
      "an image",
      "gone (404)",
      "gone (410)",
      "gone (soft 404)",
      "one digit beside a counter",
      "renamed",
    ]
  `);
});

test('with all noise switched off, a page without edits is the same at every visit', () => {
  for (const { kind, traits, states, truth } of sites()) {
    const [first, second] = states;
    for (const page of first?.pages ?? []) {
      const later = second?.pages.find(({ key }) => key === page.key);
      if (first === undefined || second === undefined || later === undefined) continue;
      const [before, now] = [
        kind.render({ page, state: first, noise: heldStill, site: traits }),
        kind.render({ page: later, state: second, noise: heldStill, site: traits }),
      ];
      if (truth[1]?.get(page.key)?.flags[0] === 'SAM') expect(now).toBe(before);
    }
  }
});
