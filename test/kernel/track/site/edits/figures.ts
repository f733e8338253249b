import type { Random } from '../../../../sites/session-sites/random.ts';
import { fourDigits, freshWord, words } from '../words.ts';
import { blockEdit, type Edit, replaced } from './edit.ts';

/** 1234 becomes 1243: the same digits in another order. The first four digits of every number differ. */
function anagram(text: string, random: Random): string {
  return text.replace(/\d{4}/, (digits) => {
    const place = random.below(3);
    return `${digits.slice(0, place)}${digits[place + 1]}${digits[place]}${digits.slice(place + 2)}`;
  });
}

function otherDigit(text: string, random: Random): string {
  const place = text.search(/\d/) + random.below(4);
  const digit = (Number(text[place]) + random.between(1, 8)) % 10;
  return `${text.slice(0, place)}${digit}${text.slice(place + 1)}`;
}

const row = (random: Random): readonly string[] => [
  `${words(random, 1)} ${freshWord(random)}`,
  `${fourDigits(random)} m`,
  `platform ${random.between(1, 40)}`,
];

/** Edits of prices and tables. */
export const figureEdits: readonly Edit[] = [
  blockEdit('digit in a price', 'price', (block, random) => ({
    ...block,
    amount: otherDigit(block.amount, random),
  })),
  blockEdit('digits in another order', 'price', (block, random) => ({
    ...block,
    amount: anagram(block.amount, random),
  })),
  blockEdit('new row', 'table', ({ rows }, random) => ({
    kind: 'table',
    rows: rows.toSpliced(random.between(0, rows.length), 0, row(random)),
  })),
  blockEdit('removed row', 'table', ({ rows }, random) =>
    rows.length < 2 ? null : { kind: 'table', rows: rows.toSpliced(random.below(rows.length), 1) },
  ),
  blockEdit('number in a table', 'table', ({ rows }, random) => {
    const place = random.below(rows.length);
    const cells = rows[place] ?? [];
    const edit = random.pick([otherDigit, anagram]);
    return { kind: 'table', rows: replaced(rows, place, replaced(cells, 1, edit(cells[1] ?? '', random))) };
  }),
];
