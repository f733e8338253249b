import { isReadable, looksRandom } from './looks-random.ts';

/** What the values of one id have in common: their alphabet, about how long they are, and whether they look random. */
export interface ValueShape {
  readonly lower: boolean;
  readonly upper: boolean;
  readonly digits: boolean;
  /** The other characters seen in them, each once. */
  readonly marks: string;
  readonly shortest: number;
  readonly longest: number;
  readonly random: boolean;
}

export function shapeOf(values: Iterable<string>): ValueShape {
  let lower = false;
  let upper = false;
  let digits = false;
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  let random = true;
  const marks = new Set<string>();
  for (const value of values) {
    lower ||= /[a-z]/.test(value);
    upper ||= /[A-Z]/.test(value);
    digits ||= /[0-9]/.test(value);
    for (const mark of value.replace(/[a-z0-9]/gi, '')) marks.add(mark);
    shortest = Math.min(shortest, value.length);
    longest = Math.max(longest, value.length);
    random &&= looksRandom(value);
  }
  return { lower, upper, digits, marks: [...marks].sort().join(''), shortest, longest, random };
}

const LONG = 10;

/** From this length on, a random value is sure to look random. */
const SURELY_RANDOM = 16;

/** Whether a value could be one more of them. Two samples do not show every length, so similar lengths are allowed, too. */
export function fitsShape(shape: ValueShape, value: string): boolean {
  const { digits, shortest, longest } = shape;
  // Long values of letters and digits may have no capital by chance.
  const mixed = digits && (shape.lower || shape.upper) && longest >= LONG;
  const [lower, upper] = [shape.lower || mixed, shape.upper || mixed];
  const random = shape.random && looksRandom(value);
  if (random && /^[a-z0-9_-]+$/i.test(value)) return true;
  if (!random && (value.length < shortest / 2 || value.length > longest * 2)) return false;
  // A long value that does not look random is something else, and so is a word, unless it has the length that all of them have.
  const hasLength = shortest === longest && value.length === longest;
  if (!random && shape.random && !hasLength && (shortest >= SURELY_RANDOM || isReadable(value))) return false;
  const marks = lower && upper && digits ? `${shape.marks}-_` : shape.marks; // base64url has these now and then
  for (const character of value) {
    const known =
      character >= 'a' && character <= 'z'
        ? lower
        : character >= 'A' && character <= 'Z'
          ? upper
          : character >= '0' && character <= '9'
            ? digits
            : marks.includes(character);
    if (!known) return false;
  }
  return true;
}

/** Characters that ids are made of, besides letters and digits. */
const ID_MARKS = '-_.~%+=:,!*$@';

/** No id is much longer than this. */
const LONGEST_ID = 128;

/**
 * Whether a value could be one more of them at a place that holds only ids: any length is accepted. Only a short number
 * among values with letters is something else, and so is anything but a number among numbers.
 */
export function isOfAlphabet(
  { lower, upper, digits, marks, shortest, longest }: ValueShape,
  value: string,
): boolean {
  if (value === '' || value.length > Math.max(LONGEST_ID, 2 * longest)) return false;
  if (/^[0-9]+$/.test(value)) return digits && ((!lower && !upper) || value.length * 2 >= shortest);
  if (!lower && !upper && marks === '') return false;
  for (const character of value) {
    if (!/[a-z0-9]/i.test(character) && !ID_MARKS.includes(character) && !marks.includes(character))
      return false;
  }
  return true;
}

/** The shape of the values that either has. */
export function unitedShape(a: ValueShape, b: ValueShape): ValueShape {
  return {
    lower: a.lower || b.lower,
    upper: a.upper || b.upper,
    digits: a.digits || b.digits,
    marks: [...new Set(a.marks + b.marks)].sort().join(''),
    shortest: Math.min(a.shortest, b.shortest),
    longest: Math.max(a.longest, b.longest),
    random: a.random && b.random,
  };
}
