import type { Segment } from '../../document/index.ts';
import { type NumberMarks, noMarks, type TextNumber } from './find-numbers.ts';

/** The word for a price, in the languages that detectors know. */
export const priceWords: ReadonlySet<string> = new Set(
  'price prices preis preise prix precio precios prezzo prezzi preço preços prijs prijzen cena ceny цена цены'.split(
    ' ',
  ),
);

/** Words before an amount that is no longer asked. */
const OLD =
  'was|old|rrp|msrp|srp|list|original(?:ly)?|regular(?:ly)?|usual(?:ly)?|before|previous(?:ly)?|instead of|compare at|reg\\.?|uvp|statt|war|früher|vorher|bisher|alter|listenpreis|ursprünglich|anstatt|avant|au lieu de|ancien(?:nement)?|prix conseillé|barré|antes|anterior|en lugar de|pvp|prima|invece di|listino|anziché|adviesprijs|oude|zamiast|było|poprzednia|stara|przed|regularna|najniższa cena z 30 dni|было|старая|вместо|ord\\.?|ordinarie|tidigare|før|førpris|normalpris|vejl\\.?|původní|běžná|eredeti|helyett|eski|obniżką|obniżki';
/** Words before or after an amount that is taken off, or paid beside the price. */
const ASIDE_BEFORE =
  '\\+|save|saving|savings|off|discount|plus|shipping|delivery|postage|deposit|payments? of|instal?ments? of|x|×|sparen|ersparnis|rabatt|versand|zzgl\\.?|raten (?:à|zu|von)|économisez|remise|livraison|ahorra|ahorro|envío|risparmi|spedizione|bespaar|verzending|oszczędzasz|dostawa|wysyłka|скидка|доставка|spara|frakt|spar';
const ASIDE_AFTER =
  'off|discount|shipping|delivery|postage|rabatt|versand(?:kosten)?|de remise|livraison|de descuento|envío|di sconto|spedizione|korting|verzendkosten|taniej|скидка|cashback|deposit|pfand';
/** Per what a unit price is: `(12.90 € / kg)`. */
const PER = '\\/|per|pro|par|je|al|por|za|за';
const UNIT =
  '(?:\\d+\\s?)?(?:kg|g|mg|l|ltr|litre|liter|ml|cl|m|m²|m2|cm|lb|oz|st(?:ück|k)?\\.?|pcs?|szt\\.?|unit|piece|item|wash|tab(?:let)?)';

const oldBefore = new RegExp(
  `(?:^|[^\\p{L}])(?:${OLD})(?:\\s(?:price|preis|cena|pris|prijs|prix|precio|prezzo))?[\\s:.]*$`,
  'iu',
);
const isOldWord = new RegExp(`^(?:${OLD})$`, 'iu');
const asideBefore = new RegExp(`(?:^|[^\\p{L}])(?:${ASIDE_BEFORE})[\\s:.]*$`, 'iu');
const asideAfter = new RegExp(`^\\s?(?:${ASIDE_AFTER})(?!\\p{L})`, 'iu');
/** `de 49 € por 39 €`, `van € 49 voor € 39`, `£49 now £39`: the amount after these words is asked, not the one before. */
const oldAfter =
  /^[\s,]*(?:now|por|voor|jetzt|nur|nu|ahora|agora|maintenant|adesso|ora|teraz|сейчас|→|->|»)[\s:]*(?:apenas|só|only|nur|solo|slechts|maar)?\s?(?:\p{L}{0,3}\p{Sc}|[A-Z]{3}\s|\d)/iu;
/** The lowest price of the last month, which shops of the European Union must say beside a reduced one. */
const lowestBefore = /30\s(?:tage|days|dni|jours|días|giorni|dagen|dagar|dage|dias)[^.\d]{0,30}$/iu;
const unitAfter = new RegExp(`^\\s?(?:${PER})\\s?${UNIT}(?!\\p{L})`, 'iu');

/** The longest words beside an amount that say what it is. */
const BESIDE = 30;
const LOWEST_PRICE = 60;

/**
 * The amounts of a text that are asked for it now: not those that are struck out, called old, taken off, or for a unit. If nothing else is there, all
 * amounts; if there is no money, all numbers.
 */
export function pricesAmong(
  numbers: readonly TextNumber[],
  text: string,
  { struckOut }: NumberMarks = noMarks,
): readonly TextNumber[] {
  const amounts = numbers.filter(({ isMoney }) => isMoney);
  if (amounts.length === 0) {
    const left = numbers.filter(({ start }) => !isWithin(struckOut, start));
    return left.length === 0 ? numbers : left;
  }
  const asked = amounts.filter((amount) => isAsked(amount, numbers, text, struckOut));
  return asked.length === 0 ? amounts : asked;
}

function isAsked(
  { start, end, written }: TextNumber,
  numbers: readonly TextNumber[],
  text: string,
  struckOut: NumberMarks['struckOut'],
): boolean {
  if (isWithin(struckOut, start)) return false;
  // The words between two numbers say something about one of them; a currency before this one is no word.
  const previous = numbers.findLast((one) => one.end <= start);
  const from = previous === undefined ? 0 : endOf(previous) + wordsAside(text, endOf(previous));
  const to = start - Math.max(0, written.search(/\d/));
  const left = text.slice(Math.max(from, to - BESIDE), Math.max(from, to));
  const right = text.slice(endOf({ end, written }), end + BESIDE);
  const further = text.slice(Math.max(0, start - LOWEST_PRICE), start);
  const isOld = oldBefore.test(left) || oldAfter.test(right) || lowestBefore.test(further);
  return !(
    isOld ||
    asideBefore.test(left) ||
    wordsAside(text, endOf({ end, written })) > 0 ||
    unitAfter.test(right)
  );
}

/** Whether a user who names a number so means the old price: `old price`, `RRP`. */
export const namesOldPrice = (words: readonly string[]): boolean =>
  words.some((word) => isOldWord.test(word));

/** The place after the currency of an amount. */
const endOf = ({ end, written }: Pick<TextNumber, 'end' | 'written'>): number =>
  end + (/[^\p{N}]*$/u.exec(written)?.[0].length ?? 0);

/** The length of the words after an amount that say that it is no price: `$10 off`, `4,95 € Versand`. */
const wordsAside = (text: string, from: number): number =>
  asideAfter.exec(text.slice(from, from + BESIDE))?.[0].length ?? 0;

const isWithin = (ranges: NumberMarks['struckOut'], at: number): boolean =>
  ranges.some(([start, end]) => at >= start && at < end);

const strikes = new Set(['s', 'del', 'strike']);

/** What is struck out or raised in the text of a segment. */
export function marksOf({ text, tokens }: Pick<Segment, 'text' | 'tokens'>): NumberMarks {
  if (!tokens.some((token) => token === '<sup>' || strikes.has(token.slice(1, -1)))) return noMarks;
  const struckOut: [number, number][] = [];
  const raised = new Set<number>();
  let at = 0;
  let since: number | null = null;
  for (const [place, token] of tokens.entries()) {
    const tag = /^<(\/?)([a-z]+)>$/.exec(token);
    if (tag === null) {
      const found = text.indexOf(token, at);
      if (found >= 0) at = found + token.length;
      if (found >= 0 && tokens[place - 1] === '<sup>') raised.add(found);
      continue;
    }
    if (!strikes.has(tag[2] ?? '')) continue;
    if (tag[1] === '') since ??= at;
    else if (since !== null) {
      struckOut.push([since, at]);
      since = null;
    }
  }
  if (since !== null) struckOut.push([since, text.length]);
  return { struckOut, raised };
}
