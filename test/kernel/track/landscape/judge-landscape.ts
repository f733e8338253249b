import { z } from 'zod';
import type { Truth, Verdict } from './landscape.ts';

/** What a monitor says about a page at a visit. */
export interface Said {
  /** With or without the site's origin. */
  readonly address: string;
  readonly verdict: Verdict | 'failed';
  /** In the monitor's own words. */
  readonly reason?: string | undefined;
}

/** What judges elsewhere post to `/__judge`. */
export const saidPosted: z.ZodType<readonly Said[]> = z.array(
  z.object({
    address: z.string(),
    verdict: z.enum(['same', 'changed', 'new', 'gone', 'failed']),
    reason: z.string().optional(),
  }),
);

/** The site at the visit that is judged. */
export interface Judged {
  truth(): ReadonlyMap<string, Truth>;
  pathOf(address: string): string | null;
  /** Requests for each page since the visit began. */
  asked(): ReadonlyMap<string, number>;
}

export interface Mistake {
  readonly kind: 'false alarm' | 'missed' | 'new not found' | 'gone not reported' | 'listed twice';
  readonly path: string;
  readonly right: readonly Verdict[];
  readonly said: string;
  readonly edits: readonly string[];
}

/** One visit to one site: what was wrong, and what it cost. */
export interface JudgedVisit {
  readonly visit: number;
  /** Pages by what was true of them; pages of which nobody could know are not counted. */
  readonly judged: Readonly<Record<Verdict, number>>;
  /** Requests for pages that are the same. */
  readonly sameRequests: number;
  readonly mistakes: readonly Mistake[];
}

const kinds: Readonly<Record<Verdict, Mistake['kind']>> = {
  same: 'false alarm',
  changed: 'missed',
  new: 'new not found',
  gone: 'gone not reported',
};

/** Compares what a monitor said with what was true. */
export function judgeVisit(site: Judged, visit: number, said: readonly Said[]): JudgedVisit {
  const rows = Map.groupBy(said, ({ address }) => site.pathOf(address));
  const asked = site.asked();
  const mistakes: Mistake[] = [];
  const judged = { same: 0, changed: 0, new: 0, gone: 0 };
  let sameRequests = 0;
  for (const [path, { right, edits }] of site.truth()) {
    const [truth] = right;
    if (truth === undefined) continue;
    judged[truth]++;
    if (truth === 'same') sameRequests += asked.get(path) ?? 0;
    const [first, ...more] = rows.get(path) ?? [];
    // Some monitors tell every answer that is not a page as a failure.
    const verdict = first?.verdict === 'failed' && truth === 'gone' ? 'gone' : first?.verdict;
    const isRight = right.some((it) => it === verdict);
    if (isRight && more.length === 0) continue;
    const words = first === undefined ? 'nothing' : `${first.verdict} (${first.reason ?? ''})`;
    const again = more.map(({ address }) => `; again as ${address}`).join('');
    mistakes.push({ kind: isRight ? 'listed twice' : kinds[truth], path, right, said: words + again, edits });
  }
  return { visit, judged, sameRequests, mistakes };
}
