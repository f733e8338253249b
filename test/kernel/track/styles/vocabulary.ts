import type { Random } from '../../../sites/session-sites/random.ts';
import type { Item } from './styled-page.ts';

const nouns =
  'harbour ledger willow copper meadow signal anchor lantern pepper granite orchard velvet thunder ribbon saddle marble canyon feather kettle window garden river mountain letter engine bridge candle basket market silver winter summer morning evening teacher doctor sailor farmer painter writer valley forest island desert ocean mirror carpet pillow bottle hammer ladder bucket needle thread button pocket collar jacket bicycle wagon railway station ticket journey village castle tower chapel museum library theatre picture shadow weather storm breeze frost harvest barley cabbage carrot cherry lemon walnut almond honey butter cheese bread sugar coffee'.split(
    ' ',
  );
const verbs = 'keeps finds carries follows repairs paints sells opens crosses remembers watches holds'.split(
  ' ',
);
const endings =
  'in spring,near the coast,with care,for years,at night,by hand,on Sundays,without haste'.split(',');

export const noun = (random: Random): string => random.pick(nouns);

export const titled = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export function plainSentence(random: Random): string {
  const number = random.chance(0.3) ? ` ${random.between(2, 990)} of them are left.` : '';
  return `The ${noun(random)} ${random.pick(verbs)} the ${noun(random)} ${random.pick(endings)}.${number}`;
}

/** How the entries of a site's lists read. */
export const itemTexts = [
  'names',
  'topics',
  'prices',
  'dates',
  'words',
  'sentences',
  'chapters',
  'codes',
] as const;
export type ItemTexts = (typeof itemTexts)[number];

const months = 'January,March,April,June,July,September,October,December'.split(',');

export const writtenDate = (random: Random): string =>
  random.pick([
    `${random.between(1, 28)} ${random.pick(months)} ${random.between(2019, 2025)}`,
    `${random.between(2019, 2025)}-0${random.between(1, 9)}-${random.between(10, 28)}`,
    `${random.between(10, 28)}.0${random.between(1, 9)}.${random.between(2019, 2025)}`,
  ]);

export const priceText = (random: Random): string =>
  random.pick(['€ ', '$', 'CHF ', 'from £']) + (random.between(199, 99_900) / 100).toFixed(2);

/** The words of one entry and what stands beside them. */
export function itemWords(
  random: Random,
  texts: ItemTexts,
  number: number,
): { readonly text: string; readonly detail: string } {
  const name = `${titled(noun(random))} and ${noun(random)}`;
  switch (texts) {
    case 'names':
      return { text: name, detail: '' };
    case 'topics':
      return { text: `Topic ${number}`, detail: '' };
    case 'prices':
      return { text: name, detail: priceText(random) };
    case 'dates':
      return { text: name, detail: writtenDate(random) };
    case 'words':
      return { text: `${noun(random)} ${noun(random)}`, detail: '' };
    case 'sentences':
      return { text: plainSentence(random), detail: '' };
    case 'chapters':
      return { text: `${random.between(1, 9)}.${number} ${name}`, detail: '' };
    case 'codes':
      return {
        text: `${titled(noun(random))} ${random.text('ABCDEFGHKLMNPRST', 2)}-${number + 100}`,
        detail: '',
      };
  }
}

/** Items with different texts. */
export function distinctItems(
  random: Random,
  texts: ItemTexts,
  count: number,
  to: (at: number) => string | null,
): readonly Item[] {
  const items = new Map<string, Item>();
  for (let at = 0; items.size < count; at++) {
    const { text, detail } = itemWords(random, texts, at + 1);
    if (!items.has(text)) items.set(text, { text, detail, to: to(items.size) });
  }
  return [...items.values()];
}

/** A line that may be an advert or a piece of news. */
export const pitch = (random: Random): string =>
  random.pick([
    () => `Only now: ${noun(random)} and ${noun(random)} at a low price!`,
    () => `${titled(noun(random))} ${noun(random)}: discover more`,
    () => `The ${noun(random)} ${random.pick(verbs)} the ${noun(random)} ${random.pick(endings)}.`,
    () => `Save ${random.between(5, 80)} per cent on every ${noun(random)} today`,
    () => `${titled(noun(random))} for your ${noun(random)}`,
  ])();

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
