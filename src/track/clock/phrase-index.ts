/** A phrase that was found at a position. */
interface PhraseMatch<T> {
  readonly end: number;
  readonly values: readonly T[];
}

interface Phrase<T> {
  readonly letters: string;
  readonly codes: string;
  /** Null until the phrase is found for the first time. */
  values: readonly T[] | null;
}

/** The phrases that have their first letters in common. */
interface Branch<T> {
  /** The number of these letters. */
  readonly depth: number;
  readonly phrases: Phrase<T>[];
  /** By the letter that follows, and `noLetter` for the phrase that ends here. Null until a text leads here. */
  next: Map<number, Branch<T>> | null;
}

const dot = 0x2e;
const noLetter = -1;
/** So few phrases are compared one by one. */
const few = 2;

/**
 * Finds which of many thousand phrases follows in a text. Dots are ignored in texts, and phrases have none: "min." and "min" are one word. Texts and
 * phrases are folded (`foldText`). Only branches that a text leads to are made: the whole tree would take longer than a short run.
 */
export class PhraseIndex<T> {
  readonly #root: Branch<T> = { depth: 0, phrases: [], next: null };
  readonly #read: (code: string) => T;

  /** A line for each phrase: the phrase, and what it means as codes, all separated by tabs. A longer phrase stands before a shorter one. */
  constructor(table: string, read: (code: string) => T) {
    this.#read = read;
    for (const line of table.split('\n')) {
      const end = line.indexOf('\t');
      this.#root.phrases.push({ letters: line.slice(0, end), codes: line.slice(end + 1), values: null });
    }
  }

  /** The longest phrase that begins at a position and ends where a word ends. */
  longestAt(text: string, from: number): PhraseMatch<T> | null {
    return this.#longestIn(this.#root, text, from);
  }

  /** The text has the first letters of the branch before a position. */
  #longestIn(branch: Branch<T>, text: string, from: number): PhraseMatch<T> | null {
    const { depth, phrases } = branch;
    if (phrases.length <= few) {
      for (const phrase of phrases) {
        const end = endOf(phrase.letters, depth, text, from);
        if (end >= 0 && endsWord(text, end)) return this.#found(phrase, end);
      }
      return null;
    }
    branch.next ??= branchesOf(branch);
    const at = depth === 0 ? from : afterDots(text, from);
    const next = branch.next.get(text.charCodeAt(at));
    const longer = next === undefined ? null : this.#longestIn(next, text, at + 1);
    if (longer !== null) return longer;
    const [ending] = branch.next.get(noLetter)?.phrases ?? [];
    return ending !== undefined && endsWord(text, from) ? this.#found(ending, from) : null;
  }

  #found(phrase: Phrase<T>, end: number): PhraseMatch<T> {
    phrase.values ??= phrase.codes.split('\t').map(this.#read);
    return { end, values: phrase.values };
  }
}

function branchesOf<T>({ depth, phrases }: Branch<T>): Map<number, Branch<T>> {
  const branches = new Map<number, Branch<T>>();
  for (const phrase of phrases) {
    const letter = depth < phrase.letters.length ? phrase.letters.charCodeAt(depth) : noLetter;
    const branch = branches.get(letter);
    if (branch === undefined) branches.set(letter, { depth: depth + 1, phrases: [phrase], next: null });
    else branch.phrases.push(phrase);
  }
  return branches;
}

/** Where a phrase ends of which the text has the first letters before a position; -1 when it goes on otherwise. */
function endOf(letters: string, depth: number, text: string, from: number): number {
  let at = from;
  for (let index = depth; index < letters.length; index++) {
    if (index > 0) at = afterDots(text, at);
    if (text.charCodeAt(at) !== letters.charCodeAt(index)) return -1;
    at++;
  }
  return at;
}

function afterDots(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === dot) at++;
  return at;
}

/** Whether no word goes on at a position. */
function endsWord(text: string, at: number): boolean {
  if (at >= text.length) return true;
  return isSpaceless(text.charCodeAt(at - 1)) || !isLetter(text.charCodeAt(at));
}

/** The positions at which a word may begin. */
export function wordStarts(text: string): readonly number[] {
  const starts: number[] = [];
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isWord = isLetter(code);
    if (isWord && (!isInWord || isSpaceless(code))) starts.push(at);
    isInWord = isWord;
  }
  return starts;
}

/** Letters, and combining marks above and below them. */
function isLetter(code: number): boolean {
  if (code < 0x80) return code >= 0x61 && code <= 0x7a;
  return code >= 0xaa && /[\p{L}\p{M}]/u.test(String.fromCharCode(code));
}

/** Chinese, Japanese, Korean and Thai: words are not separated by spaces. */
function isSpaceless(code: number): boolean {
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af) || isThai(code);
}

const isThai = (code: number): boolean => code >= 0x0e00 && code <= 0x0eff;

/** The digit zero of other scripts: Arabic, Persian, Devanagari, Bengali, Thai. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

/** The text in lower case, with plain spaces, apostrophes and digits. It has the same length. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : text.replace(/[^\u0130]/gu, lowerOne);
  if (/^[\u0020-\u007e]*$/.test(folded)) return folded;
  return folded.replace(
    /[\u00a0\u2009\u202f\u2019\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g,
    (sign) => {
      if (sign === '\u2019') return "'";
      const code = sign.charCodeAt(0);
      const zero = zeros.find((one) => code >= one && code <= one + 9);
      return zero === undefined ? ' ' : String(code - zero);
    },
  );
}

/** A letter whose small form is longer, such as the Turkish İ, stays as it is. */
function lowerOne(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}
