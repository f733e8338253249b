import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentHtml } from '../../document/index.ts';
import { SeenMemory } from '../../track/index.ts';
import { compileDetector, type Detector } from '../compile-detectors.ts';
import { DetectorSet } from '../detector-set.ts';
import { detectorInputOf } from '../input/detector-input-of.ts';
import { ResultsMemory } from '../memory/results-memory.ts';
import type { DetectorDefinition } from '../model/detector-kind.ts';
import { loadStemmers } from '../stem/stemmers.ts';

const stemmers = await loadStemmers();

const sought = 'the flu virus bird price wirus grypa kapitan tide 流感'.split(' ');
const list = fc.uniqueArray(fc.constantFrom(...sought), { minLength: 1, maxLength: 3 });
const asked: fc.Arbitrary<DetectorDefinition> = fc.oneof(
  fc.record({ words: list }),
  fc.record({ stems: list }),
  fc.record({ stems: list, language: fc.constantFrom('en', 'pl', 'de') }),
  fc.record({ words: list, region: fc.constant('.part') }),
  fc.record({ stems: list, in: fc.constantFrom('added', 'removed') }),
  fc.record({ sentence: fc.record({ stems: list }) }),
  fc.record({ phrase: list.map((words) => words.join(' ')) }),
  fc.record({ pattern: fc.constantFrom('(?i)bird|fl', 'vir[a-z]+', 'gryp(a|y)', 'price.*30', '\\d\\d') }),
  fc.record({ number: fc.record({ beside: list.map(([word = '']) => [word]), above: fc.constant(5) }) }),
  fc.record({ all: fc.tuple(fc.record({ words: list }), fc.record({ pattern: fc.constant('ir') })) }),
  fc.record({ any: fc.tuple(fc.record({ stems: list }), fc.record({ pattern: fc.constant('x') })) }),
  fc.record({ words: list, none: fc.tuple(fc.record({ words: list })) }),
  fc.record({ change: fc.constant({ words: 4 }) }),
);

const shown =
  'the The of FLU flu viruses virus birds bird Price 12 30 is a wirusy wirus jest i grypy grypę kapitana tides 流感病毒 die und вирус'.split(
    ' ',
  );
const words = fc
  .array(fc.constantFrom(...shown), { minLength: 1, maxLength: 8 })
  .map((each) => each.join(' '));
const block = fc.oneof(
  words.map((text) => `<p>${text}</p>`),
  words.map((text) => `<p class=part>${text}</p>`),
  fc.tuple(words, words).map(([name, value]) => `<table><tr><td>${name}<td>${value}</table>`),
  fc.tuple(words, words).map(([first, second]) => `<p>${first} <a href=/>${second}</a></p>`),
  // As menus and footers: the same on many pages.
  fc.constantFrom('<nav><a href=/>The tide</a></nav>', '<footer>price 30 of the bird</footer>'),
);
const page = fc.array(block, { maxLength: 8 }).map((blocks) => `<title>Flu</title>${blocks.join('')}`);

/** Without its needs a detector is asked about every segment. */
const unfiltered = (detector: Detector): Detector => ({
  ...detector,
  condition: { ...detector.condition, needs: [] },
});

function newsOf(number: number, html: string) {
  const now = segmentHtml(Buffer.from(html)).leaves;
  return detectorInputOf({
    pageId: number,
    url: `https://example.org/${number}`,
    event: 'new',
    now,
    before: null,
    changes: now.map((after) => ({ flag: 'new', before: null, after })),
    seen: SeenMemory.empty,
    sources: () => ({ now: html, before: null }),
  });
}

test('the index changes no result, on one page after the other', () => {
  let found = 0;
  let ruledOut = 0;
  fc.assert(
    fc.property(
      fc.array(asked, { minLength: 1, maxLength: 10 }),
      fc.array(page, { minLength: 1, maxLength: 6 }),
      (definitions, pages) => {
        const detectors = definitions.map((definition, n) =>
          compileDetector(
            { name: `detector ${n}`, ...definition },
            { stemmers, addresses: () => () => true },
          ),
        );
        const filtering = new DetectorSet(detectors, stemmers);
        const asking = new DetectorSet(detectors.map(unfiltered), stemmers);
        for (const [number, html] of pages.entries()) {
          const mayFind = filtering.mayFindIn(segmentHtml(Buffer.from(html)).list);
          const quick = filtering.detect(newsOf(number, html), ResultsMemory.empty);
          const thorough = asking.detect(newsOf(number, html), ResultsMemory.empty);
          expect(quick.matches).toEqual(thorough.matches);
          // A page that is ruled out before segments are made of it has no match.
          if (!mayFind) expect(thorough.matches).toEqual([]);
          ruledOut += mayFind ? 0 : 1;
          expect(quick.memory.toBytes()).toEqual(thorough.memory.toBytes());
          found += quick.matches.length;
        }
      },
    ),
    { seed: 34, numRuns: 400 },
  );
  expect(found).toBeGreaterThan(1000);
  expect(ruledOut).toBeGreaterThan(100);
});

const plain = 'The news of the day are about the weather.';
test.each<readonly [string, string, DetectorDefinition]>([
  ['a word with tags inside', '<p>vi<b>ru</b>s', { words: ['virus'] }],
  ['links side by side', '<p><a href=/1>tide</a><a href=/2>mark</a>', { words: ['mark'] }],
  ['words that only a style sheet keeps apart', '<p><span>2h ago</span>Remove', { words: ['remove'] }],
  ['the text of a picture', '<p><img src=/1.png alt="bird flu">', { phrase: 'bird flu' }],
  ['the label of a button', '<form><input type=submit value="Sold out">', { words: ['sold'] }],
  ['the description', '<meta name=description content="All about viruses">', { stems: ['virus'] }],
  ['soft hyphens', '<p>vi&shy;ru\u00adses of birds', { stems: ['virus', 'bird'] }],
  ['references', '<p>vir&#117;s &amp; b&#x69;rd', { words: ['virus', 'bird'] }],
  ['letters in capitals, beyond ASCII', '<p>GRYPĘ ma także kapitan', { words: ['grypę'] }],
  ['letters in two parts', '<p>grype\u0328', { words: ['grypę'] }],
  ['Polish', '<p>To nie jest wiadomość o wirusach, które są groźne', { stems: ['wirus'] }],
  ['Russian', '<p>Это были не вирусы, а бактерии', { stems: ['вирус'] }],
  ['German on a page in English', `<p>${plain}<p>Die Häuser sind nicht mehr für uns`, { stems: ['Haus'] }],
  ['Chinese', '<p>这是流感病毒', { words: ['流感'] }],
  ['a pattern over tags', '<p>see CVE<b>-2026-</b>77', { pattern: 'CVE-\\d+-\\d+' }],
  ['a pattern without letters', '<p>- = -', { pattern: '= -' }],
  [
    'a number with its label in another cell',
    '<table><tr><td>Price<td>40',
    { number: { beside: ['price'], above: 5 } },
  ],
])('a page is not ruled out by its leaves: %s', (_, html, definition) => {
  const detectors = [compileDetector(definition, { stemmers, addresses: () => () => true })];
  const set = new DetectorSet(detectors, stemmers);
  const leavesOf = (source: string) => segmentHtml(Buffer.from(source)).list;
  expect(set.mayFindIn(leavesOf(`<p>${plain}`))).toBe(false);
  expect(set.mayFindIn(leavesOf(`<p>${plain}${html}`))).toBe(true);
  expect(set.detect(newsOf(1, `<p>${plain}${html}`), ResultsMemory.empty).matches).toHaveLength(1);
});
