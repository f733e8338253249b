import type { Random } from '../../../../sites/session-sites/random.ts';
import type { Content, Item, Part } from '../styled-page.ts';
import { line } from '../styled-page.ts';
import { escapeHtml, noun, plainSentence, priceText, titled, writtenDate } from '../vocabulary.ts';
import type { StyledPlace } from './place.ts';

const someOf = <T>(random: Random, list: readonly T[], count: number): readonly T[] =>
  random.shuffle(list).slice(0, count);

const several = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const steady = (
  name: string,
  first: StyledPlace['first'],
  draw: (content: Content) => readonly Part[] = drawAll,
): StyledPlace => ({ name, isSteady: true, first, draw });

/** The texts, the list, the table and the picture, whichever there are. */
function drawAll({ texts, items, rows, picture, bold }: Content): readonly Part[] {
  const emphasised = (text: string): string =>
    bold !== '' && text.includes(bold) ? escapeHtml(text).replace(bold, `<b>${bold}</b>`) : escapeHtml(text);
  return [
    ...texts.map((text) => line(emphasised(text))),
    ...(items.length > 0 ? [{ is: 'list', items } as const] : []),
    ...(rows.length > 0 ? [{ is: 'table', rows } as const] : []),
    ...(picture === null
      ? []
      : [{ is: 'raw', html: `<img src="${picture.source}" alt="${escapeHtml(picture.alt)}">` } as const]),
  ];
}

const withoutLink = (item: Item): Item => ({ ...item, to: null });

export const steadyPlaces: readonly StyledPlace[] = [
  steady('text', (random) => ({
    texts: several(random.between(1, 4), () =>
      several(random.between(1, 3), () => plainSentence(random)).join(' '),
    ),
  })),
  steady('list', (random, { names }) => ({ items: someOf(random, names, random.between(3, 9)) })),
  steady('list without links', (random, { names }) => ({
    items: someOf(random, names, random.between(3, 7)).map(withoutLink),
  })),
  steady('same list on all pages', (_, { names }, shared) => ({ items: someOf(shared, names, 6) })),
  steady('table', (random) => ({
    rows: several(random.between(2, 6), () => [
      titled(noun(random)),
      String(random.between(2, 4000)),
      priceText(random),
    ]),
  })),
  steady('facts', (random) => ({
    rows: [
      ['Price', priceText(random)],
      ['Since', writtenDate(random)],
      ['Weight', `${random.between(1, 90)}.${random.between(1, 9)} kg`],
    ],
  })),
  steady('versions', (random) => ({
    texts: [
      `Version ${random.between(1, 9)}.${random.between(0, 30)}.${random.between(0, 9)} of the ${noun(random)}`,
      `Chapter ${random.between(1, 9)}:${random.between(1, 30)}:${random.between(1, 9)}`,
    ],
  })),
  steady('scores', (random) => ({
    rows: several(4, () => [
      `${titled(noun(random))} against ${titled(noun(random))}`,
      `${random.between(0, 5)}:${random.between(0, 5)}`,
    ]),
  })),
  steady('dates', (random) => ({
    texts: [
      `Opened on ${writtenDate(random)}.`,
      `Open from ${random.between(7, 10)}:${random.pick(['00', '15', '30'])} to ${random.between(16, 20)}:00`,
    ],
  })),
  // These read like times, and are none.
  steady('durations', (random) => ({
    texts: [
      `Takes ${random.between(5, 59)} min.`,
      random.pick([
        `Delivered in ${random.between(2, 9)} days`,
        `Lasts ${random.between(2, 23)} h`,
        `Return it within ${random.between(2, 30)} days`,
        `${random.between(2, 9)}d`,
      ]),
      `Order number 1${random.text('0123456789', 9)}`,
    ],
  })),
  steady('picture', (random) => ({
    texts: [plainSentence(random)],
    picture: { source: `/pictures/${random.between(100, 999)}.jpg`, alt: `A ${noun(random)}` },
  })),
];
