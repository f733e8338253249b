import { TidemarkError } from '../../base/index.ts';
import {
  confirmChange,
  isWithinBudget,
  judgeChanges,
  type LinkIdentity,
  twinBudget,
  visitBudget,
} from '../../track/index.ts';
import { strictlySame } from './equality/equality.ts';
import type { PageVersion } from './page-version.ts';
import { linkIdentities, type SiteKnowledge } from './site-knowledge.ts';
import type { TwinFetch } from './twin-fetch.ts';

/** Most pages whose differences are judged in one run: each takes a millisecond or two, and sites have many pages that look alike. */
const MOST_JUDGED = 3000;
/** Most pages that are fetched twice in one run to compare them. */
const MOST_FETCHED = 10;

export interface PagePair {
  readonly original: PageVersion;
  readonly other: PageVersion;
  /** The address of the other page. */
  readonly url: string;
  /** Whether earlier visits have found them the same. */
  readonly isKnown: boolean;
  /** Whether the page may be fetched for the comparison: not at every visit, or different pages would be fetched forever. */
  readonly mayFetch: boolean;
}

/** Decides whether two addresses show the same page: the same text, links and pictures, apart from noise. */
export class SamePage {
  readonly #knowledge: SiteKnowledge;
  /** Null when pages are never fetched twice. */
  readonly #twins: TwinFetch | null;
  #judged = 0;
  #fetched = 0;

  constructor(knowledge: SiteKnowledge, twins: TwinFetch | null) {
    this.#knowledge = knowledge;
    this.#twins = twins;
  }

  isExactlySame({ original, other }: PagePair): boolean {
    const identity = linkIdentities(original.url, this.#knowledge);
    return strictlySame(original.snapshot.segments, other.snapshot.segments, identity);
  }

  /** Whether the pages differ only where the site is known to be noisy, and only in what it is known to show there. */
  async isSameButForNoise(pair: PagePair): Promise<boolean> {
    const { original, other, url } = pair;
    const { host } = new URL(url);
    const rules = this.#knowledge.pageRules(host);
    if (rules.length === 0 || this.#judged === MOST_JUDGED || titleOf(original) !== titleOf(other))
      return false;
    this.#judged++;
    const identity = linkIdentities(original.url, this.#knowledge);
    if (!isWithinBudget(original.snapshot, other.snapshot, identity, visitBudget)) return false;
    const judged = judgeChanges(original.snapshot, other.snapshot, rules, { identity });
    if (judged.every(({ isNoise, isCertain }) => isNoise && isCertain)) return true;
    // Lists that rotate share items, and the rules for single places do not show which of them have moved.
    if (!this.#knowledge.quietText(host).isSame(original, other, identity)) return false;
    return pair.isKnown || this.#isConfirmed(pair, identity);
  }

  /** Whether the pages are the same apart from noise. Noise is what differs between two fetches at the same moment. */
  async #isConfirmed({ original, url, mayFetch }: PagePair, identity: LinkIdentity): Promise<boolean> {
    if (this.#twins === null || !mayFetch || this.#fetched === MOST_FETCHED) return false;
    this.#fetched++;
    try {
      const now = await this.#twins.fetchPage(url);
      const twin = await this.#twins.fetchPage(url);
      const rules = this.#knowledge.pageRules(new URL(url).host);
      if (!isWithinBudget(now.snapshot, twin.snapshot, identity, twinBudget)) return false;
      const { changes } = confirmChange(original.snapshot, now.snapshot, twin.snapshot, { rules, identity });
      return changes.length === 0;
    } catch (error) {
      if (error instanceof TidemarkError && error.decision !== 'stop') return false;
      throw error;
    }
  }
}

function titleOf({ document }: PageVersion): string {
  return document.type === 'html' ? document.html.title : '';
}
