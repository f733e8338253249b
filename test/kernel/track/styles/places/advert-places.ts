import type { Random } from '../../../../sites/session-sites/random.ts';
import { type Content, type Item, line, type Part } from '../styled-page.ts';
import { escapeHtml, noun, pitch, plainSentence } from '../vocabulary.ts';
import type { Stock, StyledPlace } from './place.ts';

/** Some pages have a line of their editors here from the start. */
const withNotice = (random: Random): Partial<Content> =>
  random.chance(0.25) ? { notice: plainSentence(random) } : {};

const advert = (
  name: string,
  draw: (random: Random, stock: Stock) => string | null,
  mayBeAbsent = false,
): StyledPlace => ({
  name: `advert ${name}`,
  isSteady: false,
  first: withNotice,
  draw: ({ notice }, live, stock) => {
    const between = notice === '' ? [] : [line(escapeHtml(notice))];
    if (live === null) return mayBeAbsent && notice === '' ? null : between;
    const words = draw(live.random, stock);
    return words === null && notice === '' ? null : [...(words === null ? [] : [line(words)]), ...between];
  },
});

const code = (random: Random): string => random.text('0123456789abcdef', 12);

const asItem = (text: string): Item => ({ text, detail: '', to: null });

/** Several adverts, with a line of the editors in the middle when there is one. */
const several: StyledPlace = {
  name: 'advert, three of the pool',
  isSteady: false,
  first: withNotice,
  draw: ({ notice }, live, { adverts }): readonly Part[] => {
    const shown = live === null ? [] : live.random.shuffle(adverts).slice(0, 3);
    const texts = notice === '' ? shown : shown.toSpliced(1, 0, notice);
    return [{ is: 'list', items: (live === null && notice !== '' ? [notice] : texts).map(asItem) }];
  },
};

export const advertPlaces: readonly StyledPlace[] = [
  advert('of a pool', (random, { adverts }) => escapeHtml(random.pick(adverts))),
  advert('endless', (random) => escapeHtml(`${pitch(random)} ${noun(random)} ${noun(random)}`)),
  advert(
    'with a code',
    (random) =>
      `Advert ${code(random)}: save ${random.between(5, 80)} per cent ${random.pick(['today', 'now'])}`,
  ),
  advert('linked', (random, { adverts, addresses }) => {
    const text = random.pick(adverts);
    return `<a href="${random.pick(addresses)}">${escapeHtml(text)}</a>`;
  }),
  advert(
    'absent at times',
    (random, { adverts }) => (random.chance(0.5) ? escapeHtml(random.pick(adverts)) : null),
    true,
  ),
  advert(
    'the same, absent at times',
    (random, { adverts }) => (random.chance(0.6) ? escapeHtml(adverts[0] ?? '') : null),
    true,
  ),
  several,
  {
    name: 'box in some answers',
    isSteady: false,
    first: (_, { names }, shared) => ({ items: shared.shuffle(names).slice(0, 3) }),
    draw: ({ items }, live) => (live?.random.chance(0.3) === true ? [{ is: 'list', items }] : null),
  },
  {
    name: 'box in most answers',
    isSteady: false,
    first: (_, { names }, shared) => ({ items: shared.shuffle(names).slice(0, 3) }),
    draw: ({ items }, live) => (live?.random.chance(0.75) === true ? [{ is: 'list', items }] : null),
  },
];
