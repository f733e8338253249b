import { complain, text } from '../../config/index.ts';
import { compilePattern, requiredLiterals } from '../../document/index.ts';
import type { DetectorKind } from '../model/detector-kind.ts';
import type { FoundWord } from '../model/match.ts';
import { says } from './word-list.ts';

const EXAMPLE = "'CVE-\\d{4}-\\d+'";
/** More are not shown. */
const mostPlaces = 20;

/** A regular expression, in linear time (RE2). */
export const pattern: DetectorKind<string> = {
  key: 'pattern',
  schema: () =>
    text('a regular expression', EXAMPLE)
      .superRefine((value, context) => {
        try {
          compilePattern(value);
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
          const said = error.message.replace(/; for a glob write.*$/s, '');
          complain(context, [], said, `write a pattern such as ${EXAMPLE}`);
        }
      })
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
        const matcher = compiled.matcher(subject.segment.reading.text);
        while (places.length < mostPlaces && matcher.find()) {
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
