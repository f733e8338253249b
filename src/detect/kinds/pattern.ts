import { getOrInsert } from '../../base/index.ts';
import { complainUnless, text } from '../../config/index.ts';
import { compilePattern, PatternSteps, requiredLiterals } from '../../document/index.ts';
import type { DetectorInput, FoundWord } from '../model/detector-input.ts';
import type { DetectorKind } from '../model/detector-kind.ts';
import { says } from './word-list.ts';

const EXAMPLE = "'CVE-\\d{4}-\\d+'";
/** Most places that are shown. */
const mostPlaces = 20;

/** All patterns share the step budget of a page: when a costly page has used it up, the rest is not searched. */
const stepsOfPages = new WeakMap<DetectorInput, PatternSteps>();

/** A regular expression, in linear time (RE2). */
export const pattern: DetectorKind<string> = {
  key: 'pattern',
  schema: () =>
    text('a regular expression', EXAMPLE)
      .superRefine((value, context) =>
        complainUnless(() => compilePattern(value), context, `write a pattern such as ${EXAMPLE}`),
      )
      .describe('A regular expression that is found anywhere in a segment.'),
  compile: (value) => {
    const compiled = compilePattern(value);
    return {
      about: 'segment',
      needs: requiredLiterals(value).map((literals) =>
        literals.map((literal) => ({ form: 'literal' as const, text: literal })),
      ),
      readsAgain: false,
      inWords: `the pattern ${value}`,
      find: (subject) => {
        if (subject.segment === null) return null;
        const places: FoundWord[] = [];
        const { text: read } = subject.segment.reading;
        const matcher = compiled.matcher(read);
        const steps = getOrInsert(stepsOfPages, subject.input, () => new PatternSteps());
        let at = 0;
        while (places.length < mostPlaces && steps.allows(compiled, read.length - at) && matcher.find()) {
          at = matcher.end();
          const found = matcher.group() ?? '';
          if (found !== '') places.push({ text: found, start: matcher.start(), end: matcher.end() });
          else break;
        }
        const [first] = places;
        if (first === undefined) return null;
        return {
          words: places,
          number: null,
          reason: `the page ${says(subject)} “${first.text}”, which the pattern ${value} matches`,
        };
      },
    };
  },
};
