import { hash } from 'node:crypto';
import { hashText, type Segment } from '../../document/index.ts';
import { placeKind } from '../compare/segment-likeness.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** Names an item of a rotating list. Numbers do not count: "Boats, 12 comments" has 13 tomorrow. */
export function itemKey(segment: Segment): string {
  const words = segment.tokens.map((token) => (/^\p{N}/u.test(token) ? '#' : token)).join(' ');
  return hash('md5', `${words} ${targetsOf(segment)}`, 'hex').slice(0, 12);
}

/** Where its links lead, without the parameters, which may be tokens. */
export function targetsOf({ links }: Segment): string {
  return links.map(({ url }) => url.replace(/[?#;].*/s, '')).join(' ');
}

/** Names a text that rotates as a whole, with its numbers and without. */
export function textKey(segment: Segment): string {
  return `${itemKey(segment)} ${hashText(segment)}`;
}

/**
 * The texts that earlier fetches drew, at any place of a site: adverts come from one pool. A text that was there with
 * different numbers may have any: "Only 3 left!" was "Only 5 left!", while the only "20 % off" that was ever seen may not
 * become 30.
 */
export class RotatingTexts {
  /** For each text without its numbers, the texts with them. */
  readonly #texts = new Map<string, Set<string>>();
  /** Kinds of places, each with a text that is sometimes missing there. */
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
