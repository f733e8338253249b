import { expect, test } from 'vitest';
import { type CompareOptions, withComparison } from './compare-options.ts';

test('options about comparing become one entry for all pages', () => {
  expect(withComparison({ depth: 2, compare: 'text', only: ['main'], ignoreText: ['a', 'b'] })).toEqual({
    depth: 2,
    compare: [{ by: 'text', only: ['main'], ignoreText: ['a', 'b'] }],
  });
});

test('without them, what was said before holds', () => {
  expect(withComparison<CompareOptions & { depth: number }>({ depth: 2 })).toEqual({ depth: 2 });
});
