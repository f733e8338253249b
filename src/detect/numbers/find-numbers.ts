/** A number in a text, with its place. */
export interface TextNumber {
  readonly value: number;
  /** As the page has it, with its sign and its currency: `€ 34.90`. */
  readonly written: string;
  /** The place of the digits. */
  readonly start: number;
  readonly end: number;
  /** Whether the sign, the code or the word of a currency stands right before or after it. */
  readonly isMoney: boolean;
}

/** What the mark-up of a text says about its numbers. */
export interface NumberMarks {
  /** Parts that are struck out: from, to. */
  readonly struckOut: readonly (readonly [start: number, end: number])[];
  /** Where raised text begins: `34<sup>90</sup>` is 34.90. */
  readonly raised: ReadonlySet<number>;
}

export const noMarks: NumberMarks = { struckOut: [], raised: new Set() };

const CODES =
  'AED|ARS|AUD|BGN|BHD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|IQD|ISK|JOD|JPY|KES|KRW|KWD|LYD|MXN|MYR|NGN|NOK|NZD|OMR|PEN|PHP|PKR|PLN|QAR|RMB|RON|RSD|RUB|SAR|SEK|SGD|THB|TND|TRY|TWD|UAH|USD|VND|ZAR';
/** Currencies with three decimals: 1.299 of them is no thousand. */
const threeDecimals = /\b(?:BHD|IQD|JOD|KWD|LYD|OMR|TND)\b/;
/** Codes that are also written in small letters; `try` and `all` are words. */
const LOWER_CODES = 'aud|cad|chf|czk|dkk|eur|gbp|huf|inr|jpy|nok|pln|ron|sek|usd';
const SIGN = String.raw`(?:AU|CA|CN|HK|MX|NT|NZ|US|[ACRS])?\p{Sc}`;
const WORDS_BEFORE = String.raw`[Kk]r\.?|[Rr]s\.?|Rp\.?|RM|KSh|SFr\.?|Fr\.|lv\.|лв\.|S\/\.?`;
const WORDS_AFTER = String.raw`zł(?:otych)?|kč|kr\.?|ft|lei|leva|лв\.?|руб(?:лей|ля|\.)?|р\.|грн\.?|тг|ден|дин|din|tl|sfr\.?|fr\.|euros?|dollars?|pounds?|円|元|圓|원|บาท|đ`;
/** A hundredth of the unit. */
const MINOR = '¢|cts?|cents?|céntimos|centimes|pence|öre|groszy|gr';
/** 99p, but not 720p. */
const PENCE = String.raw`(?<=(?<!\d)\d\d?)p`;
const THOUSANDS = String.raw`k|tys\.?|тыс\.?`;
const MILLIONS = String.raw`mn|mln\.?|mio\.?|millions?|millionen|millones|milioni|млн\.?`;
const BILLIONS = String.raw`bn|billions?|mrd\.?|milliarden|млрд\.?`;
const UNITS = 'kg|g|km|m|cm|mm|l|ml|h|s|ms|%|°c?';
const SPACE = `[ \u00a0\u2009\u202f]`;
const GROUPING = String.raw`[.,'’ \u00a0\u2009\u202f]`;
const NO_WORD_FOLLOWS = String.raw`(?![\p{L}\p{N}_])`;

/** Digits with what may stand between them: Indian groups (1,29,900), groups of three, decimals. */
const DIGITS = String.raw`\d{1,3}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?(?!\d)|\d+(?:${GROUPING}\d{3})*(?:[.,]\d+)?|(?<=\p{Sc}${SPACE}?)[.,]\d\d(?!\d)`;
/** A letter may follow directly when it belongs to a unit or a currency: 30zł, 5kg, 1.2k. */
const FOLLOWED_DIRECTLY = `(?=(?:${CODES}|${LOWER_CODES}|${WORDS_AFTER}|${MINOR}|${PENCE}|${THOUSANDS}|${MILLIONS}|${BILLIONS}|万|億|${UNITS})${NO_WORD_FOLLOWS}|[円元圓원万億])`;
const digitsIn = new RegExp(
  String.raw`(?<![\p{N}_.,])(?:${DIGITS})(?:${FOLLOWED_DIRECTLY}|${NO_WORD_FOLLOWS})`,
  'giu',
);

const currencyBefore = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:${SIGN}|${CODES}|${LOWER_CODES}|${WORDS_BEFORE})${SPACE}?$|\p{Sc}${SPACE}?$`,
  'u',
);
/** `R 1 299,00`: the letter is the currency of South Africa only before an amount with groups or decimals. */
const randBefore = new RegExp(String.raw`(?<![\p{L}\p{N}_])R${SPACE}?$`, 'u');
const isAmountOfRand = /^\d{1,3}(?:[ \u00a0\u2009\u202f,]\d{3})+(?:[.,]\d\d)?$|[.,]\d\d$/;

/** `30,- €`, `1299:-`, `1,299/-`: no decimals. */
const NO_DECIMALS = String.raw`[.,][-–—]|:[-–—]|\/-`;
const factor = `(?:${SPACE}?(?<thousands>${THOUSANDS}|万)|${SPACE}?(?<millions>${MILLIONS})|${SPACE}?(?<billions>${BILLIONS})|${SPACE}?(?<lakh>lakhs?)|${SPACE}?(?<crore>crores?)|(?<m>m)|(?<hundredMillions>億))(?:${NO_WORD_FOLLOWS}|(?=[円元圓원]))`;
const factorAfter = new RegExp(`^${factor}`, 'iu');
const currencyAfter = new RegExp(
  String.raw`^(?:${NO_DECIMALS})?${SPACE}?(?:${SIGN}|(?:${CODES}|${LOWER_CODES}|${WORDS_AFTER})(?!\p{L}))|^(?:${NO_DECIMALS})(?!\d)`,
  'iu',
);
const minorAfter = new RegExp(String.raw`^(?:${SPACE}?(?:${MINOR})|p)(?!\p{L})`, 'iu');
/** Fuel and power are sold for tenths of a cent: 1,759 €/l. */
const perUnitOfEnergy = /^\s?(?:\/|per|pro|par|je|al)\s?(?:l|ltr|litre|liter|gal|gallon|kwh)(?!\p{L})/iu;
/** "- 5" is an item of a list, and "2020-2021" a span; "-5" and "−$5" are negative. */
const minusBefore = /(?<![\p{L}\p{N}\p{Sc})%]\s?)[-−–](?:\p{Sc}|[A-Z]{3})?$/u;

/** Languages that write a comma before decimals. */
const commaLanguages = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'pl']);

/** The longest text beside a number that says something about it. */
const BESIDE = 16;

/**
 * All numbers, in order. A point or comma before three digits groups thousands beside a currency; elsewhere the language decides, and where it is
 * not known (null), only a comma does.
 */
export function findNumbers(
  given: string,
  language: string | null,
  { raised }: NumberMarks = noMarks,
): readonly TextNumber[] {
  const text = inAsciiDigits(given);
  const found: TextNumber[] = [];
  for (const { 0: digits, index: start } of text.matchAll(digitsIn)) {
    const end = start + digits.length;
    const left = text.slice(Math.max(0, start - BESIDE), start);
    const right = text.slice(end, end + BESIDE);
    const before =
      (currencyBefore.exec(left) ?? (isAmountOfRand.test(digits) ? randBefore.exec(left) : null))?.[0] ?? '';
    // "AH1N1" and "v2.0" are names.
    if (before === '' && /[\p{L}_]$/u.test(left)) continue;
    const [factorText, times] = factorIn(right, before);
    const rest = right.slice(factorText.length);
    const minor = before === '' && factorText === '' ? (minorAfter.exec(rest)?.[0] ?? '') : '';
    const after =
      minor === '' && before === ''
        ? (currencyAfter.exec(rest)?.[0] ?? '')
        : (noDecimals.exec(rest)?.[0] ?? '');
    const isMoney = before !== '' || after !== '' || minor !== '';
    const isFine = threeDecimals.test(before + after) || perUnitOfEnergy.test(rest.slice(after.length));
    const size =
      raisedDecimals(digits, start, raised) ?? numberIn(digits, language, isMoney && !isFine, isFine);
    const isNegative = minusBefore.test(left.slice(0, left.length - before.length) + before.trimEnd());
    const value = round(size * times) / (minor === '' ? 1 : 100);
    const written = `${isNegative ? '-' : ''}${before}${digits}${factorText}${minor}${after}`;
    found.push({ value: isNegative ? -value : value, written, start, end, isMoney });
  }
  return found;
}

const noDecimals = new RegExp(`^(?:${NO_DECIMALS})`, 'u');

/** 1.2 million is 1200000, not 1199999.9999999998. */
const round = (value: number): number => Number(value.toPrecision(15));

const factors: Readonly<Record<string, number>> = {
  thousands: 1e3,
  millions: 1e6,
  m: 1e6,
  billions: 1e9,
  lakh: 1e5,
  crore: 1e7,
  hundredMillions: 1e8,
};

/** `1.2k`, `3,5 Mio.`, `2 lakh`. An `m` alone is a metre unless a currency stands before the number. */
function factorIn(right: string, currency: string): readonly [text: string, times: number] {
  const match = factorAfter.exec(right);
  const name = Object.entries(match?.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? '';
  if (match === null || (name === 'm' && currency === '')) return ['', 1];
  return [match[0], match[0].endsWith('万') ? 1e4 : (factors[name] ?? 1)];
}

/** `34<sup>90</sup>` is shown as 34 with a small 90. */
function raisedDecimals(digits: string, start: number, raised: ReadonlySet<number>): number | null {
  const at = digits.length - 2;
  return at > 0 && raised.has(start + at) && /^[\d]+$/.test(digits) ? Number(digits) / 100 : null;
}

function numberIn(written: string, language: string | null, isMoney: boolean, isFine: boolean): number {
  const plain = written.replace(/['’\s]/gu, '');
  const signs = plain.replace(/\d/g, '');
  if (signs === '') return Number(plain);
  const last = signs.at(-1) ?? '';
  // Two different signs: the last one stands before the decimals. The same sign twice: both group thousands.
  if (/^(?:\.+,|,+\.)$/.test(signs)) return decimal(plain, last);
  if (signs.length > 1) return Number(plain.replace(/\D/g, ''));
  const isThousands =
    !isFine && /^[1-9]\d{0,2}\D\d{3}$/.test(plain) && (isMoney || keepsThousands(last, language));
  return isThousands ? Number(plain.replace(/\D/g, '')) : decimal(plain, last);
}

/** Whether a single sign before three digits groups thousands. */
const keepsThousands = (sign: string, language: string | null): boolean =>
  language === null ? sign === ',' : (sign === '.') === commaLanguages.has(language);

function decimal(plain: string, sign: string): number {
  const at = plain.lastIndexOf(sign);
  return Number(`${plain.slice(0, at).replace(/\D/g, '')}.${plain.slice(at + 1)}`);
}

/** Full-width and Arabic digits and their signs, one for one, so that places stay what they are. */
function inAsciiDigits(text: string): string {
  return text.replace(/[０-９٠-٩۰-۹．，٫٬]/gu, (sign) => {
    const digit = '０１２３４５６７８９٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'.indexOf(sign);
    return digit >= 0 ? String(digit % 10) : '．٫'.includes(sign) ? '.' : ',';
  });
}
