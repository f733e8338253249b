import { describe, expect, it } from 'vitest';
import { RequestSlots } from './request-slots.ts';

/** Milliseconds until a host answers; a silent one never does, and its request fails after a minute. */
const healthyAnswer = 100;
const timeout = 60_000;

/** How often a healthy host is asked in two minutes beside silent ones, when all hosts take turns. */
function requestsToHealthyHost(silentHosts: number): number {
  const slots = new RequestSlots(16);
  const turn = [...Array.from({ length: silentHosts }, (_, i) => `silent-${i}`), 'healthy'];
  const running = new Map<number, { readonly host: string; readonly until: number }>();
  let asked = 0;
  for (let now = 0; now < 120_000; now += 10) {
    for (const [request, { host, until }] of running) {
      if (until > now) continue;
      running.delete(request);
      slots.end(request);
      turn.push(host);
    }
    while (turn.length > 0 && slots.hasRoom(now)) {
      const host = turn.shift() as string;
      if (host === 'healthy') asked++;
      running.set(slots.start(now), { host, until: now + (host === 'healthy' ? healthyAnswer : timeout) });
    }
  }
  return asked;
}

describe('RequestSlots', () => {
  it.each([40, 200])('a healthy host beside %i silent ones keeps nine tenths of its speed', (silent) => {
    expect(requestsToHealthyHost(silent)).toBeGreaterThan(0.9 * requestsToHealthyHost(0));
  });

  it('has no room while all slots are held, and says when one is given back', () => {
    const slots = new RequestSlots(2);
    slots.start(1000);
    const second = slots.start(1200);
    expect(slots.hasRoom(1300)).toBe(false);
    expect(slots.nextRoomAt(1300)).toBe(1500);
    expect(slots.hasRoom(1500)).toBe(true);
    expect(slots.nextRoomAt(1500)).toBe(Number.POSITIVE_INFINITY);
    slots.end(second);
    expect(slots.underWay).toBe(1);
  });

  it('does not open connections without end', () => {
    const slots = new RequestSlots(1);
    for (let i = 0; i < 256; i++) slots.start(i * 1000);
    expect(slots.hasRoom(1_000_000)).toBe(false);
    expect(slots.nextRoomAt(1_000_000)).toBe(Number.POSITIVE_INFINITY);
  });
});
