import { describe, expect, it } from 'vitest';
import type { UntypedMap } from '../imported-part.ts';
import { importChangedetection } from './import-changedetection.ts';
import { conditionsFrom, restockFrom } from './watch-settings.ts';

const detectorsOf = (watch: UntypedMap, only: readonly string[] = []) =>
  conditionsFrom(watch, only).detectors ?? [];
const shop = (settings: UntypedMap): UntypedMap => ({ processor: 'restock_diff', ...settings });
const names = (watch: UntypedMap, groups: readonly UntypedMap[] = []) =>
  (restockFrom(watch, groups, []).fates ?? []).map(({ what }) => what.replace('restock: ', ''));

describe('conditions', () => {
  it.each([
    ['contains_regex', 'sold +out', { pattern: '(?i)sold +out' }],
    ['!contains_regex', 'sold +out', { pattern: '(?i)sold +out', in: 'removed' }],
    ['in', 'In stock (3)', { pattern: 'In stock \\(3\\)' }],
    ['!in', 'Sold out', { pattern: 'Sold out', in: 'removed' }],
    ['starts_with', ' From ', { pattern: '(?i)^From' }],
    ['ends_with', 'left.', { pattern: '(?i)left\\.$' }],
  ])('%s', (operator, value, detector) => {
    expect(detectorsOf({ conditions: [{ field: 'page_filtered_text', operator, value }] })).toEqual([
      detector,
    ]);
  });

  it('are a detector together, or one each', () => {
    const conditions = ['in', 'starts_with'].map((operator) => ({
      field: 'page_filtered_text',
      operator,
      value: 'x',
    }));
    expect(detectorsOf({ conditions })).toMatchObject([{ all: [{}, {}] }]);
    expect(detectorsOf({ conditions, conditions_match_logic: 'ANY' })).toHaveLength(2);
  });

  it('without an equal say so', () => {
    const conditions = [{ field: 'levenshtein_ratio', operator: '>', value: '0.5' }];
    expect(conditionsFrom({ conditions }, []).fates).toMatchObject([{ became: 'no equal' }]);
  });
});

describe('a shop', () => {
  it('is watched for its stock and its price', () => {
    expect(names(shop({}))).toEqual(['back in stock', 'follow_price_changes']);
    expect(names({ processor: 'text_json_diff' })).toEqual([]);
  });

  it('is watched for what is sold out as well when any change of the stock counts', () => {
    const watch = shop({
      restock_settings: { in_stock_processing: 'all_changes', follow_price_changes: false },
    });
    expect(names(watch)).toEqual(['back in stock', 'sold out']);
  });

  it('has limits only while its price is followed', () => {
    const limits = { in_stock_processing: 'off', price_change_min: 20, price_change_max: 40 };
    expect(names(shop({ restock_settings: limits }))).toEqual(['price_change_min', 'price_change_max']);
    expect(names(shop({ restock_settings: { ...limits, follow_price_changes: false } }))).toEqual([]);
  });

  it('has the settings of a group that overrides its watches', () => {
    const group = {
      overrides_watch: true,
      processor_config_restock_diff: { in_stock_processing: 'off', price_change_threshold_percent: 5 },
    };
    expect(names(shop({ restock_settings: { price_change_min: 20 } }), [group])).toEqual([
      'price_change_threshold_percent',
    ]);
  });

  it('has the settings of the file beside it', () => {
    const watch = { url: 'https://shop.example/lamp', processor: 'restock_diff' };
    const { watches } = importChangedetection(
      new Map([
        ['abc-1/watch.json', JSON.stringify(watch)],
        [
          'abc-1/restock_diff.json',
          JSON.stringify({ restock_diff: { in_stock_processing: 'off', price_change_min: 9 } }),
        ],
      ]),
    );
    expect(watches).toHaveLength(1);
    expect(JSON.stringify(watches)).toContain('price_change_min');
    expect(JSON.stringify(watches)).not.toContain('back in stock');
  });
});
