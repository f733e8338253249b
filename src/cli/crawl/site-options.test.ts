import { expect, test } from 'vitest';
import { type CompareOptions, withComparison } from './site-options.ts';

test('options about comparing become one entry for all pages', () => {
  expect(withComparison({ depth: 2, compare: 'text', only: ['main'], ignoreText: ['a', 'b'] })).toEqual({
    depth: 2,
    compare: [{ by: 'text', only: ['main'], ignoreText: ['a', 'b'] }],
  });
});

test('one option is enough', () => {
  expect(withComparison({ ignore: ['nav'] })).toEqual({ compare: [{ ignore: ['nav'] }] });
});

test('without them, there is no setting, so the earlier one stays', () => {
  expect(withComparison<CompareOptions & { depth: number }>({ depth: 2 })).toEqual({ depth: 2 });
});
