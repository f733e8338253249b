import type { Tracker } from '../tracker.ts';
import { serveWild } from './serve-wild.ts';
import type { WildSite } from './wild-site.ts';
import type { Flag } from './wild-truth.ts';

/** A wrong flag; '-' when the page is not in the report, or does not exist. */
export interface WildMistake {
  readonly visit: number;
  readonly key: string;
  readonly is: 'false alarm' | 'miss';
  readonly truth: string;
  readonly flag: Flag | '-';
  readonly reason: string;
  readonly edit: string;
}

export interface WildVisit {
  readonly visit: number;
  readonly pages: number;
  readonly requests: number;
  /** The pages on which nothing changed, and the requests for them. */
  readonly samePages: number;
  readonly sameRequests: number;
  readonly mistakes: readonly WildMistake[];
}

/** Visits a site in all its states. The result covers the second and all further visits. */
export async function watchWild(site: WildSite, tracker: Tracker): Promise<readonly WildVisit[]> {
  const served = await serveWild(site);
  try {
    const visits: WildVisit[] = [];
    for (const index of site.states.keys()) {
      if (index > 0) served.advance();
      await tracker.track(index === 0 ? `${served.origin}/` : null);
      const { pages } = await tracker.report();
      visits.push({
        visit: index + 1,
        pages: pages.length,
        ...requestsOf(served.asked(), site.truth[index]),
        mistakes: judgeRows(site, index, pages),
      });
    }
    return visits.slice(1);
  } finally {
    await served.close();
  }
}

/** How often pages were requested, all of them and those on which nothing changed. */
export function requestsOf(
  asked: ReadonlyMap<string, number>,
  truth: WildSite['truth'][number] = new Map(),
): Pick<WildVisit, 'requests' | 'samePages' | 'sameRequests'> {
  const same = [...truth].filter(([, { flags }]) => flags[0] === 'SAM');
  return {
    requests: asked.values().reduce((sum, count) => sum + count, 0),
    samePages: same.length,
    sameRequests: same.reduce((sum, [key]) => sum + (asked.get(key) ?? 0), 0),
  };
}

interface Row {
  readonly url: string;
  readonly flag: Flag;
  readonly reason: string;
}

/** The wrong flags of one visit. */
export function judgeRows(
  site: Pick<WildSite, 'truth' | 'done' | 'keyOf'>,
  index: number,
  rows: readonly Row[],
): readonly WildMistake[] {
  const truth = site.truth[index] ?? new Map<string, never>();
  const reported = Map.groupBy(rows, ({ url }) => site.keyOf(url));
  const mistakes: WildMistake[] = [];
  for (const key of new Set([...truth.keys(), ...reported.keys()])) {
    const expected = truth.get(key);
    const [row, ...again] = reported.get(key) ?? [];
    const common = { visit: index + 1, key, edit: site.done[index]?.get(key) ?? '' };
    const wanted = expected?.flags.join(' or ') ?? '-';
    for (const { flag, reason } of again)
      mistakes.push({ ...common, is: 'false alarm', truth: '-', flag, reason: `told twice: ${reason}` });
    if (row === undefined) {
      if (expected?.mayBeLeftOut !== true)
        mistakes.push({ ...common, is: 'miss', truth: wanted, flag: '-', reason: 'not told' });
    } else if (expected?.flags.includes(row.flag) !== true) {
      const is =
        row.flag === 'SAM' ? 'miss' : expected?.flags.includes('SAM') === false ? 'miss' : 'false alarm';
      mistakes.push({ ...common, is, truth: wanted, flag: row.flag, reason: row.reason });
    }
  }
  return mistakes;
}
