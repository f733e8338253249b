import type { Site } from './site/site.ts';
import type { Flag } from './site/truth.ts';

/** What `tidemark report --json` prints. */
export interface Report {
  readonly run: number;
  readonly totals: Readonly<Record<Flag, number>>;
  readonly pages: readonly {
    readonly file: unknown;
    readonly url: string;
    readonly identity: string;
    readonly flag: Flag;
    readonly reason: string;
  }[];
  readonly groups: readonly {
    readonly changes: readonly {
      readonly flag: string;
      readonly area: string;
      readonly words: readonly object[];
    }[];
    readonly pages: readonly { readonly url: string }[];
  }[];
}

/** A page with the wrong flag; '-' stands for a page that does not exist, or is not in the report. */
export interface Mistake {
  readonly seed: number;
  readonly visit: number;
  readonly key: string;
  readonly truth: Flag | '-';
  readonly flag: Flag | '-';
  readonly reason: string;
  /** What was done to the page since the previous visit. */
  readonly edit: string;
}

/** Truth and flag of every page of one visit. */
export interface Judgement {
  readonly pairs: readonly { readonly truth: Flag | '-'; readonly flag: Flag | '-' }[];
  readonly mistakes: readonly Mistake[];
}

/** Compares a report with the truth. A page that is listed twice is a mistake, and so is one that the site does not have. */
export function judge(site: Site, visit: number, report: Report): Judgement {
  const truth = site.truth[visit - 1] ?? new Map<string, never>();
  const done = site.script[visit - 1]?.done ?? [];
  const rows = Map.groupBy(report.pages, ({ url }) => keyOf(site, url));
  const pairs: Judgement['pairs'][number][] = [];
  const mistakes: Mistake[] = [];
  for (const key of new Set([...truth.keys(), ...rows.keys()])) {
    const expected = truth.get(key);
    const listed = rows.get(key) ?? [];
    if (listed.length === 0 && (expected === undefined || expected.mayBeLeftOut)) continue;
    const wanted = expected?.flag ?? '-';
    for (const [index, row] of [...listed, ...(listed.length === 0 ? [null] : [])].entries()) {
      const flag = row?.flag ?? '-';
      const wantedHere = index === 0 ? wanted : '-';
      pairs.push({ truth: wantedHere, flag });
      if (flag === wantedHere) continue;
      mistakes.push({
        seed: site.seed,
        visit,
        key,
        truth: wantedHere,
        flag,
        reason:
          index === 0 ? (row?.reason ?? 'not in the report') : `listed again as ${row?.url}: ${row?.reason}`,
        edit: done.find((edit) => edit.key === key)?.name ?? '',
      });
    }
  }
  return { pairs, mistakes };
}

const keyOf = (site: Site, url: string): string => {
  const { pathname, search } = new URL(url);
  return site.keyOf(`${pathname}${search}`);
};

/** Whether the totals match the rows, and every page that was due has one flag. */
export function totalsHold(site: Site, visit: number, { totals, pages }: Report): boolean {
  const count = (flag: Flag): number => pages.filter((page) => page.flag === flag).length;
  const flags: readonly Flag[] = ['NEW', 'SAM', 'UPD', 'MIS', 'ERR'];
  const known = [...(site.truth[visit - 1]?.values() ?? [])].filter(({ flag }) => flag !== 'NEW');
  const due = known.filter(({ mayBeLeftOut }) => !mayBeLeftOut).length;
  const reported = totals.SAM + totals.UPD + totals.MIS + totals.ERR;
  return flags.every((flag) => totals[flag] === count(flag)) && reported >= due && reported <= known.length;
}
