import { crawlEntry } from './crawl-entry.ts';
import { limitsEntry } from './limits-entry.ts';
import { projectKeys } from './project-schema.ts';
import { sessionEntry } from './session-entry.ts';

/** For a key that stands in the wrong place: where it belongs. */
export const keysOfSections: ReadonlyMap<string, string> = new Map([
  ...['open', 'follow', 'form', 'collect'].map((key) => [key, 'a step, below "steps"'] as const),
  ...['find', 'fill', 'submit'].map((key) => [key, 'a form: form: { fill: { q: tides } }'] as const),
  ...['match', 'by', 'only', 'ignore', 'ignoreText', 'plugin'].map(
    (key) => [key, 'an entry below "compare"'] as const,
  ),
  ...['allow', 'deny', 'default'].map((key) => [key, 'a rule, below "rules"'] as const),
  ...Object.keys(sessionEntry.shape).map((key) => [key, '"session"'] as const),
  ...Object.keys(limitsEntry.shape).map((key) => [key, '"limits"'] as const),
  ...Object.keys(crawlEntry.shape).map((key) => [key, '"crawl"'] as const),
  ...['user', 'password', 'key', 'passphrase', 'sessionId'].map((key) => [key, '"preference"'] as const),
  ['depth', '"preference", or into a step'],
  ['scope', '"crawl", or into a step'],
  ...projectKeys.map((key) => [key, 'the outermost level of the file'] as const),
]);
