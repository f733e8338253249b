import { expect, test } from 'vitest';
import { helpAt } from './help-at.ts';

const schema = {
  properties: {
    name: { description: 'what it is called' },
    limits: { $ref: '#/$defs/limits' },
    steps: { items: { properties: { open: { description: 'an address to open' } } } },
  },
  $defs: { limits: { properties: { pages: { description: 'at most this many' } } } },
};
const file = 'name: x\nlimits:\n  pages: 5\nsteps:\n  - open: /a\n    depth: 1\n';

test('the help is that of the key on the line, wherever it is nested', () => {
  expect(helpAt(schema, file, 0)).toEqual({ path: 'name', text: 'what it is called' });
  expect(helpAt(schema, file, 2)).toEqual({ path: 'limits.pages', text: 'at most this many' });
  expect(helpAt(schema, file, 4)).toEqual({ path: 'steps.open', text: 'an address to open' });
  expect(helpAt(schema, file, 5)).toBeNull();
  expect(helpAt(schema, '', 0)).toBeNull();
});
