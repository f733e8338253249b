import type { Random } from '../../../../sites/session-sites/random.ts';
import { freshWord, sentence, word } from '../words.ts';
import { blockEdit, type Edit, pageEdit, replaced } from './edit.ts';

function otherOrder<T>(list: readonly T[], random: Random): readonly T[] | null {
  const from = random.below(list.length);
  const [item] = list.slice(from, from + 1);
  if (item === undefined || list.length < 2) return null;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced((from + random.between(1, rest.length)) % (rest.length + 1), 0, item);
}

const place = (list: readonly unknown[], random: Random): number => random.below(list.length);

/** Edits of lists, pictures and links. */
export const listEdits: readonly Edit[] = [
  blockEdit('list item added', 'list', ({ items }, random) => ({
    kind: 'list',
    items: items.toSpliced(random.between(0, items.length), 0, `${word(random)} ${freshWord(random)}`),
  })),
  blockEdit('list item removed', 'list', ({ items }, random) =>
    items.length < 2 ? null : { kind: 'list', items: items.toSpliced(place(items, random), 1) },
  ),
  blockEdit('list in another order', 'list', ({ items }, random) => {
    const moved = otherOrder(items, random);
    return moved === null ? null : { kind: 'list', items: moved };
  }),
  blockEdit('entry on the board', 'entries', ({ entries }, random) => ({
    kind: 'entries',
    entries: [{ text: sentence(random, random.between(4, 9)), age: 2 }, ...entries],
  })),
  blockEdit('image swapped', 'pictures', ({ pictures }, random) => {
    const at = place(pictures, random);
    const caption = pictures[at]?.caption ?? '';
    return {
      kind: 'pictures',
      pictures: replaced(pictures, at, { address: `/img/${freshWord(random)}.png`, caption }),
    };
  }),
  blockEdit('image added', 'pictures', ({ pictures }, random) => ({
    kind: 'pictures',
    pictures: [...pictures, { address: `/img/${freshWord(random)}.png`, caption: freshWord(random) }],
  })),
  blockEdit('link target', 'links', ({ links }, random) => {
    const at = place(links, random);
    const text = links[at]?.text ?? '';
    return {
      kind: 'links',
      links: replaced(links, at, { text, target: `http://${word(random)}.example/${freshWord(random)}` }),
    };
  }),
  blockEdit('link text', 'links', ({ links }, random) => {
    const at = place(links, random);
    const target = links[at]?.target ?? '';
    return { kind: 'links', links: replaced(links, at, { text: freshWord(random), target }) };
  }),
  pageEdit('recommendation renamed', (page, random) => {
    const at = place(page.recommended, random);
    const target = page.recommended[at]?.target;
    if (target === undefined) return null;
    return { ...page, recommended: replaced(page.recommended, at, { text: freshWord(random), target }) };
  }),
  pageEdit('recommendation removed', (page, random) =>
    page.recommended.length < 3
      ? null
      : { ...page, recommended: page.recommended.toSpliced(place(page.recommended, random), 1) },
  ),
];
