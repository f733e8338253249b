import type { Random } from '../../../sites/session-sites/random.ts';

const vocabulary =
  'harbour council bridge water storm river market bread festival children school museum garden library night train winter boat window letter island summer copper lantern violin orchard engine planet kitchen bicycle mirror castle meadow ticket north silver candle forest mountain valley singer painter doctor farmer baker captain pilot teacher walks opens closes carries brings finds keeps leaves paints counts early late quiet bright narrow wide old young gentle'.split(
    ' ',
  );

export const word = (random: Random): string => random.pick(vocabulary);

export const words = (random: Random, count: number): string =>
  Array.from({ length: count }, () => word(random)).join(' ');

export const sentence = (random: Random, length: number): string => {
  const text = words(random, length);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

/** A word that is nowhere else on the site. */
export const freshWord = (random: Random): string =>
  `${random.text('bcdfghklmnprst', 1)}${random.text('aeiou', 1)}${random.text('bcdfghklmnprst', 2)}${word(random)}`;

/** Four different digits, so that swapping any two makes another number. */
export const fourDigits = (random: Random): string =>
  random
    .shuffle([...'123456789'])
    .slice(0, 4)
    .join('');
