import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeSegment, splitTokens } from '../../document/index.ts';
import { compileDetector } from '../compile-detectors.ts';
import type { DetectorInput } from '../model/detector-input.ts';
import type { DetectorCondition, DetectorDefinition, ReadSegment, Subject } from '../model/detector-kind.ts';
import { loadStemmers } from '../stem/stemmers.ts';
import { SegmentReading } from '../words/segment-reading.ts';
import { DetectorIndex } from './detector-index.ts';

const stemmers = await loadStemmers();
const options = { stemmers, addresses: () => () => true };

const vocabulary =
  'the flu virus viruses bird birds price grypa grypy wirusy jest i A/H1N1 disease 20 30'.split(' ');
const word = fc.constantFrom(...vocabulary);
const list = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const simple: fc.Arbitrary<DetectorDefinition> = fc.oneof(
  fc.record({ words: list }),
  fc.record({ stems: list }),
  fc.record({ stems: list, language: fc.constantFrom('en', 'pl') }),
  fc.record({ sentence: fc.record({ stems: list }) }),
  list.chain((words) =>
    fc.record({
      optional: fc.record({ words: fc.constant(words), atLeast: fc.integer({ min: 1, max: words.length }) }),
    }),
  ),
  fc.record({ phrase: list.map((words) => words.join(' ')) }),
  fc.record({ pattern: fc.constantFrom('(?i)bird|fl', 'vir[a-z]+', '\\d0', 'gryp(a|y)', 'price.*30') }),
  fc.record({ number: fc.record({ beside: fc.constant(['price']), below: fc.constant(25) }) }),
  fc.record({
    similar: fc.record({
      to: fc
        .array(fc.constantFrom('flu', 'virus', 'bird', 'disease', 'price'), { minLength: 1, maxLength: 5 })
        .map((words) => words.join(' ')),
      atLeast: fc.constantFrom('20%', '60%', '95%'),
    }),
  }),
);
const definition: fc.Arbitrary<DetectorDefinition> = fc.oneof(
  { weight: 4, arbitrary: simple },
  fc.record({
    any: fc.array(
      simple.map(({ language: _, ...entry }) => entry),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    all: fc.array(
      simple.map(({ language: _, ...entry }) => entry),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);
const text = fc
  .array(fc.oneof(word, fc.constantFrom('.', 'of', 'tide')), { maxLength: 12 })
  .map((words) => words.join(' '));

function subjectOf(content: string, label: string): Subject & { readonly segment: ReadSegment } {
  const reading = new SegmentReading(content, { language: null }, stemmers);
  const leaf = composeSegment('paragraph', 'p', splitTokens(content), content);
  const segment = {
    segment: leaf,
    isUnread: true,
    counterpart: null,
    label: () => label,
    surroundings: () => null,
    reading,
  };
  const input: DetectorInput = {
    pageId: 1,
    url: 'https://example.org/',
    title: '',
    event: 'new',
    added: [segment],
    removed: [],
    language: null,
    region: () => null,
  };
  return { input, in: 'added', segment, segments: [segment] };
}

const anyPage = { language: null, number: 0 };
const indexOf = (conditions: readonly DetectorCondition[]): DetectorIndex =>
  new DetectorIndex(
    conditions.map(({ needs }) => ({ needs, readsParts: false })),
    stemmers,
  );

test('the index leaves out no detector that finds something', () => {
  let found = 0;
  let leftOut = 0;
  fc.assert(
    fc.property(
      fc.array(definition, { minLength: 1, maxLength: 12 }),
      text,
      text,
      (definitions, content, label) => {
        const conditions = definitions.map((one) => compileDetector(one, options).condition);
        const subject = subjectOf(content, label);
        const index = indexOf(conditions);
        const possible = new Set(index.possible(subject.segment.segment, () => label, anyPage));
        for (const [number, condition] of conditions.entries()) {
          if (!possible.has(number)) leftOut++;
          if (condition.find(subject) === null) continue;
          found++;
          expect(
            possible,
            `${JSON.stringify(definitions[number])} on "${content}" after "${label}"`,
          ).toContain(number);
        }
      },
    ),
    { seed: 21, numRuns: 3000 },
  );
  // The property says nothing when little is found, or when nothing is ever left out.
  expect(found).toBeGreaterThan(1000);
  expect(leftOut).toBeGreaterThan(5000);
});

test('a detector is looked up by its rarest word, not by one that every text has', () => {
  const definitions = [
    { words: ['the', 'flu'] },
    ...Array.from({ length: 50 }, () => ({ words: ['flu', 'tide'] })),
  ];
  const conditions = definitions.map((one) => compileDetector(one, options).condition);
  const index = indexOf(conditions);
  const possible = (content: string) =>
    index.possible(composeSegment('paragraph', 'p', splitTokens(content), content), () => null, anyPage);
  expect(possible('the price of the lamp')).toEqual([]);
  expect(possible('the flu')).toEqual([0]);
});
