import type { ConditionEntry } from '../model/detector-definition.ts';

const forms = 'price < 30, "bird flu", virus near flu, virus flu, /CVE-\\d+/, any change, page missing';

/** How many words may lie between words that are "near" each other. */
const usualDistance = 5;

const number = String.raw`-?[\d.,' ]*\d`;
const comparison = /^(.*?)\s*(<|>|below|above|under|over)\s*(\S.*)$/i;
const changing = new RegExp(String.raw`^(.*?)\s+(changes|rises|falls)\s+by\s+(${number})\s*(%?)$`, 'i');

/** Reads the first form that fits. */
const readers: readonly ((text: string) => ConditionEntry | null)[] = [
  (text) => (/^(?:any change|changes?)$/i.test(text) ? { change: 'any' } : null),
  (text) => {
    const event = /^(?:page\s+(?:is\s+)?)?(new|missing|gone|back|failing)(?:\s+page)?$/i
      .exec(text)?.[1]
      ?.toLowerCase();
    return event === undefined ? null : { page: [event === 'gone' ? 'missing' : event] };
  },
  (text) => {
    const pattern = /^\/(.+)\/$/.exec(text)?.[1];
    return pattern === undefined ? null : { pattern };
  },
  (text) => {
    const phrase = /^["“](.+)["”]$/.exec(text)?.[1];
    return phrase === undefined || /["“”]/.test(phrase) ? null : { phrase };
  },
  (text) => {
    const [, name, verb = '', size, percent] = changing.exec(text) ?? [];
    if (name === undefined || size === undefined) return null;
    const key = `${verb.toLowerCase()}By`;
    return { number: { ...named(name), [key]: percent === '%' ? `${limitIn(size)}%` : limitIn(size) } };
  },
  (text) => {
    const [, name, sign = '', limit] = comparison.exec(text) ?? [];
    if (name === undefined || limit === undefined) return null;
    if (name === '') throw new SyntaxError(`"${text}" does not say which number: write price ${text}`);
    const key = /^(?:<|below|under)$/i.test(sign) ? 'below' : 'above';
    return { number: { ...named(name), [key]: limitIn(limit) } };
  },
  (text) => {
    const [, before, distance] = /^(.*\snear\s.*?)(?:\s+within\s+(\d+))?$/i.exec(text) ?? [];
    if (before === undefined) return null;
    const words = before.split(/\s+near\s+/i).map((word) => word.trim());
    return { close: { words, within: distance === undefined ? usualDistance : Number(distance) } };
  },
];

/**
 * A condition in the short form of the command line: `price < 30`, `"bird flu"`, `virus near flu`. Throws SyntaxError, whose
 * message says what can be written.
 */
export function parseTerse(written: string): ConditionEntry {
  const text = written.trim();
  if (text === '') throw new SyntaxError(`the condition is empty: write one such as ${forms}`);
  for (const read of readers) {
    const found = read(text);
    if (found !== null) return found;
  }
  const words = text.split(/[\s,]+/);
  const odd = words.find((word) => !/[\p{L}\p{N}]/u.test(word));
  if (odd !== undefined)
    throw new SyntaxError(`"${text}" is not understood at ${odd}: write one such as ${forms}`);
  return { words };
}

/** `.price` and `#total` are selectors, all else are words beside the number. */
function named(name: string): ConditionEntry {
  return /^[.#[]/.test(name) ? { selector: name } : { beside: name.split(/\s+/) };
}

function limitIn(written: string): number {
  const plain = written.replace(/^\p{Sc}\s*|\s*(?:\p{Sc}|[a-zł]{1,3})$/giu, '').trim();
  const value = /^-?\d+(?:[.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : Number(plain);
  if (plain === '' || Number.isNaN(value))
    throw new SyntaxError(`"${written}" is not a number: write it with digits, as in 30 or 29.90`);
  return value;
}
