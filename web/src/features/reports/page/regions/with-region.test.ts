import { expect, test } from 'vitest';
import { readFile } from '../../../../shared/settings/draft/edit-file.ts';
import { withRegion } from './with-region.ts';

const file = 'name: x # mine\nsource: https://a.example/\n';
const compare = (text: string) => readFile(text)?.['compare'];

test('a region of one page comes before those of all pages, and joins the others of its page', () => {
  const all = withRegion(file, { selector: 'aside', use: 'ignore', url: null });
  expect(compare(all)).toEqual([{ ignore: ['aside'] }]);
  const one = withRegion(all, { selector: '.price', use: 'only', url: 'https://a.example/b?c=1' });
  expect(compare(one)).toEqual([
    { match: '^https://a\\.example/b\\?c=1$', only: ['.price'] },
    { ignore: ['aside'] },
  ]);
  const more = withRegion(one, { selector: '.stock', use: 'only', url: 'https://a.example/b?c=1' });
  expect(compare(more)).toMatchObject([{ only: ['.price', '.stock'] }, {}]);
  expect(withRegion(more, { selector: '.stock', use: 'only', url: 'https://a.example/b?c=1' })).toBe(more);
  expect(more).toContain('name: x # mine');
});
