interface TrieNode<T> {
  readonly next: Map<number, TrieNode<T>>;
  readonly values: T[];
}

/** A phrase that was found at a position. */
interface TrieMatch<T> {
  readonly end: number;
  readonly values: readonly T[];
}

const dot = 0x2e;
const space = 0x20;

/**
 * Finds which of many thousand phrases follows in a text, in one step per letter. Dots are ignored in both
 * texts and phrases: "min." and "min" are one word. Texts and phrases are folded (`foldText`).
 */
export class WordTrie<T> {
  readonly #root: TrieNode<T> = { next: new Map(), values: [] };

  add(phrase: string, value: T): void {
    let node = this.#root;
    for (let at = 0; at < phrase.length; at++) {
      const code = phrase.charCodeAt(at);
      if (code === dot) continue;
      let child = node.next.get(code);
      if (child === undefined) {
        child = { next: new Map(), values: [] };
        node.next.set(code, child);
      }
      node = child;
    }
    if (node !== this.#root) node.values.push(value);
  }

  /** The longest phrase that begins at a position and ends where a word ends. */
  longestAt(text: string, from: number): TrieMatch<T> | null {
    let node = this.#root;
    let found: TrieMatch<T> | null = null;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === dot && at > from) continue;
      const child = node.next.get(code);
      if (child === undefined) break;
      node = child;
      if (node.values.length > 0 && code !== space && endsWord(text, at + 1))
        found = { end: at + 1, values: node.values };
    }
    return found;
  }
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
