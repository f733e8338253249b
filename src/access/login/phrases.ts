import { percentDecoded } from '../../base/index.ts';

/** Words in a row, in one spelling: `Sign-Out`, `signOut` and `sign out` are all `sign out`. */
type Words = readonly string[];

/** Lower case, without accents. Anything but letters and digits separates words, and so does a capital inside a word. */
export function wordsOf(text: string): Words {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Known phrases. Each also matches when written as one word. The index is built on first use, not at the start of a run. */
export class Phrases {
  readonly #phrases: readonly string[];
  #index: ReadonlyMap<string, readonly Words[]> | null = null;

  constructor(phrases: readonly string[]) {
    this.#phrases = phrases;
  }

  /** The length of the phrase that starts at word `start`; 0 when there is none. */
  lengthAt(words: Words, start: number): number {
    this.#index ??= byFirstWord(this.#phrases);
    for (const phrase of this.#index.get(words[start] ?? '') ?? []) {
      if (phrase.every((word, i) => words[start + i] === word)) return phrase.length;
    }
    return 0;
  }

  /** Whether all the words together are one phrase. */
  isWhole(words: Words): boolean {
    return words.length > 0 && this.lengthAt(words, 0) === words.length;
  }
}

/** The phrases by their first word, the longest first. */
function byFirstWord(phrases: readonly string[]): ReadonlyMap<string, readonly Words[]> {
  const found = new Map<string, Words[]>();
  const add = (words: Words) => {
    const [first] = words;
    if (first === undefined) return;
    const known = found.get(first);
    if (known === undefined) found.set(first, [words]);
    else known.push(words);
  };
  for (const phrase of phrases) {
    const words = wordsOf(phrase);
    add(words);
    if (words.length > 1) add([words.join('')]);
  }
  for (const list of found.values()) list.sort((a, b) => b.length - a.length);
  return found;
}

/**
 * Whether a part of a URL consists of a phrase and insignificant words only. True for `do_logout`, `user-logout.php` and
 * `Special:UserLogout`; false for an article called `how-to-log-out-of-windows`.
 */
export function isPhraseWithCompanions(
  words: Words,
  phrases: Phrases,
  companions: ReadonlySet<string>,
): boolean {
  let found = false;
  for (let i = 0; i < words.length; ) {
    const length = phrases.lengthAt(words, i);
    if (length > 0) found = true;
    else if (!companions.has(words[i] ?? '')) return false;
    i += Math.max(1, length);
  }
  return found;
}

/** Words that are insignificant beside a phrase in an address. */
export const addressCompanions: ReadonlySet<string> = new Set(
  `account accounts action admin app asp aspx auth authentication cas cfm cgi client controller customer customers do
  form handler home htm html index j jsp jspx jsf member members my now oauth oidc page perform php pl portal process
  request saml secure security servlet session sessions shop site special spring sso submit system user users view web
  wp xhtml`.split(/\s+/),
);

/** The parts of a URL that may say what it does: segments of its path, keys and values of its query. */
export function partsOfUrl(url: string): readonly string[] {
  const parsed = URL.parse(url);
  if (parsed === null) return [];
  const segments = parsed.pathname.split(/[/;]/);
  const pairs = [...parsed.searchParams];
  // A value that is an address is the page to return to, not what this link does.
  const query = pairs.flatMap(([key, value]) => (/^(?:https?:|\/)/i.test(value) ? [key] : [key, value]));
  const fragment = parsed.hash.startsWith('#!') || parsed.hash.startsWith('#/') ? parsed.hash.split('/') : [];
  return [...segments, ...query, ...fragment].map(percentDecoded).filter(Boolean);
}
