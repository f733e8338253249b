import { type PointResult, pointsOf, type SettingFamily, type SiteResult } from '../../calibrate/index.ts';
import { readForComparison } from '../../document/index.ts';
import { type Tape, TapePlayer, usualExploreLimits } from '../../explore/index.ts';
import {
  type ComparableContent,
  type NearDuplicates,
  RememberedPrints,
  settingAt,
  writeSetting,
} from '../../fingerprint/index.ts';

/** A recorded site, ready to be sent to a thread. */
export interface SiteToReplay {
  readonly site: number;
  readonly tape: Tape;
  readonly strip: readonly string[];
}

/** What a thread is asked for. */
export interface ReplayJob {
  readonly family: SettingFamily;
  readonly how: 'replay' | 'guess';
}

export interface ReplayedPoint {
  readonly setting: string;
  readonly result: PointResult;
}

/** Families whose fingerprints are kept: a search comes back to the good ones. */
const mostFamilies = 40;

/** Recorded sites, and what settings make of them. */
export class ReplayedSites {
  readonly #sites: readonly RecordedPages[];
  readonly #prints = new Map<string, RememberedPrints>();

  constructor(sites: readonly SiteToReplay[]) {
    this.#sites = sites.map((site) => new RecordedPages(site));
  }

  /** In the order of thresholds. */
  async replay(family: SettingFamily): Promise<readonly ReplayedPoint[]> {
    const prints = this.#printsOf(family);
    const results = new Map<string, SiteResult[]>();
    for (const pages of this.#sites) {
      let last: { readonly result: SiteResult; readonly sameBelow: number } | null = null;
      for (const point of pointsOf(family)) {
        // Nothing was compared whose distance lies between: all would be decided alike.
        if (last === null || point.threshold >= last.sameBelow)
          last = await pages.replay(prints, point.threshold);
        const setting = writeSetting(point);
        results.set(setting, [...(results.get(setting) ?? []), last.result]);
      }
    }
    const { milliseconds, prints: count } = prints.spent;
    const microsPerPage = count === 0 ? 0 : Math.round((1000 * milliseconds) / count);
    return [...results].map(([setting, sites]) => ({ setting, result: { sites, microsPerPage } }));
  }

  /**
   * What the settings of a family are likely to make of the sites: from distances alone, without limits and without what the explorer learns about noise. It takes a
   * fraction of the time, and a search looks first where it is good.
   */
  guess(family: SettingFamily): readonly ReplayedPoint[] {
    const prints = this.#printsOf(family);
    return pointsOf(family).map((point) => {
      const { setting } = prints.under(point.threshold);
      const sites = this.#sites.map((pages) => pages.guess(setting));
      return { setting: writeSetting(point), result: { sites, microsPerPage: 0 } };
    });
  }

  #printsOf({ algorithm, features }: SettingFamily): RememberedPrints {
    const name = `${algorithm}/${features}`;
    const known = this.#prints.get(name);
    if (known !== undefined) return known;
    const made = new RememberedPrints(settingAt({ algorithm, features, threshold: 0 }), () =>
      performance.now(),
    );
    const [oldest] = this.#prints.keys();
    if (this.#prints.size >= mostFamilies && oldest !== undefined) this.#prints.delete(oldest);
    this.#prints.set(name, made);
    return made;
  }
}

class RecordedPages {
  readonly #site: SiteToReplay;
  readonly #player: TapePlayer;
  readonly #contents: readonly ComparableContent[];
  /** Where the actions of each recorded state lead, in their order. */
  readonly #targets: readonly (readonly number[])[];

  constructor(site: SiteToReplay) {
    this.#site = site;
    this.#player = new TapePlayer(site.tape);
    const targets: number[][] = site.tape.states.map(() => []);
    for (const { from, transition, failure } of site.tape.tried)
      if (failure === '') targets[from]?.push(transition?.to ?? from);
    this.#targets = targets;
    this.#contents = site.tape.states.map(({ stripped }) =>
      readForComparison(Buffer.from(stripped), 'text/html; charset=utf-8'),
    );
  }

  async replay(
    prints: RememberedPrints,
    threshold: number,
  ): Promise<{ readonly result: SiteResult; readonly sameBelow: number }> {
    const { setting, sameBelow } = prints.under(threshold);
    const { strip, site } = this.#site;
    const limits = { ...usualExploreLimits, timeMs: Number.POSITIVE_INFINITY };
    const { exploration, recorded, takenFor } = await this.#player.replay({ setting, limits, strip });
    const kept = recorded.filter((number) => number !== null);
    const unreached = this.#contents.flatMap((_, state) => (takenFor.has(state) ? [] : [state]));
    const result = {
      site,
      kept,
      takenFor: this.#contents.map((_, state) => {
        const seenAs = takenFor.get(state);
        const number = seenAs === undefined ? this.#nearest(setting, state, kept) : recorded[seenAs];
        return number ?? state;
      }),
      unreached,
      tried: exploration.tried,
    };
    return { result, sameBelow: sameBelow() };
  }

  guess(setting: NearDuplicates<unknown>): SiteResult {
    const kept = [0];
    const seenAs = new Map([[0, 0]]);
    // The list grows while it is walked.
    for (const from of kept)
      for (const to of this.#targets[from] ?? []) {
        if (seenAs.has(to)) continue;
        const nearest = this.#nearest(setting, to, kept);
        if (nearest === null) kept.push(to);
        seenAs.set(to, nearest ?? to);
      }
    const takenFor = this.#contents.map(
      (_, state) => seenAs.get(state) ?? this.#nearest(setting, state, kept) ?? state,
    );
    const unreached = this.#contents.flatMap((_, state) => (seenAs.has(state) ? [] : [state]));
    return { site: this.#site.site, kept, takenFor, unreached, tried: 0 };
  }

  /** The kept state that one which was never reached would have been taken for. */
  #nearest(setting: NearDuplicates<unknown>, state: number, kept: readonly number[]): number | null {
    const printOf = (number: number) => setting.fingerprint(this.#contents[number] ?? { text: '' });
    let nearest: { readonly number: number; readonly distance: number } | null = null;
    for (const number of kept) {
      const distance = setting.distance(printOf(number), printOf(state));
      if (distance <= setting.threshold && (nearest === null || distance < nearest.distance))
        nearest = { number, distance };
    }
    return nearest?.number ?? null;
  }
}
