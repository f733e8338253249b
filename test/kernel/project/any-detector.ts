import * as fc from 'fast-check';

/** Detectors of every kind, with words that YAML could take for something else. */
export function anyDetector(words: fc.Arbitrary<string>, patterns: fc.Arbitrary<unknown>) {
  const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });
  const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 2 });
  const several = fc.array(words, { minLength: 2, maxLength: 3 });
  const wordsOrStems = (list: fc.Arbitrary<readonly string[]>) =>
    fc.oneof(fc.record({ words: list }), fc.record({ stems: list }));
  const size = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constantFrom('5%', '2.5 %'));
  const limits = fc.oneof(
    fc.record({ below: fc.integer({ min: -9, max: 99 }) }),
    fc.record({ above: fc.constantFrom(0.5, 29.9, 1e6) }),
    fc.record({ risesBy: size }),
    fc.record({ fallsBy: size, below: fc.nat(50) }),
    fc.record({ changesBy: size }),
  );
  const named = fc.oneof(fc.record({ beside: some(words) }), fc.constant({ selector: '.price' }));
  const together = <A extends object, B extends object>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>) =>
    fc.tuple(a, b).map(([left, right]) => ({ ...left, ...right }));
  const one = fc.oneof(
    fc.record({ words: some(words) }),
    fc.record({ stems: some(words) }),
    fc.record({
      close: together(wordsOrStems(several), fc.record({ within: fc.integer({ min: 1, max: 9 }) })),
    }),
    fc.record({ sentence: fc.oneof(wordsOrStems(some(words)), some(words)) }),
    fc.record({
      optional: together(wordsOrStems(several), fc.record({ atLeast: fc.constantFrom(1, 2, '50%') })),
    }),
    fc.record({
      phrase: fc.oneof(
        words,
        fc.record(
          { text: words, exactCase: fc.boolean(), anyOrder: fc.boolean() },
          { requiredKeys: ['text'] },
        ),
      ),
    }),
    fc.record({ pattern: fc.constantFrom('CVE-\\d+', 'yes', '^a: b$', '# x') }),
    fc.record({ number: together(named, limits) }),
    fc.record({
      similar: fc.record({ to: words, atLeast: fc.constantFrom('40%', '7%') }, { requiredKeys: ['to'] }),
    }),
    fc.record({
      change: fc.oneof(fc.constant('any'), fc.record({ words: fc.integer({ min: 1, max: 50 }) })),
    }),
    fc.record({ page: fc.constantFrom(['missing'], ['new', 'back', 'failing']) }),
  );
  const combined = fc
    .record({ all: few(one), any: few(one), none: few(one) }, { requiredKeys: [] })
    .filter((given) => Object.keys(given).length > 0);
  const scope = fc.record(
    {
      name: words,
      comment: words,
      match: some(patterns),
      region: fc.constantFrom('main', '#a > p', '.price'),
      language: fc.constantFrom('en', 'pl'),
      in: fc.constantFrom('added', 'removed'),
    },
    { requiredKeys: [] },
  );
  return together(scope, fc.oneof(one, combined, together(one, combined)));
}
