import { expect, test } from 'vitest';
import { BrowserPlaces } from './browser-places.ts';

const exploration = () => ({ giveWay: null });
/** A run whose browser is closed as soon as others ask. */
function run(places: BrowserPlaces) {
  const holder = { giveWay: () => queueMicrotask(() => places.giveBack(holder)) };
  return holder;
}

test('runs give way to those that wait, first come, first served', async () => {
  const places = new BrowserPlaces();
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 6 }, (_, n) => places.take(run(places), 2).then(() => order.push(n))),
  );
  expect(order).toEqual([0, 1, 2, 3, 4, 5]);
  expect([places.held, places.waiting]).toEqual([2, 0]);
});

test('explorations keep their browsers, and leave one to runs', async () => {
  const places = new BrowserPlaces();
  const first = exploration();
  await places.take(first, 2);
  const second = places.take(exploration(), 2);
  expect([places.held, places.waiting]).toEqual([1, 1]);
  const others = Array.from({ length: 3 }, () => places.take(run(places), 2));
  await Promise.all(others);
  expect([places.held, places.waiting]).toEqual([2, 1]);
  places.giveBack(first);
  await second;
  places.giveBack(first);
  expect([places.held, places.waiting]).toEqual([2, 0]);
});
