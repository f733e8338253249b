import { RE2JS, RE2JSSyntaxException } from 're2js';
import { InputError, type Wording } from '../../base/index.ts';

/** Longest pattern, in characters: a list of 500 words has 3,000. */
const LONGEST_PATTERN = 8000;
/** Most instructions of a pattern: each may be tried at each character. */
const LARGEST_PROGRAM = 5000;
/** Most instructions of all patterns of one project file: compiling them takes 0.5 s and 40 MB. */
const MOST_TOGETHER = 100_000;
/** A pattern with at least this many instructions is not compiled: 8,000 characters can make a million of them, which takes 6 s. */
const NOT_COMPILED = 4 * LARGEST_PROGRAM;

/** Instructions of the patterns compiled since `boundedTogether` began; null outside it. */
let together: number | null = null;

/** Limits the total cost of the patterns that `work` compiles: past the limit, `compilePattern` throws an InputError. */
export function boundedTogether<T>(work: () => T): T {
  const before = together;
  together = 0;
  try {
    return work();
  } finally {
    together = before;
  }
}

/** Instructions times characters: one second when all instructions are tried everywhere, much less with an ordinary pattern. */
const MOST_STEPS = 100_000_000;

/** The step budget of all patterns that are searched for on one page. */
export class PatternSteps {
  #left = MOST_STEPS;

  /** Whether enough steps are left to search this many characters for a pattern. */
  allows(pattern: RE2JS, characters: number): boolean {
    this.#left -= pattern.programSize() * characters;
    return this.#left >= 0;
  }
}

/**
 * Compiles a regular expression that a user typed. Matching always takes time linear in the text: `(a+)+$` costs no more than `a+$`. Throws
 * InputError.
 */
export function compilePattern(regex: string): RE2JS {
  const fail = (reason: string) =>
    new InputError(`"${regex.slice(0, 200)}" is not a valid pattern: ${reason}`);
  const tooLarge = () => fail('it repeats or lists too much; divide it');
  if (regex.length > LONGEST_PATTERN) throw fail(`it has more than ${LONGEST_PATTERN} characters`);
  if (leastSize(regex) > NOT_COMPILED) throw tooLarge();
  if (together !== null && together > MOST_TOGETHER) throw tooMuchTogether(regex);
  try {
    const compiled = RE2JS.compile(regex);
    const size = compiled.programSize();
    if (size > LARGEST_PROGRAM) throw tooLarge();
    if (together !== null) together += size;
    if (together !== null && together > MOST_TOGETHER) throw tooMuchTogether(regex);
    return compiled;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new InputError(wordingFor(error, regex), error);
  }
}

const tooMuchTogether = (regex: string) =>
  new InputError(
    `"${regex.slice(0, 200)}" is too much: the patterns of one file cost too much together from here on`,
  );

/** RE2's messages about the most common mistakes, in plainer words. Each follows the part of the pattern that it is about. */
const plainerWords: Readonly<Record<string, string>> = {
  'missing argument to repetition operator': 'has nothing to repeat',
  'invalid nested repetition operator': 'repeats something that is already repeated',
  'invalid repeat count': 'is not a valid number of repetitions; at most 1000 are possible',
};

function wordingFor(error: RE2JSSyntaxException, regex: string): Wording {
  const where = error.getPattern();
  const reason = `"${regex}" is not a valid pattern: ${wordsFor(error, regex)}`;
  const isGlob = where?.includes('**') || /^[*?]/.test(regex);
  return isGlob ? { reason, hint: `for a glob write { glob: '${regex}' }` } : reason;
}

function wordsFor(error: RE2JSSyntaxException, regex: string): string {
  const description = error.getDescription().replace('missing closing', 'missing');
  const where = error.getPattern();
  if (/^\(\?(?:[=!]|<[=!])/.test(where ?? ''))
    return `${where?.slice(0, 3)} (look-ahead or look-behind) is not supported, because it can take forever`;
  if (/^\\[1-9]/.test(where ?? ''))
    return `${where} (a back-reference) is not supported, because it can take forever`;
  const plainer = plainerWords[description];
  const place = where === null || where === regex || where === '' ? '' : ` at ${where}`;
  return plainer === undefined ? `${description}${place}` : `${where} ${plainer}`;
}

/**
 * An approximate lower bound for the number of instructions of a pattern, without compiling it: each character, class or escape is one, and
 * `{n,m}` repeats the item before it. Takes one pass; a pattern that cannot be parsed gets some number, and the compiler says what is wrong
 * with it.
 */
export function leastSize(regex: string): number {
  /** For each open group: its size so far, and the size of the item that a repetition would repeat. */
  const open: { whole: number; last: number }[] = [{ whole: 0, last: 0 }];
  const add = (size: number): void => {
    const group = open.at(-1);
    if (group === undefined) return;
    group.whole += size;
    group.last = size;
  };
  for (const [token, repeated] of regex.matchAll(TOKEN)) {
    if (token === '(') open.push({ whole: 0, last: 0 });
    else if (token === ')') {
      if (open.length > 1) add(open.pop()?.whole ?? 0);
    } else if (repeated === undefined) add(token === '|' ? 0 : 1);
    else {
      const { last = 0 } = open.at(-1) ?? {};
      const times = Math.max(...repeated.split(',').map(Number), 1);
      add(last * (times - 1));
      const group = open.at(-1);
      if (group !== undefined) group.last = last * times;
    }
  }
  return open.reduce((sum, { whole }) => sum + whole, 0);
}

/** An escape, a class, a repetition with its numbers, or any other character. */
const TOKEN = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d{1,6}(?:,\d{0,6})?)\}|./gs;
