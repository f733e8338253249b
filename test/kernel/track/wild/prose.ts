import type { Random } from '../../../sites/session-sites/random.ts';

const people =
  'the mayor,a young baker,the council,every visitor,our reader,the new captain,a local painter,the school board,one of the farmers,the museum'.split(
    ',',
  );
const deeds =
  'opens,closes,has repaired,wants to sell,looks for,talks about,is proud of,has lost,paid for,remembers'.split(
    ',',
  );
const things =
  'the old bridge,a summer festival,fresh bread,the river boat,a wooden chair,the night train,the copper lantern,a better garden,the winter market,free delivery,the harbour,a quiet street'.split(
    ',',
  );
const ends =
  'near the station,this spring,for the first time,with great care,after the storm,at a low price,before the holidays,in the old town,every morning,without any delay'.split(
    ',',
  );

/** Sentences from a small vocabulary, as on a site with one subject: no sentence stands out. */
export function sentence(random: Random): string {
  const number = random.chance(0.35) ? ` ${random.between(2, 990)} people were there.` : '';
  const text = `${random.pick(people)} ${random.pick(deeds)} ${random.pick(things)} ${random.pick(ends)}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${number}`;
}

export const sentences = (random: Random, count: number): string =>
  Array.from({ length: count }, () => sentence(random)).join(' ');

export function headline(random: Random): string {
  const text = `${random.pick(people)} ${random.pick(deeds)} ${random.pick(things)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A line that may be an advert or an article. */
export const slogan = (random: Random): string =>
  `${random.pick(['Discover', 'Do not miss', 'Only now', 'For you', 'New'])}: ${random.pick(things)} ${random.pick(ends)}!`;

export const thing = (random: Random): string => random.pick(things).replace(/^(?:the|an?) /, '');

export const personName = (random: Random): string =>
  `${random.pick(['Anna', 'Ben', 'Clara', 'David', 'Eva', 'Finn', 'Greta', 'Hugo'])}${random.between(1, 99)}`;

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const grouped = (number: number): string => number.toLocaleString('en-US');

export const money = (cents: number): string => (cents / 100).toFixed(2);
