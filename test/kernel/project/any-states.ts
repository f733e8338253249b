import * as fc from 'fast-check';

/** Any entry for the states of an application, made of these words, secrets and lists of selectors. */
export const anyStates = (
  words: fc.Arbitrary<string>,
  secret: fc.Arbitrary<object>,
  selectors: fc.Arbitrary<readonly string[]>,
) =>
  fc.record(
    {
      watch: fc.constantFrom('after', 'instead', 'never'),
      start: fc.constantFrom('/app', 'https://news.example.org/app'),
      setting: fc.constantFrom('content', 'structure', 'mine', 'broder/words:3@0.2'),
      threshold: fc.constantFrom(0, 0.05, 1),
      maxStates: fc.integer({ min: 1, max: 900 }),
      maxDepth: fc.nat(20),
      maxStatesPerUrl: fc.integer({ min: 1, max: 99 }),
      maxRepeats: fc.integer({ min: 1, max: 9 }),
      contexts: fc.integer({ min: 1, max: 64 }),
      include: selectors,
      exclude: selectors,
      strip: selectors,
      press: fc.constantFrom(['send'], ['delete', 'buy']),
      avoid: fc.constant(['archive']),
      pressAnything: fc.boolean(),
      hover: fc.boolean(),
      keys: fc.constantFrom(['Enter'], ['Enter', 'Escape']),
      scroll: fc.boolean(),
      fill: fc.dictionary(fc.constantFrom('#city', '[name="q"]'), fc.oneof(words, secret)),
      seed: fc.nat(99),
      comment: words,
      maxTime: fc.constantFrom(1000, 90_000, 7_200_000),
    },
    { requiredKeys: [] },
  );
