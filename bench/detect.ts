/**
 * Detectors: what a page with new text costs with ten and with a hundred thousand of them, and how many segments each kind reads
 * in a second. All work is on one core, so processor time counts. Then a crawl with a thousand of them beside one without.
 */
import { parseArgs } from 'node:util';
import {
  compileDetector,
  type DetectorDefinition,
  type DetectorInput,
  DetectorSet,
  detectorInputOf,
  loadStemmers,
  ResultsMemory,
} from '../src/detect/index.ts';
import { segmentHtml } from '../src/document/index.ts';
import { anyPattern } from '../src/project/index.ts';
import { SeenMemory } from '../src/track/index.ts';
import { detectCrawlFigures } from './detect-crawl.ts';
import { type Figure, printFigures } from './figure.ts';
import { measureRounds } from './rounds.ts';

const PAGES = 40;
const SEGMENTS = 60;
const WORDS = 20;

/** Numbers as good as random, and the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 0x1000000;
  };
}

const frequent =
  'the of and to in is that for it was on are as with they at be this from have or by not but what were when we there'.split(
    ' ',
  );
const syllables = 'ba ce di fo gu ha ki lo mu ne pa ri so tu va we xi yo zu cha sto tri pla bre'.split(' ');
const endings = ['', '', '', 's', 'ing'];

/** The word of a rank: as in a language, the frequent ones are short, and there is no end of rare ones. */
function wordOf(rank: number): string {
  const known = frequent[rank];
  if (known !== undefined) return known;
  let word = '';
  for (let rest = rank; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
}

/** Of a site: about as many words as a million words of English have. */
const VOCABULARY = 50_000;
/** By Zipf's law: the word of rank n is n times as rare as the first. */
const anyRank = (next: () => number): number => Math.floor(VOCABULARY ** next()) - 1;

function pageNews(number: number): DetectorInput {
  const next = dice(number + 1);
  const paragraph = (_: unknown, n: number): string => {
    const words = Array.from(
      { length: WORDS },
      () => wordOf(anyRank(next)) + endings[Math.floor(next() * 5)],
    );
    const price = n % 10 === 0 ? ` Price: ${(next() * 100).toFixed(2)} €.` : '';
    return `<p>${words.slice(0, 9).join(' ')}. ${words.slice(9).join(' ')}.${price}</p>`;
  };
  const html = Array.from({ length: SEGMENTS }, paragraph).join('\n');
  const now = segmentHtml(Buffer.from(html)).leaves;
  return detectorInputOf({
    pageId: number,
    url: `https://example.org/news/${number}`,
    event: 'new',
    now,
    before: null,
    changes: now.map((after) => ({ flag: 'new', before: null, after })),
    seen: SeenMemory.empty,
    sources: () => ({ now: html, before: null }),
  });
}

/** What people watch for is rare: names, products, places. */
const rareWord = (next: () => number): string => wordOf(500 + Math.floor(next() ** 0.5 * (VOCABULARY - 500)));

type Maker = (next: () => number) => DetectorDefinition;
const pair = (next: () => number): readonly string[] => [rareWord(next), rareWord(next)];

const makers: Readonly<Record<string, Maker>> = {
  words: (next) => ({ words: pair(next) }),
  stems: (next) => ({ stems: pair(next) }),
  'close words': (next) => ({ close: { stems: pair(next), within: 5 } }),
  'one sentence': (next) => ({ sentence: { stems: pair(next) } }),
  'optional words': (next) => ({ optional: { words: [...pair(next), ...pair(next)], atLeast: '50%' } }),
  phrase: (next) => ({ phrase: pair(next).join(' ') }),
  pattern: (next) => ({ pattern: `${rareWord(next)}-\\d+` }),
  number: (next) => ({ number: { beside: [rareWord(next)], below: 30 } }),
  similarity: (next) => ({ similar: { to: Array.from({ length: 12 }, () => rareWord(next)).join(' ') } }),
  'any change': (next) => ({ change: { words: 5_000 + Math.floor(next() * 10) } }),
  'page missing': () => ({ page: ['missing'] }),
  'all of three': (next) => ({
    all: [{ words: pair(next) }, { stems: pair(next) }],
    none: [{ words: pair(next) }],
  }),
};
/** About the page, not its text: each of them is asked once for each page. */
const aboutPages = new Set(['any change', 'page missing']);

const stemmers = await loadStemmers();
const WARM_UP = 3;
const ROUNDS = 7;
/** Each round has pages of its own: what a set remembers of texts that lead nowhere must not make them free. */
const newsOfRounds = Array.from({ length: WARM_UP + ROUNDS }, (_, round) =>
  Array.from({ length: PAGES }, (_, number) => pageNews(round * PAGES + number)),
);

function setOf(count: number, kinds: readonly string[]): DetectorSet {
  const next = dice(count);
  const detectors = Array.from({ length: count }, (_, n) => {
    const maker = makers[kinds[n % kinds.length] ?? ''];
    const definition = { name: `detector ${n}`, ...maker?.(next) };
    return compileDetector(definition, { stemmers, addresses: anyPattern });
  });
  return new DetectorSet(detectors, stemmers);
}

/** Milliseconds of processor time for all pages, and how many matches there were. */
function timeOf(set: DetectorSet): { readonly ms: number; readonly matches: number } {
  let matches = 0;
  let round = 0;
  const work = (): void => {
    matches = 0;
    for (const page of newsOfRounds[round++] ?? [])
      matches += set.detect(page, ResultsMemory.empty).matches.length;
  };
  return { ms: measureRounds(work, { warmUp: WARM_UP, rounds: ROUNDS }).thread.shortest, matches };
}

function growth(): readonly Figure[] {
  const textKinds = Object.keys(makers).filter((kind) => !aboutPages.has(kind));
  const costs = [10, 1_000, 10_000, 100_000].map((count) => {
    const { ms, matches } = timeOf(setOf(count, textKinds));
    return { count, microseconds: (ms * 1000) / PAGES, matches };
  });
  const few = costs[0]?.microseconds ?? 0;
  return costs.flatMap(({ count, microseconds, matches }) => [
    {
      name: `${count.toLocaleString('en')} detectors, a page of ${SEGMENTS} new segments`,
      value: microseconds,
      unit: 'us',
      floor: null,
      note: `${(microseconds / few).toFixed(2)} times as long as with 10; ${matches} matches on ${PAGES} pages`,
    },
    ...(count === 10_000
      ? [
          {
            name: '10,000 detectors beside 10',
            value: microseconds / few,
            unit: 'times as long',
            floor: { atMost: 1.5 },
            note: '',
          },
        ]
      : []),
  ]);
}

function speedOf(kind: string): Figure {
  const count = 1_000;
  const { ms, matches } = timeOf(setOf(count, [kind]));
  return {
    name: `${kind}, ${count.toLocaleString('en')} of them`,
    value: (PAGES * SEGMENTS) / (ms / 1000),
    unit: 'segments/s',
    floor: null,
    note: `${matches} matches`,
  };
}

export const detectFigures = (): readonly Figure[] => [...growth(), ...Object.keys(makers).map(speedOf)];

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '3' }, json: { type: 'boolean', default: false } },
  });
  printFigures(
    'detect',
    [...detectFigures(), ...(await detectCrawlFigures(Number(values.rounds)))],
    values.json,
  );
}
