import { setTimeout } from 'node:timers/promises';
import type { PageFetcher } from '../../fetch/index.ts';
import type { TimeWindow } from '../../project/index.ts';
import { CrawlError } from '../errors.ts';

const DAY = 86_400;
/** The longest sleep, in milliseconds: clocks are changed and computers sleep, so a long wait is checked again. */
const LONGEST_SLEEP = 60_000;

/** Milliseconds until one of the windows is open; 0 when one is. Without windows, all hours are allowed. */
export function untilAllowed(windows: readonly TimeWindow[], now: number): number {
  if (windows.length === 0) return 0;
  return Math.min(...windows.map((window) => untilOpen(window, now)));
}

function untilOpen({ from, to, zone }: TimeWindow, now: number): number {
  const [begin, end, time] = [secondsOf(from), secondsOf(to), secondsOfDay(now, zone)];
  const isOpen = begin < end ? time >= begin && time < end : time >= begin || time < end;
  return isOpen ? 0 : ((begin - time + DAY) % DAY) * 1000;
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60;
}

/** The time of day in the time zone, in seconds. */
function secondsOfDay(now: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' });
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Waits until requests are allowed. Aborting ends the wait, and the resumed run requests the page again. */
export function allowedHours(
  windows: readonly TimeWindow[],
  signal: AbortSignal,
  clock: Clock,
  onWait: (until: number) => void,
): () => Promise<void> {
  const left = () => untilAllowed(windows, clock.now());
  let announcedUntil = 0;
  return async () => {
    for (let wait = left(); wait > 0; wait = left()) {
      const until = clock.now() + wait;
      if (announcedUntil < clock.now()) onWait(until); // once, however many requests wait
      announcedUntil = Math.max(announcedUntil, until);
      await clock.sleep(Math.min(wait, LONGEST_SLEEP), signal);
      if (signal.aborted)
        throw new CrawlError('CRAWL_OVERLOADED', 'the project allows no requests at this hour');
    }
  };
}

/** Sends requests only in the allowed hours. */
export function duringHours(
  fetcher: PageFetcher,
  windows: readonly TimeWindow[],
  signal: AbortSignal,
  clock: Clock,
  onWait: (until: number) => void,
): PageFetcher {
  if (windows.length === 0) return fetcher;
  const allowed = allowedHours(windows, signal, clock, onWait);
  return {
    fetch: async (request) => {
      await allowed();
      return fetcher.fetch(request);
    },
  };
}

/** The clock for waiting until a time of day; tests have their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends early, and throws nothing, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};
