import { type PageNode, pageTree } from '../../document/index.ts';

/**
 * Whether a page only has more of what another one has, or other numbers: what a button that never comes to an end brings each
 * time it is pressed.
 */
export function isMoreOfTheSame(before: string, after: string): boolean {
  const [texts, later] = [textsIn(before), textsIn(after)];
  const all = new Set(later);
  return (
    texts.every((text) => all.has(text)) ||
    texts.map(withoutNumbers).join('\n') === later.map(withoutNumbers).join('\n')
  );
}

/** Whether two pages differ in one text only: what a button brings that asks for another saying each time. */
export function isOtherText(before: string, after: string): boolean {
  const [texts, later] = [textsIn(before), textsIn(after)];
  return texts.length === later.length && texts.filter((text, place) => text !== later[place]).length === 1;
}

const withoutNumbers = (text: string): string => text.replace(/\d+/g, '0');

function textsIn(html: string): readonly string[] {
  const texts: string[] = [];
  const waiting: (PageNode | string)[] = [pageTree(html)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'string') waiting.push(...next.children.toReversed());
    else if (next.trim() !== '') texts.push(next.replace(/\s+/g, ' ').trim());
  }
  return texts;
}
