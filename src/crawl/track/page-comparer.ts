import {
  type Comparison,
  type ConfirmedChange,
  comparableVersion,
  compareInBulk,
  comparisonOf,
  confirmChange,
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
import type { QueuedPage } from '../tables/frontier.ts';
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
import { RecurringLocations } from './noise-over-time.ts';
import type { PageVersion } from './page-version.ts';
import type { RenamedImages } from './renamed-images.ts';
import { RunEvidence } from './run-evidence.ts';
import { SiteClock } from './site-clock.ts';
import { linkIdentities, type SiteKnowledge } from './site-knowledge.ts';
import { textOfNewPage } from './text-of-new-page.ts';
import type { TwinFetch } from './twin-fetch.ts';
import { replacedPictures, type WatchedPictures } from './watched-pictures.ts';

interface PageComparerOptions {
  readonly knowledge: SiteKnowledge;
  /** Null when pages are never fetched twice. */
  readonly twins: TwinFetch | null;
  /** Null when nothing but the page itself is fetched. */
  readonly images: RenamedImages | null;
  /** Null when pictures are not asked for, or are pages themselves. */
  readonly pictures: WatchedPictures | null;
  readonly equalityFor: (url: string) => Equality;
  /** The number of the run. */
  readonly run: number;
  /** Called with every second fetch, because rules about URLs can be learned from it, too. */
  readonly onTwin: (host: string, now: PageVersion, twin: PageVersion) => void;
}

export type ChangedComparison = Extract<Comparison, { level: 'changed' }>;

/** A page that seems to be updated, by the first fetch of this visit. */
interface SuspectedChange {
  readonly page: QueuedPage;
  readonly view: PageView;
  readonly last: Snapshot;
  readonly now: Snapshot;
  readonly nowVersion: PageVersion;
  /** The rules that `judged` is based on; others may be learned meanwhile. */
  readonly rules: readonly VolatileRule[];
  readonly judged: readonly JudgedChange[];
}

const none: ReadonlySet<string> = new Set();

/** Compares a page whose bytes differ with its last good version, in the way that the user chose for its URL. */
export class PageComparer {
  readonly #options: PageComparerOptions;
  readonly #evidence = new RunEvidence();
  readonly #clock: SiteClock;
  readonly #recurring: RecurringLocations;

  constructor(options: PageComparerOptions) {
    this.#options = options;
    const { knowledge, twins, run } = options;
    const fetchOther = twins && (async (url: string) => (await twins.fetchPage(url)).snapshot);
    this.#clock = new SiteClock({ knowledge, fetchOther });
    this.#recurring = new RecurringLocations({ knowledge, run, fetchOther });
  }

  /** Records a page that is not compared: its content says something about other pages. */
  observe({ url, host }: QueuedPage, now: PageVersion): void {
    if (!now.hasText || isLargePage(now)) return;
    this.#options.knowledge.observe(host, () => now.snapshot);
    if (this.#clock.isCurious(host)) this.#clock.observe({ url, host, snapshot: now.snapshot });
  }

  /** Counts a page that was visited before, changed or not. */
  noteVisited(page: QueuedPage): void {
    this.#recurring.noteVisited(page);
  }

  /** Throws CRAWL_TWIN_FAILED and CRAWL_COMPARISON_FAILED. */
  async compare(page: QueuedPage, last: PageVersion, now: PageVersion): Promise<Comparison> {
    const equality = this.#options.equalityFor(page.url);
    if (equality.by === 'bytes') return this.#withWords(page, last, now, differentBytes(last, now));
    if (equality.by === 'plug-in')
      return this.#withWords(page, last, now, await askPlugIn(equality.plugIn, last, now));
    if (!last.hasText || !now.hasText) return this.#compareBytes(page, last, now);
    const view = viewForBoth(equality.view, last, now);
    const compared = await this.#compareSegments(page, view, last, now);
    const replaced = (await this.#options.pictures?.replacedOn(page)) ?? none;
    return view.describe(this.#withPictures(replaced, view, now, compared) ?? compared);
  }

  /** The change of a page that is the same but for pictures that were replaced under their addresses; null when none was. */
  async compareOnlyPictures(page: QueuedPage, now: PageVersion): Promise<ChangedComparison | null> {
    const { pictures, equalityFor } = this.#options;
    const equality = equalityFor(page.url);
    if (equality.by !== 'view') return null;
    // Asked before the page is read: nearly always there is nothing more to do.
    const replaced = (await pictures?.replacedOn(page)) ?? none;
    if (replaced.size === 0 || !now.hasText) return null;
    const view = viewForBoth(equality.view, now, now);
    const found = this.#withPictures(replaced, view, now, { level: 'same bytes' });
    const described = found === null ? null : view.describe(found);
    return described?.level === 'changed' ? described : null;
  }

  /** Adds the pictures that were replaced; null when the compared part of the page shows none of them. */
  #withPictures(
    replaced: ReadonlySet<string>,
    view: PageView,
    now: PageVersion,
    compared: Comparison,
  ): Comparison | null {
    if (replaced.size === 0) return null;
    const { segments } = viewedSnapshot(view, now);
    const found = replacedPictures(segments, now.url, replaced, this.#options.knowledge);
    if (found.length === 0) return null;
    const others = compared.level === 'changed' ? compared.judged : [];
    // Without words there is nothing to add to.
    return others === undefined ? compared : comparisonOf([...others, ...found]);
  }

  /** What to report about a change: the differences in the words that were compared. Null when there are no words. */
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

  /** When bytes or a plug-in decide that a page has changed, its words still show a reader what changed. */
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
    const compared = await this.#compareChanged(page, view, comparable, now, nowVersion);
    knowledge.observe(page.host, () => now);
    if ('level' in compared) return compared;
    const both = { page, last: comparable, now, identity: linkIdentities(nowVersion.url, knowledge) };
    const judged = await this.#recurring.judge(compared, both);
    this.#recurring.note(judged, both);
    return comparisonOf(judged);
  }

  /** Judges every difference by what is known about the site, and by further fetches where that is not enough; or compares the page as a whole. */
  async #compareChanged(
    page: QueuedPage,
    view: PageView,
    last: Snapshot,
    now: Snapshot,
    nowVersion: PageVersion,
  ): Promise<Comparison | readonly JudgedChange[]> {
    const { knowledge, images, twins } = this.#options;
    const { rules, judged } = await this.#judge(page, last, now, nowVersion);
    if (twins === null) return judged;
    if (judged.every(({ isNoise }) => isNoise) && this.#evidence.isNoiseCertain(judged)) return judged;
    const identity = linkIdentities(nowVersion.url, knowledge);
    if (this.#evidence.areShared(judged, page, rules, identity)) return judged;
    if (this.#evidence.isSameForAll(page, rules)) {
      // Another visitor would see the same page, so a twin fetch is not needed.
      await images?.learn(last, now, now, nowVersion.url);
      const { changes, noise } = confirmChange(last, now, now, {
        identity: linkIdentities(nowVersion.url, knowledge),
      });
      return [...changes, ...noise];
    }
    const suspicion = { page, view, last, now, nowVersion, rules, judged };
    return this.#confirm(suspicion, twins);
  }

  /** Applies the current rules to a page. */
  async #judge(
    { url, host, lastFlag }: QueuedPage,
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
    const both = { page: { url, host, lastFlag }, last, now, identity };
    if (refused.size === 0) return { rules, judged: await this.#recurring.judge(judged, both) };
    const others = rules.filter((rule) => !refused.has(rule));
    const again = judgeChanges(last, now, others, { identity });
    return { rules: others, judged: await this.#recurring.judge(again, both) };
  }

  /** Compares a page that has too many differences as a whole. */
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

  /** Reads a further fetch and releases it: three versions of a large page at once take much memory. */
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

  /** Fetches the page again until the change is certain, or the limit of fetches is reached. Learns from the differences. */
  async #confirm(
    suspicion: SuspectedChange,
    twins: TwinFetch,
  ): Promise<Comparison | readonly JudgedChange[]> {
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
      // Created again each time: the twin fetch may have shown new session ids.
      const identity = linkIdentities(nowVersion.url, knowledge);
      if (!isWithinBudget(now, seen, identity, twinBudget))
        return inTurns(compareInBulk(last, now, partsInBulk(seen, identity), identity));
      const confirmed = confirmChange(last, now, others, { rules, identity });
      if (confirmed.changes.length > 0 && others.length < fetchesNeeded(confirmed, rules)) continue;
      knowledge.learnPageRules(host, confirmed.learned);
      // A copy from a cache agrees with the first fetch, whatever the site itself would have sent.
      if (!twin.isFromCache) {
        this.#evidence.note(page, judged, confirmed, identity);
        const used = [...judged.flatMap((one) => one.rules), ...confirmed.contradicted];
        this.#reviewRules(host, used.filter(isAboutFetches), now, others, confirmed.contradicted, identity);
      }
      return [...confirmed.changes, ...confirmed.noise];
    }
  }

  /** Checks the rules that hid changes on this page against its second fetch. */
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

/** Two fetches at the same moment neither confirm nor refute rules about what is the same for all visitors. */
const isAboutFetches = ({ kind }: VolatileRule): boolean =>
  kind !== 'time' && kind !== 'clock' && kind !== 'recurring';

const differentBytes = (last: PageVersion, now: PageVersion): Comparison => ({
  level: 'changed',
  summary: `different bytes: ${last.body.length} before, ${now.body.length} now`,
});

/** Further fetches of a page whose change is doubtful: two or even three may show the same advert by chance. */
const MOST_TWINS = 3;
/** On a site that shows visitors different texts, two in a row may get the same one by chance. */
const TWINS_WHERE_TEXTS_ROTATE = 2;

/** How many further fetches have to agree before a change counts. */
function fetchesNeeded({ changes, isDoubtful }: ConfirmedChange, rules: readonly VolatileRule[]): number {
  if (isDoubtful) return MOST_TWINS;
  return rules.some(isAboutTexts) && !changes.some(isRewritten) ? TWINS_WHERE_TEXTS_ROTATE : 1;
}

/** Whether words of the page's own text were changed. A text that was added or removed may be a box that is not in every response. */
function isRewritten({ change, isNoise, rules }: JudgedChange): boolean {
  return change.flag === 'changed' && !isNoise && rules.length === 0;
}

/** On most sites, numbers and codes vary. Texts and pictures vary only on sites that show visitors different ones. */
function isAboutTexts(rule: VolatileRule): boolean {
  return !rule.isOff && (rule.kind === 'segment' || (rule.kind === 'link' && rule.link.parameter === null));
}
