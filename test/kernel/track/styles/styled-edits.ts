import type { Random } from '../../../sites/session-sites/random.ts';
import type { Stock } from './places/place.ts';
import type { Content, Item } from './styled-page.ts';
import { noun, pitch, plainSentence, titled } from './vocabulary.ts';

/** Something that an editor does at one place of one page. */
export interface StyledEdit {
  readonly name: string;
  /** Null when there is nothing to edit in this way. */
  apply(content: Content, random: Random, stock: Stock): Content | null;
}

const edit = (name: string, apply: StyledEdit['apply']): StyledEdit => ({ name, apply });

const positions = {
  first: () => 0,
  middle: (length: number) => Math.floor(length / 2),
  last: (length: number) => length - 1,
} as const;

/** An entry that is not there yet: one of the site's, or one that nobody has seen. */
function otherItem(items: readonly Item[], random: Random, { names, addresses }: Stock): Item {
  const present = new Set(items.map(({ text }) => text));
  const others = names.filter(({ text }) => !present.has(text));
  const like = random.pick(others);
  if (random.chance(0.5)) return { ...like, to: items[0]?.to === null ? null : like.to };
  const to = items[0]?.to === null ? null : random.pick(addresses);
  return { ...like, text: `${titled(noun(random))} and ${noun(random)} ${random.between(200, 999)}`, to };
}

const itemEdits = Object.entries(positions).flatMap(([name, at]): readonly StyledEdit[] => [
  edit(`item removed (${name})`, (content) =>
    content.items.length < 3
      ? null
      : { ...content, items: content.items.toSpliced(at(content.items.length), 1) },
  ),
  edit(`item added (${name})`, (content, random, stock) =>
    content.items.length === 0
      ? null
      : {
          ...content,
          items: content.items.toSpliced(
            at(content.items.length + 1),
            0,
            otherItem(content.items, random, stock),
          ),
        },
  ),
  edit(`item replaced (${name})`, (content, random, stock) =>
    content.items.length === 0
      ? null
      : {
          ...content,
          items: content.items.with(at(content.items.length), otherItem(content.items, random, stock)),
        },
  ),
]);

/** An edit of one text. */
const textEdit = (name: string, change: (text: string, random: Random) => string): StyledEdit =>
  edit(name, (content, random) => {
    if (content.texts.length === 0) return null;
    const at = random.below(content.texts.length);
    const text = content.texts[at] ?? '';
    const changed = change(text, random);
    return changed === text ? null : { ...content, texts: content.texts.with(at, changed) };
  });

/** An edit of one entry. */
const itemEdit = (name: string, change: (item: Item, random: Random, stock: Stock) => Item): StyledEdit =>
  edit(name, (content, random, stock) => {
    if (content.items.length === 0) return null;
    const at = random.below(content.items.length);
    return {
      ...content,
      items: content.items.with(at, change(content.items[at] as Item, random, stock)),
    };
  });

/** Another digit somewhere in the text; the first is never zero. */
const otherDigit = (text: string, random: Random): string => {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  if (places.length === 0) return text;
  const at = random.pick(places);
  const digit = 1 + ((Number(text[at]) + random.below(8)) % 9);
  return text.slice(0, at) + digit + text.slice(at + 1);
};

const otherWord = (text: string, random: Random): string => {
  const words = text.split(' ');
  const at = random.pick([...words.keys()].filter((place) => /^[a-z]+$/.test(words[place] ?? '')).concat(-1));
  return at < 0 ? text : words.with(at, noun(random)).join(' ');
};

export const styledEdits: readonly StyledEdit[] = [
  ...itemEdits,
  edit('item moved', ({ items, ...rest }, random) => {
    if (items.length < 3) return null;
    const from = random.below(items.length);
    const item = items[from] as Item;
    return { ...rest, items: items.toSpliced(from, 1).toSpliced(random.below(items.length), 0, item) };
  }),
  itemEdit('item: link target', (item, random, { addresses }) =>
    item.to === null ? item : { ...item, to: random.pick(addresses) },
  ),
  itemEdit('item: price or date', (item, random) => ({ ...item, detail: otherDigit(item.detail, random) })),
  itemEdit('item: word', (item, random) => ({ ...item, text: otherWord(item.text, random) })),
  textEdit('word', otherWord),
  textEdit('digit', otherDigit),
  textEdit('sign', (text) => (text.endsWith('.') ? text.replace(/\.$/, '!') : `${text}?`)),
  textEdit('sentence added', (text, random) => `${text} ${plainSentence(random)}`),
  edit('paragraph added', (content, random) =>
    content.texts.length === 0
      ? null
      : {
          ...content,
          texts: content.texts.toSpliced(random.below(content.texts.length + 1), 0, plainSentence(random)),
        },
  ),
  edit('paragraph like an advert added', (content, random, { adverts }) =>
    content.texts.length === 0 ? null : { ...content, texts: [...content.texts, random.pick(adverts)] },
  ),
  edit('paragraph removed', (content, random) =>
    content.texts.length < 2
      ? null
      : { ...content, texts: content.texts.toSpliced(random.below(content.texts.length), 1) },
  ),
  edit('paragraph moved', ({ texts, ...rest }) =>
    texts.length < 2 ? null : { ...rest, texts: [...texts.slice(1), texts[0] as string] },
  ),
  edit('heading', (content, random) => ({ ...content, heading: `${titled(noun(random))} ${noun(random)}` })),
  edit('table cell', (content, random) => {
    if (content.rows.length === 0) return null;
    const at = random.below(content.rows.length);
    const row = content.rows[at] ?? [];
    const cell = 1 + random.below(row.length - 1);
    return { ...content, rows: content.rows.with(at, row.with(cell, otherDigit(row[cell] ?? '', random))) };
  }),
  edit('table row removed', (content, random) =>
    content.rows.length < 3
      ? null
      : { ...content, rows: content.rows.toSpliced(random.below(content.rows.length), 1) },
  ),
  edit('table rows swapped', ({ rows, ...rest }) =>
    rows.length < 2 ? null : { ...rest, rows: [rows[1] ?? [], rows[0] ?? [], ...rows.slice(2)] },
  ),
  edit('picture', (content, random) =>
    content.picture === null
      ? null
      : {
          ...content,
          picture: { ...content.picture, source: `/pictures/${random.between(1000, 9999)}.jpg` },
        },
  ),
  edit('alternative text', (content, random) =>
    content.picture === null
      ? null
      : { ...content, picture: { ...content.picture, alt: `A ${noun(random)} and a ${noun(random)}` } },
  ),
  edit('label beside a value', (content, random) =>
    content.label === ''
      ? null
      : { ...content, label: random.pick([`${content.label} (${noun(random)})`, `Now: ${content.label}`]) },
  ),
  edit('notice put', (content, random) =>
    content.notice === '' ? { ...content, notice: plainSentence(random) } : null,
  ),
  edit('notice like an advert put', (content, random, { adverts }) =>
    content.notice === ''
      ? { ...content, notice: random.chance(0.3) ? random.pick(adverts) : pitch(random) }
      : null,
  ),
  edit('notice changed', (content, random) =>
    content.notice === '' ? null : { ...content, notice: plainSentence(random) },
  ),
  edit('notice removed', (content) => (content.notice === '' ? null : { ...content, notice: '' })),
  edit('bold only', (content, random) => {
    const words = (content.texts[0] ?? '').split(' ').filter((word) => /^[a-z]{4,}$/.test(word));
    return words.length === 0 ? null : { ...content, bold: content.bold === '' ? random.pick(words) : '' };
  }),
];
