import type { QueuedPage } from '../../store/index.ts';
import {
  type Comparison,
  comparisonOf,
  confirmChange,
  confirmedComparison,
  judgeChanges,
  reviewRules,
  type Snapshot,
  type VolatileRule,
} from '../../track/index.ts';
import type { Equality } from './equality/equality.ts';
import { type PageView, seenThrough, viewOfBoth } from './equality/page-view.ts';
import { askPlugIn } from './equality/plug-in.ts';
import { linkIdentities } from './link-identities.ts';
import type { PageVersion } from './page-version.ts';
import type { RenamedImages } from './renamed-images.ts';
import type { SiteKnowledge } from './site-knowledge.ts';
import type { TwinFetch } from './twin-fetch.ts';

/** Two fetches of one moment may have drawn the same advert, and even three. */
const MOST_TWINS = 3;
/** Two visitors in a row may be shown the same by chance, on a site that shows each what it likes. */
const TWINS_WHERE_WORDS_ARE_DRAWN = 2;

export interface PageComparerOptions {
  readonly knowledge: SiteKnowledge;
  readonly twins: TwinFetch | null;
  /** Null when nothing is fetched besides the page itself. */
  readonly images: RenamedImages | null;
  readonly equalityFor: (url: string) => Equality;
  /** Called with every second fetch, which tells about URLs, too. */
  readonly onTwin: (host: string, now: PageVersion, twin: PageVersion) => void;
}

/** Compares a page whose bytes are other ones with its last good version, as the user chose for its URL (A7). */
export class PageComparer {
  readonly #options: PageComparerOptions;

  constructor(options: PageComparerOptions) {
    this.#options = options;
  }

  /** Throws CRAWL_TWIN_FAILED and CRAWL_COMPARISON_FAILED. */
  async compare(page: QueuedPage, last: PageVersion, now: PageVersion): Promise<Comparison> {
    const equality = this.#options.equalityFor(page.url);
    if (equality.by === 'bytes') return otherBytes(last, now);
    if (equality.by === 'plug-in') return askPlugIn(equality.plugIn, last, now);
    if (!last.hasText || !now.hasText) return this.#compareBytes(page, last, now);
    const view = viewOfBoth(equality.view, last, now);
    return view.told(await this.#compareSegments(page, view, last, now));
  }

  async #compareSegments(
    { url, host }: QueuedPage,
    view: PageView,
    lastVersion: PageVersion,
    nowVersion: PageVersion,
  ): Promise<Comparison> {
    const { knowledge, twins, images, onTwin } = this.#options;
    const [last, now] = [seenThrough(view, lastVersion), seenThrough(view, nowVersion)];
    const identity = linkIdentities(nowVersion.url, knowledge);
    const same = view.same(last, now, identity);
    if (same !== null) return same;
    const rules = knowledge.pageRules(host);
    const judged = judgeChanges(last, now, rules, { identity });
    const comparison = comparisonOf(judged);
    if (twins === null) return comparison;
    if (comparison.level !== 'changed' && judged.every(({ isCertain }) => isCertain)) return comparison;
    await images?.learn(last.segments, now.segments, nowVersion.url);
    const drawsWords = rules.some(isAboutWords);
    const others: Snapshot[] = [];
    for (;;) {
      const twin = await twins.fetch(url);
      others.push(seenThrough(view, twin));
      onTwin(host, nowVersion, twin);
      const options = { rules, identity: linkIdentities(nowVersion.url, knowledge) };
      const confirmed = confirmChange(last, now, others, options);
      const most = confirmed.isDoubtful ? MOST_TWINS : drawsWords ? TWINS_WHERE_WORDS_ARE_DRAWN : 1;
      if (confirmed.changes.length > 0 && others.length < most) continue;
      knowledge.learnPageRules(host, confirmed.learned);
      const used = new Set(
        [...judged.flatMap((one) => one.rules), ...confirmed.contradicted].map(({ id }) => id),
      );
      this.#review(host, used, now, others, confirmed.contradicted, options.identity);
      return confirmedComparison(confirmed);
    }
  }

  /** Rules that hid something on this page, in the light of its twins. */
  #review(
    host: string,
    used: ReadonlySet<string>,
    now: Snapshot,
    [twin]: readonly Snapshot[],
    contradicted: Parameters<typeof reviewRules>[3],
    identity: Parameters<typeof reviewRules>[4],
  ): void {
    if (twin === undefined || used.size === 0) return;
    const { knowledge } = this.#options;
    const rules = knowledge.pageRules(host);
    const others = rules.filter(({ id }) => !used.has(id));
    const concerned = rules.filter(({ id }) => used.has(id));
    const { kept, withdrawn } = reviewRules(concerned, now, twin, contradicted, identity);
    knowledge.review(host, [...others, ...kept], withdrawn);
  }

  /** Pictures and programs: the bytes are other ones. Unless they are at every fetch, the page has changed. */
  async #compareBytes(page: QueuedPage, last: PageVersion, now: PageVersion): Promise<Comparison> {
    const { twins } = this.#options;
    if (twins === null) return otherBytes(last, now);
    const twin = await twins.fetch(page.url);
    if (Buffer.compare(twin.body, now.body) === 0) return otherBytes(last, now);
    return { level: 'only noise', noise: 'its bytes are others at every fetch' };
  }
}

/** Numbers and codes are drawn on most sites; texts and pictures only where visitors are not all shown the same. */
function isAboutWords(rule: VolatileRule): boolean {
  return !rule.isOff && (rule.kind === 'segment' || (rule.kind === 'link' && rule.link.parameter === null));
}

const otherBytes = (last: PageVersion, now: PageVersion): Comparison => ({
  level: 'changed',
  summary: `other bytes: ${last.body.length} before, ${now.body.length} now`,
});
