import type { Dice } from '../../base/index.ts';

/** The content of a generated page, without noise. It shares no code with what it tests. */
export interface PageTruth {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly { readonly name: string; readonly price: string }[];
  readonly links: readonly { readonly text: string; readonly target: string }[];
  readonly images: readonly string[];
  readonly recommended: readonly string[];
  /** When the article was written, in milliseconds. */
  readonly writtenAt: number;
}

export const editKinds = [
  'word',
  'price digit',
  'price anagram',
  'title',
  'added paragraph',
  'removed paragraph',
  'moved paragraph',
  'new row',
  'image swapped',
  'link target',
  'link text',
  'recommended item',
  'number in text',
] as const;
export type EditKind = (typeof editKinds)[number];

const vocabulary =
  'harbour council votes bridge repairs water rises after storm people walk along river market opens early fish bread stalls festival music lights children school bus route changes museum shows paintings old town gardens bloom library reads stories night trains run late winter'.split(
    ' ',
  );

function sentence(dice: Dice, length: number): string {
  return Array.from({ length }, () => dice.pick(vocabulary)).join(' ');
}

export function firstTruth(dice: Dice, now: number): PageTruth {
  return {
    title: sentence(dice, 4),
    paragraphs: Array.from(
      { length: 3 + dice.below(6) },
      (_, i) => `${sentence(dice, 6 + dice.below(30))} number ${100 + i * 37 + dice.below(30)}.`,
    ),
    rows: Array.from({ length: 2 + dice.below(5) }, (_, i) => ({
      name: `${sentence(dice, 2)} ${i}`,
      price: `${10 + dice.below(89)}.${10 + dice.below(89)}`,
    })),
    links: Array.from({ length: 4 + dice.below(5) }, (_, i) => ({
      text: sentence(dice, 2),
      target: `/page/${i}-${dice.below(1000)}`,
    })),
    images: Array.from({ length: 1 + dice.below(3) }, (_, i) => `/img/${i}-${dice.below(1000)}.jpg`),
    recommended: Array.from({ length: 6 + dice.below(4) }, (_, i) => `${sentence(dice, 4)} part ${i}`),
    writtenAt: now - (5 + dice.below(5000)) * 60_000,
  };
}

/** A word that no page has had before. */
const freshWord = (dice: Dice): string =>
  `${dice.pick(['new', 're', 'un', 'over'])}${String.fromCharCode(97 + dice.below(26), 97 + dice.below(26), 97 + dice.below(26))}${dice.pick(vocabulary)}`;

function replaceAt<T>(values: readonly T[], place: number, value: T): readonly T[] {
  return values.map((old, i) => (i === place ? value : old));
}

export function edit(truth: PageTruth, kind: EditKind, dice: Dice): PageTruth {
  const place = dice.below(truth.paragraphs.length);
  const row = dice.below(truth.rows.length);
  const paragraph = truth.paragraphs[place] ?? '';
  const { name = '', price = '' } = truth.rows[row] ?? {};
  switch (kind) {
    case 'word': {
      const words = paragraph.split(' ');
      const edited = replaceAt(words, dice.below(words.length - 2), freshWord(dice)).join(' ');
      return { ...truth, paragraphs: replaceAt(truth.paragraphs, place, edited) };
    }
    case 'number in text': {
      const edited = paragraph.replace(/\d+/, (digits) => String(Number(digits) + 1 + dice.below(8)));
      return { ...truth, paragraphs: replaceAt(truth.paragraphs, place, edited) };
    }
    case 'price digit': {
      const edited = `${price.slice(0, -1)}${(Number(price.at(-1)) + 1 + dice.below(8)) % 10}`;
      return { ...truth, rows: replaceAt(truth.rows, row, { name, price: edited }) };
    }
    case 'price anagram': {
      const edited = price.startsWith(price[1] ?? '')
        ? `${price}9`
        : `${price[1]}${price[0]}${price.slice(2)}`;
      return { ...truth, rows: replaceAt(truth.rows, row, { name, price: edited }) };
    }
    case 'title':
      return { ...truth, title: `${truth.title} ${freshWord(dice)}` };
    case 'added paragraph': {
      const added = `${sentence(dice, 12)} ${freshWord(dice)}`;
      return { ...truth, paragraphs: truth.paragraphs.toSpliced(place, 0, added) };
    }
    case 'removed paragraph':
      return { ...truth, paragraphs: truth.paragraphs.toSpliced(place, 1) };
    case 'moved paragraph': {
      const rest = truth.paragraphs.toSpliced(place, 1);
      const to = (place + 1 + dice.below(rest.length)) % (rest.length + 1);
      return { ...truth, paragraphs: rest.toSpliced(to === place ? rest.length - place : to, 0, paragraph) };
    }
    case 'new row':
      return { ...truth, rows: [...truth.rows, { name: freshWord(dice), price: '12.34' }] };
    case 'image swapped':
      return { ...truth, images: replaceAt(truth.images, 0, `/img/other-${dice.below(1e6)}.jpg`) };
    case 'link target': {
      const at = dice.below(truth.links.length);
      const target = `/page/other-${dice.below(1e6)}`;
      return { ...truth, links: replaceAt(truth.links, at, { text: truth.links[at]?.text ?? '', target }) };
    }
    case 'link text': {
      const at = dice.below(truth.links.length);
      const target = truth.links[at]?.target ?? '';
      return { ...truth, links: replaceAt(truth.links, at, { text: freshWord(dice), target }) };
    }
    case 'recommended item':
      return {
        ...truth,
        recommended: replaceAt(truth.recommended, 0, `${sentence(dice, 3)} ${freshWord(dice)}`),
      };
  }
}
