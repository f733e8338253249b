import { renameSync, writeFileSync } from 'node:fs';
import type { ClockSetting } from './clock-from-file.ts';

/** The clock of processes that are started with its environment. */
export interface ProcessClock {
  readonly environment: Readonly<Record<string, string>>;
  /** What is not given stays. Takes hold within a tenth of a second. */
  set(setting: Partial<ClockSetting>): void;
}

const module = new URL('./clock-from-file.ts', import.meta.url).href;

/** A clock that is kept in a file; it starts as time itself. */
export function setClock(file: string, first: Partial<ClockSetting> = {}): ProcessClock {
  let now: ClockSetting = { off: 0, from: 0, rate: 1, waits: 1 };
  const set = (setting: Partial<ClockSetting>) => {
    now = { ...now, ...setting };
    writeFileSync(`${file}.part`, JSON.stringify(now));
    renameSync(`${file}.part`, file);
  };
  set(first);
  return { environment: { NODE_OPTIONS: `--import=${module}`, CLOCK_FILE: file }, set };
}
