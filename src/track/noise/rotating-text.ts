import { hash } from 'node:crypto';
import { hashText, type Segment } from '../../document/index.ts';
import { placeKind } from '../compare/segment-likeness.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** The key of an item of a rotating list. Numbers are ignored, because they change: "Boats, 12 comments" has 13 tomorrow. */
export function itemKey(segment: Segment): string {
  const words = withoutSeparators(segment.tokens)
    .map((token) => (/^\p{N}/u.test(token) ? '#' : token))
    .join(' ');
  return hash('md5', `${words} ${targetsOf(segment)}`, 'hex').slice(0, 12);
}

/** The last item of a line has no comma after it, and may be any of them tomorrow. */
function withoutSeparators(tokens: readonly string[]): readonly string[] {
  const isSeparator = (token: string | undefined): boolean => token !== undefined && /^[,;|·•/]$/.test(token);
  if (!isSeparator(tokens.at(-1)) && !isSeparator(tokens[0])) return tokens;
  return tokens.slice(isSeparator(tokens[0]) ? 1 : 0, isSeparator(tokens.at(-1)) ? -1 : undefined);
}

/** The targets of its links, without the parameters, which may be tokens. */
export function targetsOf({ links }: Segment): string {
  return links.map(({ url }) => url.replace(/[?#;].*/s, '')).join(' ');
}

/** The keys of a text that rotates as a whole: without its numbers, and with them. */
export function textKey(segment: Segment): string {
  return `${itemKey(segment)} ${hashText(segment)}`;
}

/**
 * The texts that rotated in earlier fetches, at any place of a site: adverts come from one pool. A text that was seen with
 * different numbers is known with any number: "Only 3 left!" was "Only 5 left!". A text that was seen with one number only,
 * such as "20 % off", is not known with another one, such as 30.
 */
export class RotatingTexts {
  /** For each text without its numbers, the texts with them. */
  readonly #texts = new Map<string, Set<string>>();
  /** Each entry is a text and a kind of place where that text is sometimes missing. */
  readonly #comeAndGo = new Set<string>();

  constructor(rules: readonly VolatileRule[]) {
    for (const rule of rules) {
      if (rule.kind !== 'segment' || rule.isOff) continue;
      for (const text of rule.texts) {
        const [words = '', exact = ''] = text.split(' ');
        const known = this.#texts.get(words);
        if (known === undefined) this.#texts.set(words, new Set([exact]));
        else known.add(exact);
        if (rule.mayBeAbsent) this.#comeAndGo.add(`${words} ${placeKind(rule.place)}`);
      }
    }
  }

  knows(segment: Segment): boolean {
    const known = this.#texts.get(itemKey(segment));
    return known !== undefined && (known.size > 1 || known.has(hashText(segment)));
  }

  /** Whether a text is known to come and go at this kind of place. */
  comesAndGoes(segment: Segment): boolean {
    return this.knows(segment) && this.#comeAndGo.has(`${itemKey(segment)} ${placeKind(segment)}`);
  }
}
