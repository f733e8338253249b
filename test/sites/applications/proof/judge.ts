import type { Expected } from '../application.ts';
import type { Verdict } from './oracle.ts';
import type { TrackedPage } from './tracker.ts';

export interface Wrong {
  readonly url: string;
  readonly truth: Expected;
  readonly whyTruth: string;
  /** `null`: the tracker said nothing about the page. */
  readonly page: TrackedPage | null;
}

export interface Judgement {
  readonly judged: number;
  /** Something was told that did not happen. */
  readonly false: readonly Wrong[];
  /** Something happened, and was not reported. */
  readonly missed: readonly Wrong[];
  /** What the oracle would not say. */
  readonly doubtful: readonly string[];
  /** The edits say one thing and the oracle another: a fault of the proof. */
  readonly disputed: readonly string[];
  /** Pages that nobody knew before. */
  readonly found: number;
}

export interface Evidence {
  readonly pages: ReadonlyMap<string, TrackedPage>;
  /** Addresses that were pages at an earlier visit. */
  readonly known: ReadonlySet<string>;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** What the edits make certain. */
  readonly certain: ReadonlyMap<string, Expected>;
}

export function judge({ pages, known, verdicts, certain }: Evidence): Judgement {
  const falsely: Wrong[] = [];
  const missed: Wrong[] = [];
  const doubtful: string[] = [];
  const disputed: string[] = [];
  let judged = 0;
  for (const url of new Set([...known, ...certain.keys()])) {
    const verdict = verdicts.get(url) ?? { truth: null, why: 'not looked at' };
    const promised = certain.get(url) ?? null;
    const canDispute = promised !== null && promised !== 'NEW' && promised !== 'MIS or ERR';
    if (canDispute && verdict.truth !== null && verdict.truth !== promised) {
      disputed.push(
        `${url}: the edit makes it ${promised}, the oracle says ${verdict.truth} (${verdict.why})`,
      );
      continue;
    }
    const truth = promised ?? verdict.truth;
    const page = pages.get(url) ?? null;
    if (truth === null) {
      if (page !== null) doubtful.push(`${url}: ${page.flag}; ${verdict.why}`);
      continue;
    }
    // Known pages that are not in a report are aliases, or not asked for; only a change there would be missed.
    if (page === null && truth === 'SAM') continue;
    judged++;
    const wrong = { url, truth, whyTruth: promised === null ? verdict.why : 'an edit', page };
    if (page !== null && truth.split(' or ').includes(page.flag)) continue;
    if (page === null || page.flag === 'SAM') missed.push(wrong);
    else falsely.push(wrong);
  }
  const found = [...pages.keys()].filter((url) => !known.has(url) && !certain.has(url)).length;
  return { judged, false: falsely, missed, doubtful, disputed, found };
}
