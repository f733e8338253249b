import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BodyMemory } from './body-memory.ts';

const memory = () => new BodyMemory({ held: 100, read: 50, small: 10, free: 5 });

/** Whether something resolves within some turns of the event loop. */
async function isReady(promise: Promise<void> | null): Promise<boolean> {
  let isDone = promise === null;
  void promise?.then(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  return isDone;
}

test('visits that receive more than there is room for wait, but for the oldest', async () => {
  const shared = memory();
  const [first, second] = [shared.open(), shared.open()];
  expect(first.take(60)).toBeNull();
  const waiting = second.take(60);
  expect(await isReady(waiting)).toBe(false);
  expect(first.take(60)).toBeNull();
  first.close();
  expect(await isReady(waiting)).toBe(true);
  expect(shared.held).toBe(60);
});

test('a small body never waits', () => {
  const shared = memory();
  void shared.open().take(500);
  expect(shared.open().take(5)).toBeNull();
});

test('large pages are read one after the other, small ones beside them', async () => {
  const shared = memory();
  const [large, next, small] = [shared.open(), shared.open(), shared.open()];
  await large.startReading(200);
  const waiting = next.startReading(40);
  expect(await isReady(waiting)).toBe(false);
  expect(await isReady(small.startReading(10))).toBe(true);
  large.endReading();
  expect(await isReady(waiting)).toBe(true);
});

test('the visit that has been reading for longest receives its twin, however much others hold', async () => {
  const shared = memory();
  const [reading, other] = [shared.open(), shared.open()];
  void reading.take(20);
  await reading.startReading(20);
  void other.take(500);
  expect(reading.take(80)).toBeNull();
});

test('hundreds of visits of any size all come to their end', async () => {
  const shared = memory();
  let most = 0;
  const visit = async (n: number) => {
    const room = shared.open();
    const size = (n * 37) % 90;
    for (let received = 0; received < size; received += 10) {
      await room.take(10);
      await setImmediate();
      most = Math.max(most, shared.held);
    }
    await room.startReading(size);
    // A twin, whose size has nothing to do with that of the page.
    await room.take((n * 53) % 90);
    if (n % 7 === 0) await setTimeout(1);
    room.endReading();
    room.close();
  };
  await Promise.all(Array.from({ length: 300 }, (_, n) => visit(n)));
  expect(shared.held).toBe(0);
});
