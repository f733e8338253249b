import { compilePattern } from '../../document/index.ts';

/** A regular expression of Python, if it can be used here: no looking ahead or behind, no references back. Null otherwise. */
export function usablePattern(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

export const escapedPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Everything of a line in which the pattern is found. */
export const wholeLine = (pattern: string): string => `.*(?:${pattern}).*`;

/**
 * What stands at such words differs from one request to the next. A page is fetched twice when something changed, so whatever
 * differs between the two is noise, whether a rule names it or not.
 */
const perRequest =
  /csrf|nonce|token|session.?id|visitors?|views|online (?:now|users)|generated (?:in|at)|seconds?\b|request.?id|random|uuid/i;

export const isLearnedNoise = (pattern: string): boolean => perRequest.test(pattern);

export const LEARNED = 'differs from one request to the next; such noise is learned';

/** `/pattern/flags` as some programs write regular expressions; null for plain text. */
export function slashedPattern(text: string): string | null {
  const [, pattern, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(text.trim()) ?? [];
  if (pattern === undefined) return null;
  const kept = [...flags].filter((flag) => 'ims'.includes(flag)).join('');
  return kept === '' ? pattern : `(?${kept})${pattern}`;
}
