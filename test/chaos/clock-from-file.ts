// Loaded by a process before everything else (`NODE_OPTIONS=--import`): its clock is what the file CLOCK_FILE says, off by an hour or faster than time itself.
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

/** What the file holds, as JSON. Times are milliseconds. */
export interface ClockSetting {
  readonly off: number;
  /** From this moment on, the clock is so many times as fast. */
  readonly from: number;
  readonly rate: number;
  /** Long waits are so many times as short, at once. */
  readonly waits: number;
}

/** How often the file is read, in milliseconds. */
const LOOK = 100;
/** Only waits of at least this are shortened, and to no less than that: shorter ones belong to sockets and databases, which are not faster. Milliseconds. */
const SHORTENED = { from: 20_000, to: 1000 };

const TrueDate = Date;
const trueTimeout = globalThis.setTimeout;
const trueTimeoutPromise = promises.setTimeout;
const file = process.env['CLOCK_FILE'] ?? '';
let setting: ClockSetting = { off: 0, from: 0, rate: 1, waits: 1 };

const look = (): void => {
  try {
    setting = JSON.parse(readFileSync(file, 'utf8')) as ClockSetting;
  } catch {
    // It is being written.
  }
};
look();
globalThis.setInterval(look, LOOK).unref();

function now(): number {
  const time = TrueDate.now();
  const fast = setting.rate === 1 ? 0 : Math.max(0, time - setting.from) * (setting.rate - 1);
  return Math.round(time + setting.off + fast);
}

class SetDate extends TrueDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(now());
    else super(...(given as [number]));
  }

  static override now(): number {
    return now();
  }
}

const shortened = (ms = 0): number =>
  setting.waits === 1 || ms < SHORTENED.from ? ms : Math.max(ms / setting.waits, SHORTENED.to);

globalThis.Date = SetDate as DateConstructor;
const shorterTimeout = ((work: () => void, ms?: number, ...given: readonly unknown[]) =>
  trueTimeout(work, shortened(ms), ...(given as []))) as typeof setTimeout;
globalThis.setTimeout = Object.assign(shorterTimeout, trueTimeout);
timers.setTimeout = globalThis.setTimeout;
promises.setTimeout = ((ms?: number, ...given: readonly unknown[]) =>
  trueTimeoutPromise(shortened(ms), ...(given as []))) as typeof trueTimeoutPromise;
syncBuiltinESMExports();
