import { createHash } from 'node:crypto';
import type { ComparableContent, NearDuplicates, PageElement } from '../../../../../src/fingerprint/index.ts';

/**
 * Two states are one when their documents are, to the letter: scripts, styles and comments are gone, all else counts. Without texts, it is the comparison that
 * section 5 of the report blames ("the stripped DOM contains only the HTML-attributes").
 */
export function domEquality({ withTexts }: { readonly withTexts: boolean }): NearDuplicates<string> {
  const distance = (a: string, b: string) => (a === b ? 0 : 1);
  return {
    name: withTexts ? 'equal documents' : 'equal documents without texts',
    threshold: 0,
    farthest: 1,
    fingerprint: (content) => {
      const written = typeof content === 'string' ? content : writtenOf(content, withTexts);
      return createHash('sha256').update(written).digest('hex');
    },
    distance,
    isNearDuplicate: (a, b) => distance(a, b) === 0,
  };
}

function writtenOf({ text, tree }: ComparableContent, withTexts: boolean): string {
  const parts: unknown[] = [];
  const waiting: (PageElement | string | undefined)[] = [tree ?? text];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'string') {
      parts.push(next.name, next.attributes, next.children.length);
      waiting.push(...next.children.toReversed());
    } else if (withTexts) parts.push(next);
  }
  return JSON.stringify(parts);
}
