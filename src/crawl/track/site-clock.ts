import {
  type ClockRule,
  SiteClocks,
  SiteTimes,
  type Snapshot,
  type TimeRule,
  type VolatileRule,
} from '../../track/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import { nullUnlessStopping } from './null-unless-stopping.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

/** An age that is about the site is on all of its pages: after this many pages, it is known whether most of them show an age at all. */
const ENOUGH_PAGES = 20;

/** Most other pages that are fetched to check whether a time is a clock. */
const MOST_OTHERS = 5;

/** A page as this run has seen it. */
type ObservedPage = Pick<QueuedPage, 'url' | 'host'> & { readonly snapshot: Snapshot };

interface SiteClockOptions {
  readonly knowledge: SiteKnowledge;
  /** Fetches another page of the site as a visitor sees it now; null when only the page itself may be fetched. */
  readonly fetchOther: ((url: string) => Promise<Snapshot>) | null;
}

/**
 * Learns which ages on the pages of a site are about the site (`SiteTimes`). When such a moment advances, one other page is fetched, once
 * in a run: if it still shows the moment before, the age is a change of the page.
 */
export class SiteClock {
  readonly #options: SiteClockOptions;
  readonly #times = new SiteTimes();
  readonly #clocks = new SiteClocks();
  /** By host: how many pages were observed, and how many of them show an age. */
  readonly #observed = new Map<string, { pages: number; withAge: number }>();
  /** By rule and moment: whether another page shows it, too. */
  readonly #checks = new Map<string, Promise<boolean>>();
  /** By address: other pages that were fetched for a check. */
  readonly #others = new Map<string, Promise<Snapshot | null>>();

  constructor(options: SiteClockOptions) {
    this.#options = options;
  }

  /** Whether a page that is not compared is worth observing: reading the segments of every page takes long. */
  isCurious(host: string): boolean {
    const { pages, withAge } = this.#observed.get(host) ?? { pages: 0, withAge: 0 };
    return pages < ENOUGH_PAGES || withAge * 2 >= pages;
  }

  observe({ url, host, snapshot }: ObservedPage): void {
    const { knowledge } = this.#options;
    const before = this.#times.ages;
    const page = { url, host, snapshot };
    const known = new Set(
      knowledge.pageRules(host).flatMap(({ kind, id }) => (kind === 'clock' ? [id] : [])),
    );
    const clocks = this.#clocks.observe(page).filter(({ id }) => !known.has(id));
    knowledge.learnPageRules(host, [...this.#times.observe(page), ...clocks]);
    const { pages, withAge } = this.#observed.get(host) ?? { pages: 0, withAge: 0 };
    this.#observed.set(host, { pages: pages + 1, withAge: withAge + (this.#times.ages > before ? 1 : 0) });
    const rules = knowledge.pageRules(host);
    const refuted = rules.filter(
      (rule) =>
        (rule.kind === 'time' && this.#times.isRefuted(host, rule)) ||
        (rule.kind === 'clock' && this.#clocks.isRefuted(host, rule)),
    );
    if (refuted.length === 0) return;
    knowledge.reviewPageRules(host, {
      kept: rules.filter((rule) => !refuted.includes(rule)),
      withdrawn: refuted.map((rule) => ({ rule, reason: 'pages say different moments here' })),
    });
  }

  /** The rules that do not hold for a page that was already observed. */
  async refused(page: ObservedPage, used: readonly VolatileRule[]): Promise<ReadonlySet<VolatileRule>> {
    const refused = new Set<VolatileRule>();
    for (const rule of new Set(used)) {
      if (rule.kind === 'time' && !(await this.#holdsFor(page, rule))) refused.add(rule);
      if (rule.kind === 'clock' && !(await this.#isClock(page, rule))) refused.add(rule);
    }
    return refused;
  }

  /** Whether another page shows the clock, too. On the first page of a run, this takes one fetch or a few. */
  async #isClock({ url, host, snapshot: page }: ObservedPage, rule: ClockRule): Promise<boolean> {
    const { fetchOther } = this.#options;
    const isSaid = (): boolean => this.#clocks.isSaidByOther(url, host, rule);
    for (const other of fetchOther === null ? [] : rule.seenOn.slice(0, MOST_OTHERS)) {
      if (other.url === url) continue;
      if (isSaid() || this.#clocks.isRefuted(host, rule)) break;
      const snapshot = await this.#look(other.url, null, fetchOther as NonNullable<typeof fetchOther>);
      if (snapshot === null) continue;
      const seen = { url: other.url, host, snapshot };
      this.observe(seen);
      this.#clocks.compare(seen, rule);
    }
    this.#clocks.compare({ url, host, snapshot: page }, rule);
    return (isSaid() || fetchOther === null) && !this.#clocks.isRefuted(host, rule);
  }

  async #holdsFor(page: ObservedPage, rule: TimeRule): Promise<boolean> {
    const { url, host } = page;
    const key = `${host} ${rule.id} ${this.#times.momentOf(host, rule)}`;
    const check = this.#checks.get(key) ?? this.#isSaidElsewhere(page, rule);
    this.#checks.set(key, check);
    return (await check) && !this.#times.isRefuted(host, rule) && this.#times.isSaidBy(url, host, rule);
  }

  /** A page as it is after a moment advanced. One fetch serves all moments of a page. */
  async #look(
    url: string,
    since: number | null,
    fetchOther: (url: string) => Promise<Snapshot>,
  ): Promise<Snapshot | null> {
    const known = await this.#others.get(url);
    if (known !== undefined && (known?.at ?? 0) >= (since ?? 0)) return known;
    const fetched = fetchOther(url).catch(nullUnlessStopping);
    this.#others.set(url, fetched);
    return fetched;
  }

  async #isSaidElsewhere({ url, host }: ObservedPage, rule: TimeRule): Promise<boolean> {
    const { fetchOther } = this.#options;
    if (fetchOther === null) return false;
    for (const other of rule.seenOn.filter((one) => one !== url)) {
      const snapshot = await this.#look(other, this.#times.momentOf(host, rule), fetchOther);
      if (snapshot === null) continue;
      this.observe({ url: other, host, snapshot });
      if (this.#times.isSaidBy(other, host, rule)) return true;
      if (this.#times.isRefuted(host, rule)) return false;
      // The other page was edited at this place, or does not exist any more.
    }
    return false;
  }
}
