import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FeedCursors } from './feed-services.ts';

const feed =
  (key: number, restores: readonly number[] = []) =>
  async () => ({ key: Buffer.alloc(32, key), restores });

const cursors = new FeedCursors(feed(1));

test('a cursor leads back to its place', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 2 ** 48 - 1 }), async (place) => {
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
  const other = new FeedCursors(feed(2));
  await expect(cursors.read(await other.write(7))).rejects.toMatchObject({ code: 'API_CURSOR_INVALID' });
});

test('after a restore, cursors up to the place of the backup go on, and later ones are refused however far the feed has grown', async () => {
  const [early, late] = [await cursors.write(900), await cursors.write(901)];
  const restored = new FeedCursors(feed(1, [900]));
  expect(await restored.read(early)).toBe(900);
  await expect(restored.read(late)).rejects.toMatchObject({ code: 'API_CURSOR_GONE' });
  const made = await restored.write(2000);
  expect(await restored.read(made)).toBe(2000);
  const again = new FeedCursors(feed(1, [900, 1500]));
  await expect(again.read(made)).rejects.toMatchObject({ code: 'API_CURSOR_GONE' });
  await expect(again.read(late)).rejects.toMatchObject({ code: 'API_CURSOR_GONE' });
  expect(await again.read(early)).toBe(900);
});
