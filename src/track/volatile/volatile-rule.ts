import type { LinkKind } from '../../document/index.ts';
import { timeMark } from '../clock/same-times.ts';
import type { ValueShape } from './value-shape.ts';

/** Where a rule looks: a path, and what stood around it when it was learned, as hash and path of the nearest steady leaf. */
export interface SegmentPlace {
  readonly path: string;
  readonly before: Neighbour | null;
  readonly after: Neighbour | null;
}

export interface Neighbour {
  readonly hash: string;
  readonly path: string;
}

interface Learned {
  /** The same for the same kind and place: a rule that is learned again is not a second one. */
  readonly id: string;
  readonly place: SegmentPlace;
  /** What stood there in each of the twins. */
  readonly examples: readonly [string, string];
  /** Why it is believed, in words (X6). */
  readonly evidence: string;
  /** Switched off by the user. */
  readonly isOff: boolean;
  /** How many pairs of twins in a row showed no difference there. */
  readonly agreements: number;
}

/** One thing that differs between fetches of the same moment (X1). Plain data: stored, listed, explained, switched off. */
export type VolatileRule =
  /** Its words are others at every fetch: an advert. */
  | (Learned & {
      readonly kind: 'segment';
      readonly mayBeAbsent: boolean;
      /** Hashes of texts that stood there in one of two twins and not in the other. */
      readonly texts: readonly string[];
      /** Hashes of texts of which a part was drawn, and the rest is the page's own; rules of earlier versions have none. */
      readonly lines?: readonly string[];
      /** Words that were drawn in a line whose other words stay; rules of earlier versions have none. */
      readonly words?: readonly string[];
    })
  /** A value between words that stay: a counter, a token. */
  | (Learned & { readonly kind: 'value'; readonly value: ValuePlace })
  /** The same leaves in another order; `place.path` is the list: `ul/li[*]`. */
  | (Learned & { readonly kind: 'order' })
  /** Where a link leads or an image comes from; `parameter` when only that part of the query differs. */
  | (Learned & {
      readonly kind: 'link';
      readonly link: { readonly index: number; readonly kind: LinkKind; readonly parameter: string | null };
      /** Those that were drawn there; rules of earlier versions have none. */
      readonly addresses?: readonly string[];
    });

export interface ValuePlace {
  /** Up to two tokens before and after; fewer at the ends of the leaf. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly shape: ValueShape;
}

export type SegmentRule = Extract<VolatileRule, { readonly kind: 'segment' }>;

/** The rule in one sentence. */
export function explainRule(rule: VolatileRule): string {
  const [first, second] = rule.examples.map((example) => JSON.stringify(shorten(example)));
  const where = `at ${rule.place.path || 'the top'}`;
  const state = rule.isOff ? ' (switched off)' : '';
  switch (rule.kind) {
    case 'segment': {
      const absent = rule.mayBeAbsent ? ', and sometimes nothing stands there' : '';
      return `the text ${where} is another one at every fetch${absent}: ${first}, then ${second}${state}`;
    }
    case 'value': {
      const words = [...rule.value.before, '…', ...rule.value.after].join(' ').replaceAll(timeMark, '(time)');
      return `the value in "${words}" ${where} is drawn anew: ${first}, then ${second}${state}`;
    }
    case 'order':
      return `what stands in ${rule.place.path || 'the page'} comes in any order: ${first}, then ${second}${state}`;
    case 'link': {
      const part = rule.link.parameter === null ? 'the address' : `"${rule.link.parameter}" in the address`;
      return `${part} of ${rule.link.kind} ${rule.link.index + 1} ${where} is drawn anew: ${first}, then ${second}${state}`;
    }
  }
}

export function shorten(text: string, most = 60): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
