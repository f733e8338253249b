import type { Random } from '../../../../sites/session-sites/random.ts';
import { headline, sentence, sentences, thing } from '../prose.ts';
import type { Block } from '../wild-page.ts';
import { blockEdit, pageEdit, sectionEdit, type WildEdit } from './wild-edit.ts';

/** Replaces one word by another that the site has elsewhere. */
function otherWord(text: string, random: Random): string {
  const words = text.split(' ');
  const at = random.below(words.length);
  const word = random.pick(['river', 'garden', 'bread', 'street', 'captain', 'quarterly', 'zeppelin']);
  return word === words[at] ? text : words.with(at, word).join(' ');
}

const otherDigit = (digits: string, random: Random): string => {
  const at = random.below(digits.length);
  const digit = String((Number(digits[at]) + random.between(1, 8)) % 10);
  const changed = digits.slice(0, at) + (at === 0 && digit === '0' ? '9' : digit) + digits.slice(at + 1);
  return changed === digits ? `${digits}1` : changed;
};

function edited(block: Extract<Block, { is: 'text' }>, words: string): Block | null {
  return words === block.words ? null : { ...block, words };
}

const insertAt = <Item>(list: readonly Item[], random: Random, item: Item): readonly Item[] =>
  list.toSpliced(random.below(list.length + 1), 0, item);

/** Edits of the text of a page, on every kind of site. */
export const contentEdits: readonly WildEdit[] = [
  blockEdit('a word', 'text', (block, random) => edited(block, otherWord(block.words, random))),
  blockEdit('a number', 'text', (block, random) =>
    edited(
      block,
      block.words.replace(/\d+/, (digits) => otherDigit(digits, random)),
    ),
  ),
  blockEdit('a sentence added', 'text', (block, random) =>
    edited(block, `${block.words} ${sentence(random)}`),
  ),
  blockEdit('a sentence removed', 'text', (block) => edited(block, block.words.replace(/ [^.]+\.$/, ''))),
  blockEdit('a typo', 'text', (block, random) => {
    const words = block.words.split(' ');
    const long = [...words.keys()].filter((at) => /^[a-z]{5,}$/.test(words[at] ?? ''));
    if (long.length === 0) return null;
    const at = random.pick(long);
    const word = words[at] ?? '';
    const place = random.between(1, word.length - 2);
    return edited(block, words.with(at, word.slice(0, place) + word.slice(place + 1)).join(' '));
  }),
  sectionEdit('a paragraph added', (section, random) =>
    insertAt(section.blocks, random, { is: 'text', words: sentences(random, random.between(1, 3)) }),
  ),
  sectionEdit('a paragraph removed', (section, random) => {
    const places = [...section.blocks.keys()].filter((at) => section.blocks[at]?.is === 'text');
    return places.length < 2 ? null : section.blocks.toSpliced(random.pick(places), 1);
  }),
  blockEdit('a list item added', 'list', (block, random) => ({
    ...block,
    items: insertAt(block.items, random, `${thing(random)} ${random.between(2, 99)}`),
  })),
  blockEdit('a list item removed', 'list', (block, random) =>
    block.items.length < 3
      ? null
      : { ...block, items: block.items.toSpliced(random.below(block.items.length), 1) },
  ),
  blockEdit('a table cell', 'table', (block, random) => {
    const at = random.below(block.rows.length);
    const row = block.rows[at] ?? [];
    const last = row.length - 1;
    const cell = otherDigit(row[last] ?? '1', random);
    return { ...block, rows: block.rows.with(at, row.with(last, cell)) };
  }),
  blockEdit('a link target', 'link', (block, random) => ({
    ...block,
    to: `/elsewhere/${random.between(1000, 9999)}`,
  })),
  blockEdit('an image', 'image', (block, random) => ({
    ...block,
    source: `/pictures/${random.between(1000, 9999)}.jpg`,
  })),
  blockEdit('an alternative text', 'image', (block, random) => ({
    ...block,
    alt: `${block.alt}, ${thing(random)}`,
  })),
  pageEdit('a heading', (page, random) => {
    if (page.sections.length === 0) return null;
    const at = random.below(page.sections.length);
    const section = page.sections[at];
    if (section === undefined) return null;
    const heading = `${headline(random)} again`;
    return { ...page, sections: page.sections.with(at, { ...section, heading }) };
  }),
  pageEdit('a section moved', (page, random) => {
    if (page.sections.length < 2) return null;
    const at = random.below(page.sections.length - 1);
    const [one, other] = [page.sections[at], page.sections[at + 1]];
    if (one === undefined || other === undefined) return null;
    return { ...page, sections: page.sections.with(at, other).with(at + 1, one) };
  }),
];
