import { expect, test } from 'vitest';
import { libraryTracker } from '../tracker.ts';
import { listForms } from './list-forms.ts';
import { noisyPlaces } from './places/places.ts';
import { styledEdits } from './styled-edits.ts';
import { type StyledSite, styledSite } from './styled-site.ts';
import { visitTable } from './styled-table.ts';
import { type StyledVisit, watchStyled } from './watch-styled.ts';

const size = { pages: 12, visits: 3, edited: 0.15, style: null, only: [], without: [], alone: false };

const seeds = Array.from({ length: 16 }, (_, at) => at + 1);

/** What is wrong today: false alarms and missed edits by seed; nothing on the others. To be lowered, never to be raised. */
const wrongToday: Readonly<Record<number, readonly [alarms: number, misses: number]>> = { 13: [0, 1] };
const watched: StyledVisit[] = [];

test.each(seeds)('site %i: no more wrong flags than today', async (seed) => {
  const tracker = await libraryTracker();
  try {
    const visits = await watchStyled(styledSite(seed, size), tracker);
    watched.push(...visits);
    const mistakes = visits.flatMap((visit) => visit.mistakes);
    const misses = mistakes.filter(({ is }) => is === 'miss');
    const alarms = mistakes.filter(({ is }) => is === 'false alarm');
    const [mostAlarms, mostMisses] = wrongToday[seed] ?? [0, 0];
    expect(misses.length, JSON.stringify(misses)).toBeLessThanOrEqual(mostMisses);
    expect(alarms.length, JSON.stringify(alarms)).toBeLessThanOrEqual(mostAlarms);
  } finally {
    await tracker.close();
  }
});

test('the table of these sites', () => {
  process.stdout.write(`\n${visitTable(watched)}\n`);
  expect(watched).toHaveLength(seeds.length * (size.visits - 1));
});

/** Requests for each page on which nothing changed, on all these sites together: 1.62 and 1.41 today. */
const mostRequests: Readonly<Record<number, number>> = { 2: 1.7, 3: 1.5 };

test.each(Object.entries(mostRequests))(
  'visit %s: a page on which nothing changed costs at most %d requests',
  (visit, most) => {
    const those = watched.filter((one) => one.visit === Number(visit));
    const sum = (of: (one: StyledVisit) => number) => those.reduce((total, one) => total + of(one), 0);
    expect(sum((one) => one.sameRequests) / sum((one) => one.samePages)).toBeLessThanOrEqual(most);
  },
);

test('"updated 42 min. ago" on every page of a site is no change', async () => {
  const only = ['time of the last update'];
  for (const seed of [21, 22]) {
    const tracker = await libraryTracker();
    try {
      const site = styledSite(seed, { ...size, edited: 0, only });
      const visits = await watchStyled(site, tracker);
      expect(visits.flatMap(({ mistakes }) => mistakes)).toEqual([]);
      // One other page is looked at in each run.
      for (const { requests, pages } of visits) expect(requests).toBeLessThanOrEqual(pages + 2);
    } finally {
      await tracker.close();
    }
  }
});

const manySites: readonly StyledSite[] = Array.from({ length: 200 }, (_, seed) =>
  styledSite(seed, { ...size, edited: 0.4 }),
);

test('the same seed makes the same site', () => {
  for (const { seed, states, done, truth } of manySites.slice(0, 20))
    expect(styledSite(seed, { ...size, edited: 0.4 })).toMatchObject({ states, done, truth });
});

test('these sites have every style and every kind of noise, and every kind of edit is made', () => {
  const all = manySites;
  const names = <T>(list: readonly T[], of: (one: T) => string): readonly string[] =>
    [...new Set(list.map(of))].toSorted();
  expect(names(all, ({ style }) => style.form.name)).toEqual(names(listForms, ({ name }) => name));
  const placed = all.flatMap((site) => site.placed).filter(({ place }) => !place.isSteady);
  const usual = noisyPlaces.filter(({ multipliesPages = false }) => !multipliesPages);
  expect(names(placed, ({ place }) => place.name)).toEqual(names(usual, ({ name }) => name));
  const done = all.flatMap((site) => site.done.flatMap((visit) => [...visit.values()]));
  const whole = ['menu entry added', 'page like this one added', 'page removed'];
  expect(names(done, (name) => name.replace(/(?: on all pages)? @ .*/, ''))).toEqual(
    [...styledEdits.map(({ name }) => name), ...whole].toSorted(),
  );
});

test('a page is UPD if an editor worked on it, and SAM if nobody did', () => {
  for (const site of manySites)
    for (const [visit, expected] of site.truth.entries())
      for (const [key, { flags }] of expected) {
        const edit = site.done[visit]?.get(key) ?? '';
        if (visit === 0 || key === '/' || flags[0] === 'NEW' || flags[0] === 'MIS') continue;
        const untouched = edit === '' || edit.startsWith('page ');
        const wanted = untouched ? 'SAM' : edit.startsWith('bold') ? 'SAM,UPD' : 'UPD';
        expect(flags.join(), `seed ${site.seed}, visit ${visit + 1}, ${key}: ${edit}`).toBe(wanted);
      }
});
