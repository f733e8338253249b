import { isIdeograph, isWordCharacter } from '../../document/index.ts';

/** Between words: spaces, signs, punctuation. */
export const BETWEEN = 0;
/** A letter or digit of a script that puts spaces between words. */
const SPACED = 1;
/** A character of a script that does not: where words end can only be looked up in a dictionary. */
export const UNSPACED = 2;

/** Thai, Lao, Burmese and Khmer, from the first code point to the last. */
const unspacedScripts: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
];

const PLANE = 0x10000;
let table: Uint8Array | undefined;

/** What each UTF-16 unit is to words; made when it is first needed. Halves of surrogate pairs count as letters. */
export function wordCharacters(): Uint8Array {
  if (table !== undefined) return table;
  const made = new Uint8Array(PLANE);
  for (let code = 0; code < PLANE; code++) {
    if (isIdeograph(code)) made[code] = UNSPACED;
    else if (isWordCharacter(code)) made[code] = SPACED;
  }
  for (const [first, last] of unspacedScripts) {
    for (let code = first; code <= last; code++) if (made[code] === SPACED) made[code] = UNSPACED;
  }
  table = made;
  return made;
}
