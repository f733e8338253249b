import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CalibrateError, type SettingFamily, stillToRun } from '../../calibrate/index.ts';
import { writeSetting } from '../../fingerprint/index.ts';
import type { BatchClaim, CalibrationSet, CalibrationStore } from '../../store/index.ts';
import type { ReplayedPoint } from './replayed-sites.ts';

/** A process that was killed gives back what it had after this long; one that lives renews it in time. */
const usualClaimMs = 30_000;
/** How often somebody who has nothing to do looks whether others are done. */
const lookMs = 500;

const nameOf = ({ algorithm, features }: SettingFamily): string => `${algorithm}/${features}`;

/** How the names of all settings of a family begin. */
const settingsOf = ({ algorithm, features }: SettingFamily): string =>
  writeSetting({ algorithm, features, threshold: 0 }).slice(0, -1);

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

  /** What to run next; waits while others run what is left, and takes it when they do not come back. null when all is done. */
  async take(signal: AbortSignal | null): Promise<SettingFamily | null> {
    while (signal?.aborted !== true) {
      const names = [...this.#left.keys()].filter((name) => !this.#mine.has(name));
      if (names.length === 0) return null;
      const name = await this.#calibrations.takeBatch(this.#set.id, names, this.#claim);
      const family = name === null ? undefined : this.#left.get(name);
      if (name !== null && family !== undefined) {
        this.#mine.add(name);
        const [open] = stillToRun(
          [family],
          await this.#calibrations.pointsDone(this.#set.id, settingsOf(family)),
        );
        if (open !== undefined) return open;
        await this.#leave(name);
        continue;
      }
      await setTimeout(lookMs);
      const done = await this.#calibrations.pointsDone(this.#set.id);
      const open = new Set(stillToRun([...this.#left.values()], done).map(nameOf));
      for (const each of names) if (!open.has(each)) this.#left.delete(each);
    }
    return null;
  }

  /** Throws CALIBRATE_RECORDED_MEANWHILE. */
  async keep(family: SettingFamily, points: readonly ReplayedPoint[]): Promise<void> {
    const rows = points.map(({ setting, result }) => ({ setting, result: JSON.stringify(result) }));
    const isKept = await this.#calibrations.keepPoints(this.#set, rows);
    await this.#leave(nameOf(family));
    if (!isKept) throw recordedMeanwhile(this.#set);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#renewing);
    for (const name of this.#mine) await this.#leave(name);
  }

  async #leave(name: string): Promise<void> {
    await this.#calibrations.giveBackBatch(this.#set.id, name, this.#claim.holder);
    this.#mine.delete(name);
    this.#left.delete(name);
  }
}

export function recordedMeanwhile({ name }: CalibrationSet): CalibrateError {
  return new CalibrateError(
    'CALIBRATE_RECORDED_MEANWHILE',
    `More was recorded in the set "${name}" while settings were tried on it. Try them again when it is recorded.`,
  );
}
