import { expect, test } from 'vitest';
import { candidateKind } from './candidate-kind.ts';

test('frames are pages, icons are images, scripts are assets, forms lead nowhere', () => {
  expect(candidateKind('frame')).toBe('page');
  expect(candidateKind('icon')).toBe('image');
  expect(candidateKind('script')).toBe('asset');
  expect(candidateKind('form')).toBeNull();
});
