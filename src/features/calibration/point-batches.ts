import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CalibrateError } from './errors.ts';
import { type SettingFamily, stillToRun } from './points/setting-grid.ts';
import type { ReplayedPoint } from './replayed-sites.ts';
import type { BatchClaim, CalibrationSet, CalibrationStore } from './tables/calibrations.ts';

/** A process that was killed gives back what it had after this long; one that lives renews it in time. */
const usualClaimMs = 10_000;
/** So many families are taken at once, so that taking them costs little; towards the end fewer, so that nobody waits for the last ones. */
const mostAtOnce = 8;
const sharesLeft = 16;
/** How often somebody who has nothing to do looks whether others are done. */
const lookMs = 500;

const nameOf = ({ algorithm, features }: SettingFamily): string => `${algorithm}/${features}`;

/**
 * The points of a set that are still to be run, family by family. Any number of processes on any machines take them from the one database: each family is
 * run by one of them, and by another one only when that one was killed.
 */
export class PointBatches {
  readonly #calibrations: CalibrationStore['calibrations'];
  readonly #set: CalibrationSet;
  readonly #claim: BatchClaim;
  /** Families that are not done, as far as this process knows. */
  readonly #left: Map<string, SettingFamily>;
  readonly #mine = new Set<string>();
  readonly #renewing: NodeJS.Timeout;

  constructor(
    { calibrations }: Pick<CalibrationStore, 'calibrations'>,
    set: CalibrationSet,
    families: readonly SettingFamily[],
    claimMs = usualClaimMs,
  ) {
    this.#claim = { holder: randomUUID(), forMs: claimMs };
    this.#calibrations = calibrations;
    this.#set = set;
    this.#left = new Map(families.map((family) => [nameOf(family), family]));
    // A renewal that fails is tried again; a family that is lost meanwhile is run by somebody else, with the same result.
    this.#renewing = setInterval(
      () => void calibrations.renewBatches(set.id, this.#claim).catch(() => undefined),
      claimMs / 4,
    );
  }

  /** What to run next; waits while others run what is left, and takes it when they do not come back. Empty when all is done. */
  async take(signal: AbortSignal | null): Promise<readonly SettingFamily[]> {
    while (signal?.aborted !== true) {
      const names = [...this.#left.keys()].filter((name) => !this.#mine.has(name));
      if (names.length === 0) return [];
      const most = Math.min(mostAtOnce, Math.ceil(names.length / sharesLeft));
      const taken = await this.#calibrations.takeBatches(this.#set.id, names, this.#claim, most);
      for (const name of taken) this.#mine.add(name);
      // Others may have run them before this one took them.
      const open = await this.#withoutDone(taken.length > 0 ? taken : names);
      if (taken.length > 0 && open.length > 0) return open;
      if (taken.length === 0) await setTimeout(lookMs);
    }
    return [];
  }

  /** Throws CALIBRATE_RECORDED_MEANWHILE. */
  async keep(family: SettingFamily, points: readonly ReplayedPoint[]): Promise<void> {
    const rows = points.map(({ setting, result }) => ({ setting, result: JSON.stringify(result) }));
    const name = nameOf(family);
    const isKept = await this.#calibrations.keepPoints(this.#set, rows, { name, holder: this.#claim.holder });
    if (!isKept) throw recordedMeanwhile(this.#set);
    this.#mine.delete(name);
    this.#left.delete(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#renewing);
    for (const name of this.#mine) await this.#giveBack(name);
  }

  /** Forgets, and gives back, those of which all points are there. */
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
    await this.#calibrations.giveBackBatch(this.#set.id, name, this.#claim.holder);
  }
}

export function recordedMeanwhile({ name }: CalibrationSet): CalibrateError {
  return new CalibrateError(
    'CALIBRATE_RECORDED_MEANWHILE',
    `More was recorded in the set "${name}" while settings were tried on it. Try them again when it is recorded.`,
  );
}
