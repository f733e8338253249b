import type { PageNode } from '../../document/index.ts';

/**
 * What a page offers: links and buttons, by what they say. Addresses may be drawn anew for every visitor. A menu that opens may say little beside the text of a
 * page, but what it offers can be reached in no other way.
 */
export function offersOf(tree: PageNode): ReadonlySet<string> {
  const offers = new Set<string>();
  const waiting: (PageNode | string)[] = [tree];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') continue;
    const { name, attributes } = next;
    const isOffer =
      (name === 'a' && attributes['href'] !== undefined) ||
      name === 'button' ||
      attributes['role'] === 'menuitem';
    const text = isOffer ? withoutNumbers(textOf(next)) : '';
    if (text !== '') offers.add(text);
    waiting.push(...next.children);
  }
  return offers;
}

const withoutNumbers = (text: string): string => text.replace(/\d+/g, '0');

function textOf({ children }: PageNode): string {
  const texts = children.map((child) => (typeof child === 'string' ? child : textOf(child)));
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
