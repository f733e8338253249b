import { cameOver, type FileMap, type ImportedPart, joinImported, noEqual } from '../imported-part.ts';
import { escapedPattern, usablePattern } from '../pattern-from.ts';
import { mapOf, textIn, type UntypedMap, valuesOf } from '../untyped-values.ts';

/** A condition on the page: `extracted_number < 30`, `page_filtered_text contains_regex ...`. */
export function conditionsFrom(watch: UntypedMap, only: readonly string[]): ImportedPart {
  const all = valuesOf(watch['conditions'])
    .map(mapOf)
    .filter(({ field }) => textIn(field) !== '');
  const found = all.map((one) => conditionFrom(one, only));
  const detectors = found.flatMap((part) => part.detectors ?? []);
  const joined = joinImported(found);
  const areAllNeeded = textIn(watch['conditions_match_logic']) !== 'ANY';
  if (detectors.length < 2 || !areAllNeeded) return joined;
  // About one piece of text; what is about the page cannot be combined with it.
  return { ...joined, detectors: [{ name: 'all conditions', all: detectors }] };
}

const limits: Readonly<Record<string, 'below' | 'above'>> = {
  '<': 'below',
  '<=': 'below',
  '>': 'above',
  '>=': 'above',
};

function conditionFrom(given: UntypedMap, only: readonly string[]): ImportedPart {
  const [field, operator, value] = [
    textIn(given['field']),
    textIn(given['operator']),
    textIn(given['value']),
  ];
  const what = `condition: ${field} ${operator} ${value}`;
  if (field === 'extracted_number') {
    const limit = limits[operator];
    const [selector, another] = only;
    if (limit === undefined || !Number.isFinite(Number(value)) || value === '')
      return noEqual(what, 'numbers are compared with below and above');
    if (selector === undefined || another !== undefined)
      return noEqual(what, 'it does not say which number of the page: write a detector, as in "price < 30"');
    return cameOver(what, `a detector: the number at ${selector}`, {
      detectors: [{ number: { selector, [limit]: Number(value) } }],
    });
  }
  const text = textCondition(operator, value);
  if (text === null || !/text|title/.test(field))
    return noEqual(what, 'there is no such condition: see docs/detectors.md');
  return cameOver(what, 'a detector', { detectors: [text] });
}

function textCondition(operator: string, value: string): FileMap | null {
  const pattern: Readonly<Record<string, string>> = {
    contains_regex: value,
    starts_with: `^${escapedPattern(value)}`,
    ends_with: `${escapedPattern(value)}$`,
    in: escapedPattern(value),
    contains: escapedPattern(value),
  };
  const usable = value === '' ? null : usablePattern(pattern[operator] ?? '(');
  return usable === null ? null : { pattern: usable };
}

/** Words with which shops say that there is nothing to buy. */
const GONE = [
  'sold out',
  'out of stock',
  'currently unavailable',
  'ausverkauft',
  'nicht lieferbar',
  'épuisé',
  'agotado',
];

/** Shops: back in stock, and the price. The settings have been in two places. */
export function restockFrom(watch: UntypedMap, only: readonly string[]): ImportedPart {
  if (textIn(watch['processor']) !== 'restock_diff') return {};
  const settings = { ...watch, ...mapOf(watch['restock_settings']) } as UntypedMap;
  const stock = textIn(settings['in_stock_processing']);
  const inStock: ImportedPart =
    stock === 'off' || settings['in_stock_only'] === false
      ? {}
      : cameOver('restock: back in stock', 'a detector: "sold out" and the like go from the page', {
          detectors: [{ name: 'back in stock', any: GONE.map((phrase) => ({ phrase })), in: 'removed' }],
        });
  const [selector, another] = only;
  const number = selector !== undefined && another === undefined ? { selector } : { beside: 'price' };
  const place =
    'selector' in number ? `the number at ${number.selector}` : 'the number beside the word "price"';
  const price = (key: string, limit: FileMap): ImportedPart =>
    cameOver(`restock: ${key}`, `a detector: ${place}; try it with tidemark detect`, {
      detectors: [{ number: { ...number, ...limit } }],
    });
  const [least, most, share] = ['price_change_min', 'price_change_max', 'price_change_threshold_percent'].map(
    (key) => {
      const value = settings[key];
      return value === null || value === undefined || value === '' ? Number.NaN : Number(value);
    },
  );
  return joinImported([
    inStock,
    Number.isFinite(least) ? price('price_change_min', { below: least ?? 0 }) : {},
    Number.isFinite(most) ? price('price_change_max', { above: most ?? 0 }) : {},
    Number.isFinite(share)
      ? price('price_change_threshold_percent', { changesBy: `${share}%` })
      : settings['follow_price_changes'] === false || Number.isFinite(least) || Number.isFinite(most)
        ? {}
        : price('follow_price_changes', { changesBy: 0 }),
  ]);
}
