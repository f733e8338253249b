import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CalibrateError } from './errors.ts';
import { type SettingFamily, stillToRun } from './points/setting-grid.ts';
import type { RunPoint } from './replayed-sites.ts';
import type { CalibrationSet } from './tables/calibration-tables.ts';
import type { CalibrationStore } from './tables/stored-calibrations.ts';
import type { BatchLease } from './tables/stored-points.ts';

/** The leases of a killed process end after this long; a running process renews them in time. */
const usualLeaseMs = 10_000;
/** Families leased at once, so that leasing costs little. Towards the end it is fewer, so that no process waits for the last ones. */
const mostAtOnce = 8;
const partsLeft = 16;
/** How often an idle process checks whether others are done. */
const lookMs = 500;

const nameOf = ({ algorithm, features }: SettingFamily): string => `${algorithm}/${features}`;

/**
 * The points of a set that are still to be run, family by family. Any number of processes on any machines take them from one database. Each family is
 * run by one process; another one takes it only if that process is killed.
 */
export class PointBatches {
  readonly #calibrations: CalibrationStore['calibrations'];
  readonly #set: CalibrationSet;
  readonly #lease: BatchLease;
  /** Families that are not done, as far as this process knows. */
  readonly #left: Map<string, SettingFamily>;
  readonly #mine = new Set<string>();
  readonly #renewing: NodeJS.Timeout;

  constructor(
    { calibrations }: Pick<CalibrationStore, 'calibrations'>,
    set: CalibrationSet,
    families: readonly SettingFamily[],
    leaseMs = usualLeaseMs,
  ) {
    this.#lease = { holder: randomUUID(), forMs: leaseMs };
    this.#calibrations = calibrations;
    this.#set = set;
    this.#left = new Map(families.map((family) => [nameOf(family), family]));
    // A renewal that fails is retried; a family that is lost meanwhile is run by another process, with the same result.
    this.#renewing = setInterval(
      () => void calibrations.renewBatches(set.id, this.#lease).catch(() => undefined),
      leaseMs / 4,
    );
  }

  /** The families to run next. Waits while others run what is left, and takes it over when their leases end. Empty when all is done. */
  async take(signal: AbortSignal | null): Promise<readonly SettingFamily[]> {
    while (signal?.aborted !== true) {
      const names = [...this.#left.keys()].filter((name) => !this.#mine.has(name));
      if (names.length === 0) return [];
      const most = Math.min(mostAtOnce, Math.ceil(names.length / partsLeft));
      const taken = await this.#calibrations.leaseBatches(this.#set.id, names, this.#lease, most);
      for (const name of taken) this.#mine.add(name);
      // Other processes may have run them before this one leased them.
      const open = await this.#withoutDone(taken.length > 0 ? taken : names);
      if (taken.length > 0 && open.length > 0) return open;
      if (taken.length === 0) await setTimeout(lookMs);
    }
    return [];
  }

  /** Throws CALIBRATE_RECORDED_MEANWHILE. */
  async keep(family: SettingFamily, points: readonly RunPoint[]): Promise<void> {
    const rows = points.map(({ setting, result }) => ({ setting, result: JSON.stringify(result) }));
    const name = nameOf(family);
    const isKept = await this.#calibrations.keepPoints(this.#set, rows, { name, holder: this.#lease.holder });
    if (!isKept) throw recordedMeanwhile(this.#set);
    this.#mine.delete(name);
    this.#left.delete(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#renewing);
    for (const name of this.#mine) await this.#giveBack(name);
  }

  /** Removes the families whose points are all stored, and releases their leases. */
  async #withoutDone(names: readonly string[]): Promise<readonly SettingFamily[]> {
    const done = await this.#calibrations.pointsDone(this.#set.id);
    const families = names.flatMap((name) => this.#left.get(name) ?? []);
    const open = new Map(stillToRun(families, done).map((family) => [nameOf(family), family]));
    for (const name of names) {
      if (open.has(name)) continue;
      if (this.#mine.has(name)) await this.#giveBack(name);
      this.#left.delete(name);
    }
    return [...open.values()];
  }

  async #giveBack(name: string): Promise<void> {
    this.#mine.delete(name);
    await this.#calibrations.releaseBatch(this.#set.id, name, this.#lease.holder);
  }
}

export function recordedMeanwhile({ name }: CalibrationSet): CalibrateError {
  return new CalibrateError(
    'CALIBRATE_RECORDED_MEANWHILE',
    `More was recorded in the set "${name}" while settings were tried on it. Try them again when it is recorded.`,
  );
}
