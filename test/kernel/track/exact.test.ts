import { expect, test } from 'vitest';
import { shortOrLong } from '../../fixtures/short-or-long.ts';
import { confusionMatrix, describeMistakes } from './confusion-matrix.ts';
import { sessionStyles } from './site/addresses.ts';
import { noiseKinds } from './site/noise/noise-kinds.ts';
import { edits, takenBack } from './site/script.ts';
import { type Site, siteOf } from './site/site.ts';
import { commandLineTracker, libraryTracker, type Tracker } from './tracker.ts';
import { type Watched, watchSite } from './watch-site.ts';

// `node test/kernel/track/sweep.ts` watches as many sites as you have time for.
const twoVisits = { pages: 20, visits: 2, editsPerVisit: 9 };
const fiveVisits = { pages: 16, visits: 5, editsPerVisit: 6 };
const seeds = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** The short list has every kind of noise and of edit, too; the last test sees to it. */
const twoVisitSeeds = shortOrLong([2, 10, 15, 18, 20], seeds(1, 26));
const fiveVisitSeeds = shortOrLong([102, 109], seeds(101, 109));

async function watch(
  seed: number,
  size: typeof twoVisits,
  tracking: () => Promise<Tracker> = libraryTracker,
): Promise<Watched> {
  const tracker = await tracking();
  try {
    return await watchSite(siteOf(seed, size), tracker);
  } finally {
    await tracker.close();
  }
}

/** Prints the confusion matrix; on failure the test shows the mistakes. */
function expectExact(name: string, watched: readonly Watched[]): void {
  const judgements = watched.flatMap((site) => site.judgements);
  process.stdout.write(
    `\n${name}: truth in the rows, flags in the columns\n${confusionMatrix(judgements)}\n`,
  );
  expect(describeMistakes(judgements)).toEqual([]);
  expect(watched.filter(({ wrongTotals }) => wrongTotals.length > 0).map(({ site }) => site.seed)).toEqual(
    [],
  );
}

test('two visits: no false alarm, no missed edit', async () => {
  const watched: Watched[] = [];
  for (const seed of twoVisitSeeds) watched.push(await watch(seed, twoVisits));
  expectExact(`two visits of ${watched.length} sites`, watched);
});

test('five visits: no false alarm, no missed edit', async () => {
  const watched: Watched[] = [];
  for (const seed of fiveVisitSeeds) watched.push(await watch(seed, fiveVisits));
  expectExact(`five visits of ${watched.length} sites`, watched);
});

test('the command line reports the same', async () => {
  expectExact('two visits, command line', [await watch(1, twoVisits, commandLineTracker)]);
});

test('without twin fetch the same sites raise false alarms', async () => {
  // Without it, a site with a token in every link has no end: every response brings new addresses.
  const isEndless = ({ noise }: Site) => noise.kinds.some((kind) => kind.includes('token'));
  const ending = seeds(1, 26).filter((seed) => !isEndless(siteOf(seed, twoVisits)));
  const watched: Watched[] = [];
  for (const seed of ending.slice(0, 5)) {
    watched.push(await watch(seed, twoVisits, () => libraryTracker({ twin: false })));
  }
  const mistakes = watched.flatMap(({ judgements }) => judgements.flatMap((judgement) => judgement.mistakes));
  expect(mistakes.filter(({ truth, flag }) => truth === 'SAM' && flag === 'UPD').length).toBeGreaterThan(20);
});

test('these sites have every kind of noise and every kind of edit', () => {
  const sites = [
    ...twoVisitSeeds.map((seed) => siteOf(seed, twoVisits)),
    ...fiveVisitSeeds.map((seed) => siteOf(seed, fiveVisits)),
  ];
  const noise = new Set<string | null>(sites.flatMap((site) => [...site.noise.kinds, site.noise.session]));
  const done = new Set(
    sites.flatMap(({ script }) => script.flatMap((visit) => visit.done.map(({ name }) => name))),
  );
  expect([...noiseKinds, ...sessionStyles].filter((kind) => !noise.has(kind))).toEqual([]);
  expect([...edits.map(({ name }) => name), takenBack].filter((name) => !done.has(name))).toEqual([]);
});
