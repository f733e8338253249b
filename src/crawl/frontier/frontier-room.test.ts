import { expect, test } from 'vitest';
import { FrontierRoom } from './frontier-room.ts';

test('pages of earlier runs take no room from new addresses', async () => {
  let known = 0;
  const room = new FrontierRoom({ most: () => 10 + known });
  await room.counted(10);
  expect(room.isFull).toBe(true);
  known = 5;
  expect(room.isFull).toBe(false);
  room.added(5);
  expect(room.isFull).toBe(true);
  room.added(-1);
  expect(room.isFull).toBe(false);
});

test('what others add to a shared run is asked for after a tenth of the room, and counts', async () => {
  let everywhere = 20;
  let asked = 0;
  const waitingEverywhere = async () => {
    asked++;
    return everywhere;
  };
  const room = new FrontierRoom({ most: () => 100, waitingEverywhere });
  await room.counted(5);
  room.added(9);
  await room.renew();
  expect([asked, room.isFull]).toEqual([1, false]);
  everywhere = 120;
  room.added(1);
  await room.renew();
  expect([asked, room.isFull]).toEqual([2, true]);
});
