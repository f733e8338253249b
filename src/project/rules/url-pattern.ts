import { RE2JS, RE2JSSyntaxException } from 're2js';
import { globToRegex } from './glob.ts';
import { type Requirement, requiredLiterals } from './required-literals.ts';

/** A pattern that URLs are compared with. Always in time linear in the URL: `(a+)+$` costs no more than `a+$`. */
export interface UrlPattern {
  readonly kind: 'regex' | 'glob';
  /** As the user wrote it. */
  readonly source: string;
  /** What every ASCII URL that matches contains. */
  readonly requirements: readonly Requirement[];
  matches(url: string): boolean;
  /** The part of the URL that matches; null when none does. Slower than `matches`. */
  matchedPart(url: string): string | null;
}

/** Found anywhere in the URL, as the patterns of section 5.6 want it ("it is the prefix of the URL"). Throws SyntaxError. */
export function regexPattern(source: string): UrlPattern {
  if (source === '') throw new SyntaxError('"" is not a valid pattern: it is empty; write .* for every URL');
  return patternOf('regex', source, source);
}

/** Is the whole URL. Throws SyntaxError. */
export function globPattern(source: string): UrlPattern {
  try {
    return patternOf('glob', source, globToRegex(source));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new SyntaxError(`"${source}" is not a valid glob: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

function patternOf(kind: UrlPattern['kind'], source: string, regex: string): UrlPattern {
  const compiled = compile(regex);
  return {
    kind,
    source,
    requirements: requiredLiterals(regex),
    matches: (url) => compiled.test(url),
    matchedPart: (url) => {
      const matcher = compiled.matcher(url);
      return matcher.find() ? (matcher.group() ?? '') : null;
    },
  };
}

function compile(regex: string): RE2JS {
  try {
    return RE2JS.compile(regex);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) {
      throw new SyntaxError(`"${regex}" is not a valid pattern: ${wordsFor(error, regex)}`, { cause: error });
    }
    throw error;
  }
}

function wordsFor(error: RE2JSSyntaxException, regex: string): string {
  const what = error.getDescription().replace('missing closing', 'missing');
  const where = error.getPattern();
  if (/^\(\?(?:[=!]|<[=!])/.test(where ?? ''))
    return `${where?.slice(0, 3)} (looking around) is not supported: it can take for ever`;
  if (/^\\[1-9]/.test(where ?? ''))
    return `${where} (what a group matched before) is not supported: it can take for ever`;
  const place = where === null || where === regex || where === '' ? '' : ` at ${where}`;
  if (where?.includes('**') || /^[*?]/.test(regex))
    return `${what}${place}; for a glob write { glob: '${regex}' }`;
  return `${what}${place}`;
}
