import { type Judgement, judge, type Report, totalsHold } from './judge.ts';
import { serveSite } from './site/serve.ts';
import type { Site } from './site/site.ts';
import type { Tracker } from './tracker.ts';

/** The result of watching one site. */
export interface Watched {
  readonly site: Site;
  /** Of the second and all further visits. */
  readonly judgements: readonly Judgement[];
  readonly reports: readonly Report[];
  /** The visits with wrong totals. */
  readonly wrongTotals: readonly number[];
  /** How many requests each visit took. */
  readonly requests: readonly number[];
}

/** Visits a site in all states of its script, and judges the reports. */
export async function watchSite(site: Site, tracker: Tracker): Promise<Watched> {
  const served = await serveSite(site);
  try {
    const reports: Report[] = [];
    const requests: number[] = [];
    for (const visit of site.script.keys()) {
      const before = served.requests.length;
      if (visit > 0) served.advance();
      await tracker.track(visit === 0 ? `${served.origin}/` : null);
      reports.push(await tracker.report());
      requests.push(served.requests.length - before);
    }
    const later = [...reports.entries()].slice(1).map(([index, report]) => ({ visit: index + 1, report }));
    return {
      site,
      reports,
      requests,
      judgements: later.map(({ visit, report }) => judge(site, visit, report)),
      wrongTotals: later.flatMap(({ visit, report }) => (totalsHold(site, visit, report) ? [] : [visit])),
    };
  } finally {
    await served.close();
  }
}
