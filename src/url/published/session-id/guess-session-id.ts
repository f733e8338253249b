import { urlFields } from '../../identity/fields/url-fields.ts';
import { wholeToken } from '../../identity/fields/url-token.ts';
import { saysContent } from '../../identity/identity-rule.ts';
import { contentPlaces } from '../../identity/learn/content-places.ts';
import { comparableLinks } from '../../identity/learn/sample-links.ts';
import { looksRandom } from '../../identity/looks-random.ts';
import { findWellKnownId, isNameOfPair, mayHoldWellKnownId } from '../../identity/well-known-session-ids.ts';

/** An id on nearly every link of the list's main host can hardly select content. */
const SHARE_OF_LINKS = 0.8;

interface SessionIdGuess {
  readonly text: string;
  /** Why, as a sentence for users (X6). */
  readonly how: string;
}

/** A guess from one list alone: a well-known session id, else a random-looking value on nearly all links. */
export function guessSessionId(links: readonly string[]): SessionIdGuess | null {
  return wellKnownSessionId(links) ?? ubiquitousValue(links);
}

/** The value that most links have in a place used only for session ids. */
export function wellKnownSessionId(links: readonly string[]): SessionIdGuess | null {
  const values = new Counts();
  const urls = comparableLinks(links).filter(mayHoldWellKnownId);
  const content = contentPlaces(urls);
  for (const url of urls) {
    const fields = urlFields(url);
    for (const field of fields) {
      const id = findWellKnownId(field, fields, { guess: true });
      if (id === null || isNameOfPair(field)) continue;
      if (!id.mayBeContent || !content.some((rule) => saysContent(rule, field)))
        values.add(sessionPart(field.value));
    }
  }
  const { text, count } = values.mostFrequent();
  return text === ''
    ? null
    : { text, how: `in a place used only for session ids, on ${count} ${count === 1 ? 'link' : 'links'}` };
}

/** `(S(abc))` holds the id `abc`. */
function sessionPart(value: string): string {
  return /S\(([^()]*)\)/i.exec(value)?.[1] ?? value.replace(/^\((.*)\)$/, '$1');
}

function ubiquitousValue(links: readonly string[]): SessionIdGuess | null {
  const values = new Counts();
  const urls = evenly(linksOfMainHost(comparableLinks(links)), ENOUGH_LINKS);
  for (const url of urls) {
    const tokens = urlFields(url)
      .filter(({ inner }) => inner === 0)
      .map(wholeToken);
    for (const value of new Set(tokens.map((token) => token.value)))
      if (looksRandom(value)) values.add(value);
  }
  const { text, count } = values.mostFrequent();
  if (count < 2 || count < urls.length * SHARE_OF_LINKS) return null;
  return { text, how: `a guess from one list: on ${count} of ${urls.length} links of the main host` };
}

/** What is on nearly all links shows on so many of them. */
const ENOUGH_LINKS = 2000;

function evenly<T>(list: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(list.length / most);
  return step <= 1 ? list : list.filter((_, i) => i % step === 0);
}

function linksOfMainHost(urls: readonly string[]): readonly string[] {
  const hosts = Map.groupBy(urls, (url) => /^[a-z][^/]*\/\/[^/]*/i.exec(url)?.[0] ?? '');
  return [...hosts.values()].reduce<readonly string[]>(
    (most, host) => (host.length > most.length ? host : most),
    [],
  );
}

class Counts {
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  mostFrequent(): { readonly text: string; readonly count: number } {
    let best = { text: '', count: 0 };
    for (const [text, count] of this.#counts) if (count > best.count) best = { text, count };
    return best;
  }
}
