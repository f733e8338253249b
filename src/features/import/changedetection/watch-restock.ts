import { cameOver, type FileMap, type ImportedPart, joinImported } from '../imported-part.ts';
import { mapOf, textIn, type UntypedMap } from '../untyped-values.ts';

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

/**
 * The settings of a shop's watch have been in four places: the watch itself, a map in it, a file beside it (which is read as that map), and
 * the groups, of which the first that overrides its watches counts alone.
 */
function restockSettings(watch: UntypedMap, overriding: readonly UntypedMap[]): UntypedMap {
  const [group] = overriding;
  if (group !== undefined)
    return mapOf(group['processor_config_restock_diff'] ?? group['restock_settings'] ?? group);
  return { ...watch, ...mapOf(watch['restock_settings']), ...mapOf(watch['processor_config_restock_diff']) };
}

/** Shops: back in stock, and the price. */
export function restockFrom(
  watch: UntypedMap,
  overriding: readonly UntypedMap[],
  only: readonly string[],
): ImportedPart {
  if (textIn(watch['processor']) !== 'restock_diff') return {};
  const settings = restockSettings(watch, overriding);
  const stock = textIn(settings['in_stock_processing']);
  const anyOfThem = { any: GONE.map((phrase) => ({ phrase })) };
  const inStock: ImportedPart =
    stock === 'off' || settings['in_stock_only'] === false
      ? {}
      : cameOver('restock: back in stock', 'a detector: "sold out" and the like go from the page', {
          detectors: [{ name: 'back in stock', ...anyOfThem, in: 'removed' }],
        });
  const soldOut: ImportedPart =
    stock === 'all_changes'
      ? cameOver('restock: sold out', 'a detector: "sold out" and the like appear on the page', {
          detectors: [{ name: 'sold out', ...anyOfThem }],
        })
      : {};
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
  // The limits are beneath the switch for the price, and count only with it.
  if (settings['follow_price_changes'] === false) return joinImported([inStock, soldOut]);
  const hasLimit = Number.isFinite(least) || Number.isFinite(most);
  return joinImported([
    inStock,
    soldOut,
    Number.isFinite(least) ? price('price_change_min', { below: least ?? 0 }) : {},
    Number.isFinite(most) ? price('price_change_max', { above: most ?? 0 }) : {},
    Number.isFinite(share) ? price('price_change_threshold_percent', { changesBy: `${share}%` }) : {},
    hasLimit || Number.isFinite(share) ? {} : price('follow_price_changes', { changesBy: 0 }),
  ]);
}
