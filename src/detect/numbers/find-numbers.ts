/** A number in a text, with its place. */
export interface TextNumber {
  readonly value: number;
  /** As the page has it, with its sign and its currency: `€ 34.90`. */
  readonly written: string;
  readonly start: number;
  readonly end: number;
  /** Whether the sign or the code of a currency stands right before or after it. */
  readonly isMoney: boolean;
}

/** The word for a price, in the languages that detectors know. */
export const priceWords: ReadonlySet<string> = new Set(
  'price prices preis preise prix precio precios prezzo prezzi preço preços prijs prijzen cena ceny цена цены'.split(
    ' ',
  ),
);

/** Digits with what may stand between them: points, commas, apostrophes, and the spaces that group thousands. */
const shape =
  /(?<![\p{L}\p{N}_.,])([-−–]\s?(?=[\p{Sc}\d]))?\p{Sc}?\s?(\d+(?:[.,'’ \u00a0\u2009\u202f]\d{3})*(?:[.,]\d+)?)(?![\p{L}\p{N}_])/gu;
/** A letter may follow directly when it is a unit or a currency: 30zł, 5kg, 100EUR. */
const withUnit =
  /(?<![\p{L}\p{N}_.,])([-−–]\s?(?=[\p{Sc}\d]))?\p{Sc}?\s?(\d+(?:[.,'’ \u00a0\u2009\u202f]\d{3})*(?:[.,]\d+)?)(?=(?:zł|kč|kr|ft|lei|eur|usd|gbp|chf|pln|czk|kg|g|km|m|cm|mm|l|ml|h|s|ms|k|%|°c?)(?![\p{L}\p{N}_]))/giu;

/** Languages that write a comma before decimals. */
const commaLanguages = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'pl']);
const currency = /[\p{Sc}]|\b(?:eur|usd|gbp|chf|pln|czk|sek|nok|dkk|jpy|zł|kč|kr)\b/iu;
const currencyBefore = /(?:\p{Sc}|\b(?:eur|usd|gbp|chf|pln|czk|sek|nok|dkk|jpy|kr))\s?$/iu;
const currencyAfter =
  /^(?:[.,][-–—])?\s?(?:\p{Sc}|(?:eur|usd|gbp|chf|pln|czk|sek|nok|dkk|jpy|zł|kč|kr)(?!\p{L}))/iu;

/** All numbers, in order. `language` decides what 1.299 means when nothing else does; null: not known. */
export function findNumbers(text: string, language: string | null): readonly TextNumber[] {
  const found = new Map<number, TextNumber>();
  for (const pattern of [shape, withUnit]) {
    for (const match of text.matchAll(pattern)) {
      const [whole, minus, digits = ''] = match;
      const end = match.index + whole.length;
      const start = end - digits.length;
      const isPrice = currency.test(text.slice(Math.max(0, start - 5), start) + text.slice(end, end + 5));
      const size = numberIn(digits, language, isPrice);
      // "2020-2021" and "A - 5" have a dash, not a minus sign.
      const isNegative = minus !== undefined && !/\p{N}\s?$/u.test(text.slice(0, match.index));
      const before = currencyBefore.exec(text.slice(0, start))?.[0] ?? '';
      const after = currencyAfter.exec(text.slice(end))?.[0] ?? '';
      const written = `${isNegative ? '-' : ''}${before}${digits}${after}`;
      const isMoney = before !== '' || after !== '';
      if (!found.has(start))
        found.set(start, { value: isNegative ? -size : size, written, start, end, isMoney });
    }
  }
  return [...found.values()].toSorted((a, b) => a.start - b.start);
}

function numberIn(written: string, language: string | null, isPrice: boolean): number {
  const plain = written.replace(/['’\s]/gu, '');
  const signs = plain.replace(/\d/g, '');
  if (signs === '') return Number(plain);
  const last = signs.at(-1) ?? '';
  // Two different signs: the last one stands before the decimals. The same sign twice: both group thousands.
  if (/^(?:\.+,|,+\.)$/.test(signs)) return decimal(plain, last);
  if (signs.length > 1) return Number(plain.replace(/\D/g, ''));
  const isThousands = /^[1-9]\d{0,2}\D\d{3}$/.test(plain) && keepsThousands(last, language, isPrice);
  return isThousands ? Number(plain.replace(/\D/g, '')) : decimal(plain, last);
}

/** Whether a single sign before three digits groups thousands. */
function keepsThousands(sign: string, language: string | null, isPrice: boolean): boolean {
  if (language === null) return sign === ',' || isPrice;
  return (sign === '.') === commaLanguages.has(language);
}

function decimal(plain: string, sign: string): number {
  const at = plain.lastIndexOf(sign);
  return Number(`${plain.slice(0, at).replace(/\D/g, '')}.${plain.slice(at + 1)}`);
}
