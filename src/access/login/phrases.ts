/** Words in a row, folded: `Sign-Out`, `signOut` and `sign out` are all `sign out`. */
export type Words = readonly string[];

/** Lower case, without accents; what is neither letter nor digit separates words, and so does a capital inside one. */
export function wordsOf(text: string): Words {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Known phrases, each also written as one word. */
export class Phrases {
  /** By first word, the longest first. */
  readonly #byFirst = new Map<string, Words[]>();

  constructor(phrases: Iterable<string>) {
    for (const phrase of phrases) {
      const words = wordsOf(phrase);
      this.#add(words);
      if (words.length > 1) this.#add([words.join('')]);
    }
    for (const list of this.#byFirst.values()) list.sort((a, b) => b.length - a.length);
  }

  /** How many words of `words` from `start` on are a phrase; 0 when none begins there. */
  lengthAt(words: Words, start: number): number {
    for (const phrase of this.#byFirst.get(words[start] ?? '') ?? []) {
      if (phrase.every((word, i) => words[start + i] === word)) return phrase.length;
    }
    return 0;
  }

  /** Whether the words are a phrase from first to last. */
  isWhole(words: Words): boolean {
    return words.length > 0 && this.lengthAt(words, 0) === words.length;
  }

  #add(words: Words): void {
    const first = words[0];
    if (first === undefined) return;
    const known = this.#byFirst.get(first);
    if (known === undefined) this.#byFirst.set(first, [words]);
    else known.push(words);
  }
}

/**
 * Whether a part of a URL is a phrase and nothing else that matters. An article called `how-to-log-out-of-windows` is
 * not a log-out; `do_logout`, `user-logout.php` and `Special:UserLogout` are.
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

/** Words that stand beside the one that matters in addresses. */
export const addressCompanions: ReadonlySet<string> = new Set(
  `account accounts action admin app asp aspx auth authentication cas cfm cgi client controller customer customers do
  form handler home htm html index j jsp jspx jsf member members my now oauth oidc page perform php pl portal process
  request saml secure security servlet session sessions shop site special spring sso submit system user users view web
  wp xhtml`.split(/\s+/),
);

/** The parts of a URL that may say what it does: segments of the path, and keys and values of the query. */
export function partsOfUrl(url: string): readonly string[] {
  const parsed = URL.parse(url);
  if (parsed === null) return [];
  const segments = parsed.pathname.split(/[/;]/);
  const pairs = [...parsed.searchParams];
  // A page to come back to is not what this link does.
  const query = pairs.flatMap(([key, value]) => (/^(?:https?:|\/)/i.test(value) ? [key] : [key, value]));
  const fragment = parsed.hash.startsWith('#!') || parsed.hash.startsWith('#/') ? parsed.hash.split('/') : [];
  return [...segments, ...query, ...fragment].map(decode).filter(Boolean);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
