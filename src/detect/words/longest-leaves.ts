import { mostWords } from './find-language.ts';

/** A menu says little about the language of a page: the longest so many leaves do. */
const leavesToRead = 60;

/** Calls `read` with the places of the longest leaves, the longest first, until it has told of words enough. `lengths` is used up. */
export function readLongest(lengths: Int32Array, read: (place: number) => number): void {
  let words = 0;
  for (let count = 0; count < leavesToRead && words < mostWords; count++) {
    const place = placeOfLongest(lengths);
    if (place < 0) return;
    lengths[place] = -1;
    words += read(place);
  }
}

/** The first of the longest; -1 when none is left. A few of them have words enough: to sort all would take longer. */
function placeOfLongest(lengths: Int32Array): number {
  let place = -1;
  let longest = -1;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number;
    if (length <= longest) continue;
    longest = length;
    place = i;
  }
  return place;
}
