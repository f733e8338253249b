import { readSetting, type SettingPoint } from '../../../fingerprint/index.ts';
import type { PointResult, RunPoint, SiteResult } from '../points/point-result.ts';

/** A recorded site with the classes that people's verdicts give. */
export interface JudgedSite {
  readonly site: number;
  /** The class of each recorded state: the smallest number in it. */
  readonly classOf: readonly number[];
  /** The number of actions that were tried during the recording. */
  readonly tried: number;
}

/** One site, as judged by people and as seen by a setting. */
interface MeasuredSite {
  readonly judged: JudgedSite;
  readonly result: SiteResult;
}

/** The figures of a setting, over any number of sites. */
export interface Figures {
  /** Section 8.2.3: states that people distinguish and that an exploration with this setting does not find. */
  readonly missed: number;
  /** Section 8.2.3: states that are kept although people say that one of them is enough. */
  readonly duplicates: number;
  /** The total error of figures 9 to 15: missed and duplicate states together. */
  readonly error: number;
  /** How well the setting groups pairs of states, reached or not: the harmonic mean of precision and recall. */
  readonly f1: number;
  /**
   * Section 8.2.3: the share of actions that are saved, compared with an exploration in which every change is a state. Actions are counted instead of
   * time: each one is a visit in a browser, and the count is the same on every machine.
   */
  readonly speed: number;
}

/** `classes`: classes of states on the site; `kept`: states that are kept; `found`: classes among the kept states. */
export const stateErrors = (classes: number, kept: number, found: number) => ({
  missed: classes - found,
  duplicates: kept - found,
});

export function figuresOf(sites: readonly MeasuredSite[]): Figures {
  const sum = (figure: (site: MeasuredSite) => number) =>
    sites.reduce((total, site) => total + figure(site), 0);
  const errors = sites.map(({ judged: { classOf }, result: { kept } }) =>
    stateErrors(new Set(classOf).size, kept.length, new Set(kept.map((state) => classOf[state])).size),
  );
  const missed = errors.reduce((total, each) => total + each.missed, 0);
  const duplicates = errors.reduce((total, each) => total + each.duplicates, 0);
  const tried = sum(({ judged }) => judged.tried);
  return {
    missed,
    duplicates,
    error: missed + duplicates,
    f1: pairsF1(sites),
    speed: tried === 0 ? 0 : 1 - sum(({ result }) => result.tried) / tried,
  };
}

function pairsF1(sites: readonly MeasuredSite[]): number {
  let [right, wrong, missing] = [0, 0, 0];
  for (const { judged, result } of sites) {
    const both = pairsIn(judged.classOf.map((each, state) => `${each} ${result.takenFor[state]}`));
    right += both;
    wrong += pairsIn(result.takenFor) - both;
    missing += pairsIn(judged.classOf) - both;
  }
  return right === 0 ? (wrong + missing === 0 ? 1 : 0) : (2 * right) / (2 * right + wrong + missing);
}

/** The number of pairs with equal names. Computed from group sizes, since the number of pairs grows with the square of the states. */
function pairsIn(names: readonly (string | number)[]): number {
  const groups = Map.groupBy(names, (name) => name).values();
  return [...groups].reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
}

/** The judged sites for which there is a result. */
export function measured(judged: readonly JudgedSite[], { sites }: PointResult): readonly MeasuredSite[] {
  const results = new Map(sites.map((result) => [result.site, result]));
  return judged.flatMap((each) => {
    const result = results.get(each.site);
    return result === undefined ? [] : [{ judged: each, result }];
  });
}

/** A setting with its figures on the judged sites. */
export interface MeasuredPoint {
  /** In its written form: `broder/words:3@0.2`. */
  readonly setting: string;
  readonly point: SettingPoint;
  readonly figures: Figures;
}

export const measuredPoints = (
  points: readonly RunPoint[],
  judged: readonly JudgedSite[],
): readonly MeasuredPoint[] =>
  points.map(({ setting, result }) => ({
    setting,
    point: readSetting(setting),
    figures: figuresOf(measured(judged, result)),
  }));
