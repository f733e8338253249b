import { isReadable, looksRandom } from '../looks-random.ts';

/** With the evidence of two lists, a long number counts as random: counters and clocks are long. */
export function isRandomValue(value: string): boolean {
  return looksRandom(value) || /^[0-9]{9,}$/.test(value);
}

/** Words and slugs name content, even when they change. `7etFsog0` has readable letters only by chance. */
export function isWordyValue(value: string): boolean {
  if (!/[a-z]/i.test(value) || looksRandom(value)) return false;
  const looksMixed =
    /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !/[^a-z0-9]/i.test(value);
  return !looksMixed && isReadable(value);
}

/** So many values show what they are together; fewer are judged one by one. */
const ENOUGH_VALUES = 8;

/**
 * Whether values are random as a whole, though single ones may read like a word: one of ten ids of eight hexadecimal
 * digits does, but of the words of a site nearly all do.
 */
export function areRandomTogether(values: readonly string[]): boolean {
  if (values.length < ENOUGH_VALUES) return false;
  const share = (is: (value: string) => boolean) => values.filter(is).length / values.length;
  const wordy = share(isWordyValue);
  if (wordy > 0.4 || share((value) => /^[a-z]+$/i.test(value) && isWordyValue(value)) > 0.2) return false;
  const sameLength = values.every(({ length }) => length === values[0]?.length && length >= 5);
  return (
    share(isRandomValue) >= 0.25 ||
    (sameLength && (wordy <= 0.25 || share((value) => /[0-9]/.test(value)) >= 0.5))
  );
}
