import { readForComparison } from '../../document/index.ts';
import { RecordingPlayer, type StateRecording, usualExploreLimits } from '../../explore/index.ts';
import {
  type ComparableContent,
  type NearDuplicates,
  RememberedPrints,
  settingAt,
  writeSetting,
} from '../../fingerprint/index.ts';
import type { JudgedSite } from './metrics/metrics.ts';
import type { PointResult, SiteResult } from './points/point-result.ts';
import { pointsOf, type SettingFamily } from './points/setting-grid.ts';
import { profileOf, type SiteProfile } from './search/family-profile.ts';

/** A recorded site, ready to be sent to a thread. */
export interface SiteToReplay {
  readonly site: number;
  readonly recording: StateRecording;
  readonly strip: readonly string[];
}

/** A job for a thread. */
export interface ReplayJob {
  readonly family: SettingFamily;
  /** Null to replay the family; otherwise the thread computes its profile on these sites. */
  readonly profileOn: readonly JudgedSite[] | null;
}

export interface RunPoint {
  readonly setting: string;
  readonly result: PointResult;
}

/** Families whose fingerprints are cached: a search returns to the good ones. */
const mostFamilies = 40;

/** Recorded sites on which settings are replayed. */
export class ReplayedSites {
  readonly #sites: readonly RecordedPages[];
  readonly #prints = new Map<string, RememberedPrints>();

  constructor(sites: readonly SiteToReplay[]) {
    this.#sites = sites.map((site) => new RecordedPages(site));
  }

  /** Returns the points in the order of thresholds. */
  async replay(family: SettingFamily): Promise<readonly RunPoint[]> {
    const prints = this.#printsOf(family);
    const results = new Map<string, SiteResult[]>();
    for (const pages of this.#sites) {
      let last: { readonly result: SiteResult; readonly sameBelow: number } | null = null;
      for (const point of pointsOf(family)) {
        // No compared distance lies between the two thresholds, so every decision would be the same.
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

  /** The profile of a family on the judged sites, for all of its thresholds at once. */
  profile(family: SettingFamily, judged: readonly JudgedSite[]): readonly SiteProfile[] {
    const { setting } = this.#printsOf(family).under(0);
    return this.#sites.flatMap((pages) => {
      const judgedSite = judged.find(({ site }) => site === pages.site);
      return judgedSite === undefined ? [] : [pages.profile(setting, family, judgedSite)];
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
  readonly #player: RecordingPlayer;
  readonly #contents: readonly ComparableContent[];
  /** For each recorded state, the states whose actions lead to it. */
  readonly #leadTo: readonly (readonly number[])[];

  constructor(site: SiteToReplay) {
    this.#site = site;
    this.#player = new RecordingPlayer(site.recording);
    const leadTo: number[][] = site.recording.states.map(() => []);
    for (const { from, transition, failure } of site.recording.tried)
      if (failure === '' && transition !== null) leadTo[transition.to]?.push(from);
    this.#leadTo = leadTo;
    this.#contents = site.recording.states.map(({ stripped }) =>
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
    const { recorded, takenFor, triedAgain } = await this.#player.replay({ setting, limits, strip });
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
      tried: triedAgain,
    };
    return { result, sameBelow: sameBelow() };
  }

  get site(): number {
    return this.#site.site;
  }

  profile(setting: NearDuplicates<unknown>, family: SettingFamily, judged: JudgedSite): SiteProfile {
    const prints = this.#contents.map((content) => setting.fingerprint(content));
    return profileOf(judged, family, this.#leadTo, (one, other) =>
      setting.distance(prints[one], prints[other]),
    );
  }

  /** The kept state that an unreached state would have been regarded as. */
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
