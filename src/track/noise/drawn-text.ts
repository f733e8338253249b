import { hash } from 'node:crypto';
import { hashText, type Segment } from '../../document/index.ts';
import type { SegmentRule } from './volatile-rule.ts';

/** Names an item of a drawn list. Numbers do not count: "Boats, 12 comments" has 13 tomorrow. */
export function itemKey(segment: Segment): string {
  const words = segment.tokens.map((token) => (/^\p{N}/u.test(token) ? '#' : token)).join(' ');
  return hash('md5', `${words} ${targetsOf(segment)}`, 'hex').slice(0, 12);
}

/** Where its links lead, without the parameters, which may be tokens. */
export function targetsOf({ links }: Segment): string {
  return links.map(({ url }) => url.replace(/[?#;].*/s, '')).join(' ');
}

/** Names a text that is drawn as a whole, with its numbers and without. */
export function textKey(segment: Segment): string {
  return `${itemKey(segment)} ${hashText(segment)}`;
}

/**
 * Whether a text was drawn at the place of a rule before. If it was there with different numbers, any number will do:
 * "Only 3 left!" was "Only 5 left!", while the only "20 % off" that was ever seen may not become 30.
 */
export function knowsText({ texts }: SegmentRule, segment: Segment): boolean {
  const key = textKey(segment);
  if (texts.includes(key)) return true;
  const words = key.slice(0, key.indexOf(' ') + 1);
  return texts.filter((text) => text.startsWith(words)).length > 1;
}
