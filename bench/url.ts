/**
 * URLs: how fast they are normalised, and how the search for session ids grows with the list. All work is on one core,
 * so processor time counts.
 */
import { findSession, identityOf, normalizeUrl, pairLinks } from '../src/url/index.ts';
import { type Figure, printFigures } from './figure.ts';
import { measureRounds, type Rounds, type Times } from './rounds.ts';
import { linksOfVisit, mixedUrls } from './url-lists.ts';

const URLS = 200_000;
const FEW = 10_000;
const MANY = 100_000;

function perSecond(name: string, floor: number | null, work: (url: string) => unknown): Figure {
  const urls = mixedUrls(URLS);
  if (new Set(urls).size !== URLS) throw new Error('The URLs must be distinct.');
  const times = measureRounds(() => {
    for (const url of urls) work(url);
  });
  const rate = ({ median }: Times) => Math.round((URLS * 1000) / median);
  return {
    name: `${name}, ${URLS.toLocaleString('en')} distinct URLs`,
    value: rate(times.thread),
    unit: 'URLs/s',
    floor: floor === null ? null : { atLeast: floor },
    note: `by the clock ${rate(times.wall).toLocaleString('en')}`,
  };
}

/** Measures both sizes, and how much longer ten times the links take. */
function growth(
  name: string,
  floors: { readonly few: number | null; readonly ratio: number | null },
  work: (a: readonly string[], b: readonly string[]) => unknown,
  rounds: number,
): readonly Figure[] {
  const timed = (count: number) => {
    const [a, b] = [linksOfVisit(count, 1), linksOfVisit(count, 2)];
    return measureRounds(() => work(a, b), { warmUp: 2, rounds });
  };
  const few = timed(FEW);
  const many = timed(MANY);
  const figure = (count: number, times: Rounds, floor: number | null): Figure => ({
    name: `${name}, two lists of ${count.toLocaleString('en')}`,
    value: times.thread.median,
    unit: 'ms',
    floor: floor === null ? null : { atMost: floor },
    note: `${spread(times.thread)}, by the clock ${times.wall.median.toFixed(0)} ms`,
  });
  return [
    figure(FEW, few, floors.few),
    figure(MANY, many, null),
    {
      name: `${name}, ten times the links take`,
      value: many.thread.median / few.thread.median,
      unit: 'times as long',
      floor: floors.ratio === null ? null : { atMost: floors.ratio },
      note: `by the shortest rounds ${(many.thread.shortest / few.thread.shortest).toFixed(1)}`,
    },
  ];
}

function spread({ shortest, longest }: Times): string {
  return `${shortest.toFixed(0)} to ${longest.toFixed(0)} ms`;
}

export function urlFigures(): readonly Figure[] {
  return [
    perSecond('normalise', 300_000, normalizeUrl),
    perSecond('identity', null, (url) => identityOf(url)),
    ...growth('find session id', { few: 100, ratio: 12 }, (a, b) => findSession(a, b), 7),
    ...growth('pair links', { few: null, ratio: null }, pairLinks, 3),
  ];
}

if (import.meta.main) printFigures('url', urlFigures(), process.argv.includes('--json'));
