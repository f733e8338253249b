import type { SiteResult } from '../points/point-result.ts';

/** A recorded site with what people say about its states. */
export interface JudgedSite {
  readonly site: number;
  /** The class of each recorded state: the smallest number in it. */
  readonly classOf: readonly number[];
  /** Actions that were tried when it was recorded. */
  readonly tried: number;
}

/** One site, as judged and as a setting sees it. */
export interface MeasuredSite {
  readonly judged: JudgedSite;
  readonly result: SiteResult;
}

/** One figure for a setting, over any number of sites. A new metric is a file here and a line in `metrics.ts`. */
export interface StateMetric {
  readonly name: string;
  /** One sentence for people. */
  readonly says: string;
  readonly better: 'less' | 'more';
  of(sites: readonly MeasuredSite[]): number;
}

export function sumOver(sites: readonly MeasuredSite[], figure: (site: MeasuredSite) => number): number {
  return sites.reduce((sum, site) => sum + figure(site), 0);
}
