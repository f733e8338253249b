import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FeedCursors } from './feed-cursors.ts';

const cursors = new FeedCursors(async () => Buffer.alloc(32, 1));

test('a cursor leads back to its place', async () => {
  await fc.assert(
    fc.asyncProperty(fc.maxSafeNat(), async (place) => {
      expect(await cursors.read(await cursors.write(place))).toBe(place);
    }),
  );
});

test('the beginning needs no cursor', async () => {
  expect(await cursors.read(undefined)).toBe(0);
  expect(await cursors.read('0')).toBe(0);
});

test('two cursors of one place differ, and are as long as those of any other', async () => {
  const [one, other, far] = [await cursors.write(7), await cursors.write(7), await cursors.write(7e12)];
  expect(one).not.toBe(other);
  expect(one).toHaveLength(far.length);
});

test.each(['17', 'abc', '', 'A'.repeat(48), 'ä'.repeat(48)])('%s is no cursor', async (cursor) => {
  await expect(cursors.read(cursor)).rejects.toMatchObject({ code: 'API_CURSOR_INVALID' });
});

test('a cursor of another database is refused', async () => {
  const other = new FeedCursors(async () => Buffer.alloc(32, 2));
  await expect(cursors.read(await other.write(7))).rejects.toMatchObject({ code: 'API_CURSOR_INVALID' });
});
