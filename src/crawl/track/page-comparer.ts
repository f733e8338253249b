import {
  type Comparison,
  type ConfirmedChange,
  comparableVersion,
  compareInBulk,
  comparisonOf,
  confirmChange,
  confirmedComparison,
  type HashSource,
  isTooLong,
  isWithinBudget,
  type JudgedChange,
  judgeChanges,
  judgeVersions,
  type LinkIdentity,
  partsInBulk,
  reviewRules,
  type Snapshot,
  tellChanges,
  twinBudget,
  type VolatileRule,
  visitBudget,
} from '../../track/index.ts';
import type { QueuedPage } from '../tables/records.ts';
import type { ChangedText, NewText } from './changed-text.ts';
import {
  type Equality,
  type PageView,
  strictlySame,
  viewedSnapshot,
  viewForBoth,
  wholePage,
} from './equality/equality.ts';
import { askPlugIn } from './equality/plug-in.ts';
import { inTurns, isLargePage, readLargePage } from './large-pages.ts';
import type { PageVersion } from './page-version.ts';
import type { RenamedImages } from './renamed-images.ts';
import { RunEvidence } from './run-evidence.ts';
import { SiteClock } from './site-clock.ts';
import { linkIdentities, type SiteKnowledge } from './site-knowledge.ts';
import { textOfNewPage } from './text-of-new-page.ts';
import type { TwinFetch } from './twin-fetch.ts';

interface PageComparerOptions {
  readonly knowledge: SiteKnowledge;
  /** Null when pages are never fetched twice. */
  readonly twins: TwinFetch | null;
  /** Null when nothing but the page itself is fetched. */
  readonly images: RenamedImages | null;
  readonly equalityFor: (url: string) => Equality;
  /** Called with every second fetch, from which something can be learned about URLs, too. */
  readonly onTwin: (host: string, now: PageVersion, twin: PageVersion) => void;
}

/** A page that seems updated, as the first fetch of this visit shows it. */
interface SuspectedChange {
  readonly page: QueuedPage;
  readonly view: PageView;
  readonly last: Snapshot;
  readonly now: Snapshot;
  readonly nowVersion: PageVersion;
  /** The rules by which `judged` was judged; others may be learned meanwhile. */
  readonly rules: readonly VolatileRule[];
  readonly judged: readonly JudgedChange[];
}

/** Compares a page whose bytes differ with its last good version, in the way that the user chose for its URL (A7). */
export class PageComparer {
  readonly #options: PageComparerOptions;
  readonly #evidence = new RunEvidence();
  readonly #clock: SiteClock;

  constructor(options: PageComparerOptions) {
    this.#options = options;
    const { knowledge, twins } = options;
    const fetchOther = twins && (async (url: string) => (await twins.fetchPage(url)).snapshot);
    this.#clock = new SiteClock({ knowledge, fetchOther });
  }

  /** Takes notice of a page that is not compared: what it shows says something about other pages. */
  observe({ url, host }: QueuedPage, now: PageVersion): void {
    if (!now.hasText || isLargePage(now)) return;
    this.#options.knowledge.observe(host, () => now.snapshot);
    if (this.#clock.isCurious(host)) this.#clock.observe({ url, host, snapshot: now.snapshot });
  }

  /** Throws CRAWL_TWIN_FAILED and CRAWL_COMPARISON_FAILED. */
  async compare(page: QueuedPage, last: PageVersion, now: PageVersion): Promise<Comparison> {
    const equality = this.#options.equalityFor(page.url);
    if (equality.by === 'bytes') return this.#withWords(page, last, now, differentBytes(last, now));
    if (equality.by === 'plug-in')
      return this.#withWords(page, last, now, await askPlugIn(equality.plugIn, last, now));
    if (!last.hasText || !now.hasText) return this.#compareBytes(page, last, now);
    const view = viewForBoth(equality.view, last, now);
    return view.describe(await this.#compareSegments(page, view, last, now));
  }

  /** What to tell about a change: the differences in the words that were compared. Null when there are no words. */
  changedText(
    { url }: QueuedPage,
    last: PageVersion,
    now: PageVersion,
    comparison: Comparison,
  ): ChangedText | null {
    if (comparison.level !== 'changed' || comparison.judged === undefined) return null;
    const equality = this.#options.equalityFor(url);
    const view = equality.by === 'view' ? viewForBoth(equality.view, last, now) : wholePage;
    const identity = linkIdentities(now.url, this.#options.knowledge);
    const [before, after] = [viewedSnapshot(view, last), viewedSnapshot(view, now)];
    const versions = { last: before, now: after, identity, isWhole: view.subject === null };
    return {
      changes: comparison.judged.filter(({ isNoise }) => !isNoise),
      reported: tellChanges(comparison.judged, versions),
      leaves: {
        get before() {
          return before.segments;
        },
        get now() {
          return after.segments;
        },
      },
      last,
    };
  }

  /** The text of a page that has no version to compare with. */
  newText({ url, host }: Pick<QueuedPage, 'url' | 'host'>, now: PageVersion): NewText {
    const equality = this.#options.equalityFor(url);
    const view = equality.by === 'view' ? equality.view : wholePage;
    return textOfNewPage(host, now, view, this.#options.knowledge);
  }

  /** Where bytes or a plug-in decide that a page has changed, its words still tell a reader in what. */
  #withWords({ host }: QueuedPage, last: PageVersion, now: PageVersion, comparison: Comparison): Comparison {
    if (comparison.level !== 'changed' || !last.hasText || !now.hasText) return comparison;
    const { knowledge } = this.#options;
    const identity = linkIdentities(now.url, knowledge);
    const judged = judgeVersions(last.snapshot, now.snapshot, knowledge.pageRules(host), identity);
    return { ...comparison, judged };
  }

  async #compareSegments(
    page: QueuedPage,
    view: PageView,
    lastVersion: PageVersion,
    nowVersion: PageVersion,
  ): Promise<Comparison> {
    const { knowledge, images } = this.#options;
    const [last, now] = [viewedSnapshot(view, lastVersion), viewedSnapshot(view, nowVersion)];
    const isLong = isTooLong(last) || isTooLong(now);
    if (!isLong) images?.learnClocks(last, now, nowVersion.url);
    const identity = linkIdentities(nowVersion.url, knowledge);
    const same = isLong ? null : view.compareExactly(last, now, identity);
    if (same !== null) return same;
    const comparable = await inTurns(comparableVersion(last, now, identity, visitBudget));
    if (comparable === null) return this.#compareInBulk(page, view, last, now, nowVersion);
    if (comparable !== last && strictlySame(comparable.segments, now.segments, identity))
      return { level: 'only noise', noise: 'only the time moved on' };
    const comparison = await this.#compareChanged(page, view, comparable, now, nowVersion);
    knowledge.observe(page.host, () => now);
    return comparison;
  }

  /** Compares by what is known about the site, and by further fetches where that is not enough. */
  async #compareChanged(
    page: QueuedPage,
    view: PageView,
    last: Snapshot,
    now: Snapshot,
    nowVersion: PageVersion,
  ): Promise<Comparison> {
    const { knowledge, images, twins } = this.#options;
    const { rules, judged } = await this.#judge(page, last, now, nowVersion);
    const comparison = comparisonOf(judged);
    if (twins === null) return comparison;
    if (comparison.level !== 'changed' && this.#evidence.isNoiseCertain(judged)) return comparison;
    const identity = linkIdentities(nowVersion.url, knowledge);
    if (this.#evidence.areShared(judged, page, rules, identity)) return comparison;
    if (this.#evidence.isSameForAll(page, rules)) {
      // Another visitor would see the same.
      await images?.learn(last, now, now, nowVersion.url);
      const confirmed = confirmChange(last, now, now, {
        identity: linkIdentities(nowVersion.url, knowledge),
      });
      return confirmedComparison(confirmed);
    }
    const suspicion = { page, view, last, now, nowVersion, rules, judged };
    return this.#confirm(suspicion, twins);
  }

  /** What the rules that hold say about a page. */
  async #judge(
    { url, host }: QueuedPage,
    last: Snapshot,
    now: Snapshot,
    nowVersion: PageVersion,
  ): Promise<Pick<SuspectedChange, 'rules' | 'judged'>> {
    const { knowledge } = this.#options;
    const identity = linkIdentities(nowVersion.url, knowledge);
    const seen = { url, host, snapshot: now };
    this.#clock.observe(seen);
    const rules = knowledge.pageRules(host);
    const judged = judgeChanges(last, now, rules, { identity });
    const used = judged.flatMap((one) => one.rules);
    const refused = await this.#clock.refused(seen, used);
    if (refused.size === 0) return { rules, judged };
    const others = rules.filter((rule) => !refused.has(rule));
    return { rules: others, judged: judgeChanges(last, now, others, { identity }) };
  }

  /** Compares as a whole a page that differs in too much. */
  async #compareInBulk(
    page: QueuedPage,
    view: PageView,
    last: Snapshot,
    now: Snapshot,
    nowVersion: PageVersion,
  ): Promise<Comparison> {
    const twin = await this.#twinInBulk(page, view, nowVersion);
    return inTurns(compareInBulk(last, now, twin, linkIdentities(nowVersion.url, this.#options.knowledge)));
  }

  /** Reads a further fetch and forgets it: three versions of a large page at once take much memory. */
  async #twinInBulk(page: QueuedPage, view: PageView, now: PageVersion): Promise<HashSource | null> {
    const { knowledge, twins, onTwin } = this.#options;
    if (twins === null) return null;
    const twin = await twins.fetchPage(page.url);
    await readLargePage(twin);
    onTwin(page.host, now, twin);
    const seen = viewedSnapshot(view, twin);
    const parts = partsInBulk(seen, linkIdentities(now.url, knowledge));
    seen.leaves?.release();
    return parts;
  }

  /** Fetches the page again until the change is certain, or there are enough fetches. Learns from what differs. */
  async #confirm(suspicion: SuspectedChange, twins: TwinFetch): Promise<Comparison> {
    const { knowledge, images, onTwin } = this.#options;
    const { page, view, last, now, nowVersion, rules, judged } = suspicion;
    const { url, host } = page;
    const others: Snapshot[] = [];
    for (;;) {
      const twin = await twins.fetchPage(url);
      await readLargePage(twin);
      const seen = viewedSnapshot(view, twin);
      others.push(seen);
      if (others.length === 1) await images?.learn(last, now, seen, nowVersion.url);
      onTwin(host, nowVersion, twin);
      // Built again each time: the twin may have shown new session ids.
      const identity = linkIdentities(nowVersion.url, knowledge);
      if (!isWithinBudget(now, seen, identity, twinBudget))
        return inTurns(compareInBulk(last, now, partsInBulk(seen, identity), identity));
      const confirmed = confirmChange(last, now, others, { rules, identity });
      if (confirmed.changes.length > 0 && others.length < fetchesNeeded(confirmed, rules)) continue;
      this.#evidence.note(page, judged, confirmed, identity);
      knowledge.learnPageRules(host, confirmed.learned);
      const used = [...judged.flatMap((one) => one.rules), ...confirmed.contradicted].filter(isAboutFetches);
      this.#reviewRules(host, used, now, others, confirmed.contradicted, identity);
      return confirmedComparison(confirmed);
    }
  }

  /** Checks the rules that hid something on this page against its second fetch. */
  #reviewRules(
    host: string,
    used: readonly VolatileRule[],
    now: Snapshot,
    [twin]: readonly Snapshot[],
    contradicted: readonly VolatileRule[],
    identity: LinkIdentity,
  ): void {
    if (twin === undefined || used.length === 0) return;
    const { knowledge } = this.#options;
    const ids = new Set(used.map(({ id }) => id));
    const rules = knowledge.pageRules(host);
    const others = rules.filter(({ id }) => !ids.has(id));
    const concerned = rules.filter(({ id }) => ids.has(id));
    const { kept, withdrawn } = reviewRules(concerned, now, twin, contradicted, identity);
    knowledge.reviewPageRules(host, { kept: [...others, ...kept], withdrawn });
  }

  /** For pictures and programs. Different bytes are a change, unless they differ at every fetch. */
  async #compareBytes(page: QueuedPage, last: PageVersion, now: PageVersion): Promise<Comparison> {
    const { twins } = this.#options;
    if (twins === null) return differentBytes(last, now);
    const twin = await twins.fetchPage(page.url);
    if (Buffer.compare(twin.body, now.body) === 0) return differentBytes(last, now);
    return { level: 'only noise', noise: 'its bytes differ at every fetch' };
  }
}

/** Two fetches of one page always say the same about the time of the site: they neither confirm nor refute it. */
const isAboutFetches = ({ kind }: VolatileRule): boolean => kind !== 'time';

const differentBytes = (last: PageVersion, now: PageVersion): Comparison => ({
  level: 'changed',
  summary: `different bytes: ${last.body.length} before, ${now.body.length} now`,
});

/** Further fetches of a page whose change is doubtful: two or even three may show the same advert by chance. */
const MOST_TWINS = 3;
/** On a site that shows visitors different texts, two in a row may see the same by chance. */
const TWINS_WHERE_TEXTS_ROTATE = 2;

/** How many further fetches have to agree before a change counts. */
function fetchesNeeded({ changes, isDoubtful }: ConfirmedChange, rules: readonly VolatileRule[]): number {
  if (isDoubtful) return MOST_TWINS;
  return rules.some(isAboutTexts) && !changes.some(isRewritten) ? TWINS_WHERE_TEXTS_ROTATE : 1;
}

/** Whether words of the page's own were changed. A text that came or went may be a box that not every answer has. */
function isRewritten({ change, isNoise, rules }: JudgedChange): boolean {
  return change.flag === 'changed' && !isNoise && rules.length === 0;
}

/** Most sites have numbers and codes that vary. Texts and pictures vary only where visitors see different ones. */
function isAboutTexts(rule: VolatileRule): boolean {
  return !rule.isOff && (rule.kind === 'segment' || (rule.kind === 'link' && rule.link.parameter === null));
}
