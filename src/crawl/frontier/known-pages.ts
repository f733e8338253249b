import type { Store } from '../../database/store.ts';
import type { CandidateKind } from '../../project/index.ts';
import { commitRows } from '../commit-rows.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import type { DiscoveredPage, KnownPage } from '../tables/page.ts';
import type { KnownPageCounts, Run } from '../tables/run.ts';
import type { PageDiscovery, PageNames } from './discover-pages.ts';
import { SeenIdentities } from './seen-identities.ts';

const PAGES_PER_COMMIT = 5000;
/** Two addresses may show the same page by chance once or twice; more agreements are trusted. */
const TRUSTED_AGREEMENTS = 4;

/** All pages of earlier runs, in batches. */
export async function* knownPages(store: Store, projectId: number): AsyncGenerator<readonly KnownPage[]> {
  for (let after = 0; ; ) {
    const pages = await store.pages.known(projectId, { after, limit: PAGES_PER_COMMIT });
    const last = pages.at(-1);
    if (last === undefined) return;
    yield pages;
    after = last.id;
  }
}

interface KnownPagesOptions {
  readonly store: Store;
  readonly run: Run;
  readonly seen: SeenIdentities;
  readonly names: Pick<PageNames, 'rotatingPart'>;
  /** Whether one step visits all pages: then a page that links to others is visited after this is known. */
  readonly hasOneStep: boolean;
  /** Whether other processes visit other hosts: what they find is not known here. */
  readonly isShared?: boolean;
  /** Only pages that are likely to have changed. */
  readonly onlyDue: boolean;
  readonly now: number;
}

/**
 * The pages of earlier runs: which of them this run visits again, and which it skips. Pages without any link to
 * them are visited too, since a page is fetched before it is judged. The run's SAM, UPD, MIS and ERR add up to the
 * pages counted as due here.
 */
export class KnownPages {
  readonly #options: KnownPagesOptions;
  readonly #leftAlone = new SeenIdentities();
  /** Addresses that were never a page, to be requested when the pages that linked to them are visited. */
  readonly neverGood: NeverGoodPages;
  #counts: KnownPageCounts | null;

  constructor(options: KnownPagesOptions) {
    this.#options = options;
    this.neverGood = new NeverGoodPages(options.seen);
    this.#counts = options.run.knownPages;
  }

  /** Pages that the run visits again; 0 before that is known. */
  get due(): number {
    return this.#counts?.due ?? 0;
  }

  /** Whether the run skips a page: it is not due, or it is an alias of another page. */
  isLeftAlone(identityHash: Uint8Array): boolean {
    return this.#leftAlone.has(identityHash);
  }

  /** Finds the pages to skip, for a run whose first steps follow links before known pages are queued. */
  async leaveAlone(): Promise<void> {
    const counts = { due: 0, notDue: 0, aliases: 0, excluded: 0 };
    for await (const pages of knownPages(this.#options.store, this.#options.run.projectId)) {
      for (const page of pages) {
        const fate = this.#leave(page) ?? 'due';
        if (page.isGood) counts[fate]++;
      }
    }
    await this.#keep(counts);
  }

  /**
   * Queues the other pages that the scope of some discovery accepts; start pages are always accepted. `isQueued`: an
   * earlier part of the run has queued them, and only the pages to skip or to wait for have to be found again.
   */
  async queue(
    discoveries: readonly PageDiscovery[],
    isStart: (identityHash: Uint8Array) => boolean,
    isQueued: boolean,
  ): Promise<void> {
    const { run, seen } = this.#options;
    const counts = { due: 0, notDue: 0, aliases: 0, excluded: 0 };
    const neverGood: KnownPage[] = [];
    for await (const pages of knownPages(this.#options.store, run.projectId)) {
      const revisits: KnownPage[] = [];
      for (const page of pages) {
        const isSeen = seen.has(page.identityHash) && !this.isLeftAlone(page.identityHash);
        const fate = isSeen ? 'due' : (this.#leave(page) ?? fateOf(page, discoveries, isStart));
        if (fate === 'due' && !isSeen) (this.#mayWait(page, isStart) ? neverGood : revisits).push(page);
        if (page.isGood) counts[fate]++;
      }
      if (!isQueued) await this.#revisit(revisits);
    }
    await this.#waitForLinks(neverGood, isQueued);
    if (isQueued && this.#counts !== null) return;
    await this.#keep(this.#counts === null ? counts : corrected(this.#counts, counts.excluded));
  }

  /** Whether a page is requested only if it is still linked. */
  #mayWait(
    { identityHash, isGood, foundOn }: KnownPage,
    isStart: (identityHash: Uint8Array) => boolean,
  ): boolean {
    const { hasOneStep, run } = this.#options;
    if (isGood || foundOn === null || !hasOneStep || isStart(identityHash)) return false;
    return run.number % VISITS_BETWEEN !== 0;
  }

  async #waitForLinks(neverGood: readonly KnownPage[], isQueued: boolean): Promise<void> {
    if (neverGood.length === 0) return;
    const { store, run, seen, names, isShared = false } = this.#options;
    const sources = new Set(neverGood.map(({ foundOn }) => foundOn));
    const comingUp = new Map<number, string>();
    for await (const pages of knownPages(store, run.projectId)) {
      for (const { id, host, waitsIn } of pages)
        if (waitsIn === run.id && sources.has(id)) comingUp.set(id, host);
    }
    const isComingUp = ({ foundOn, host }: KnownPage) => {
      const source = comingUp.get(foundOn ?? 0);
      return source !== undefined && (!isShared || source === host);
    };
    const revisits: KnownPage[] = [];
    for (const page of neverGood) {
      // Each link to it has a different address, so one of them would be requested at every visit.
      if (names.rotatingPart(page.url) !== null) seen.add(page.identityHash);
      else if (page.foundOn !== null && isComingUp(page)) this.neverGood.add(page, page.foundOn);
      // An earlier part of a resumed run has visited the other sources, and requested what they link to.
      else if (!isQueued) revisits.push(page);
    }
    await this.#revisit(revisits);
  }

  async #revisit(pages: readonly KnownPage[]): Promise<void> {
    if (pages.length === 0) return;
    const { seen } = this.#options;
    for (const { identityHash } of pages) seen.add(identityHash);
    const revisits = pages.map(({ id }) => id);
    await commitRows(this.#options, { revisits });
  }

  /** Marks a page that is not due, so that links to it are not followed. Null for a page that is due. */
  #leave({ identityHash, isGood, dueAt, aliasAgreements }: KnownPage): 'aliases' | 'notDue' | null {
    const { onlyDue, seen, now } = this.#options;
    if (dueAt === null || dueAt <= now) return null;
    // An alias that showed the same content often enough is fetched only when it is likely to have changed.
    const isAlias = aliasAgreements !== null && aliasAgreements >= TRUSTED_AGREEMENTS;
    if (!isAlias && !(onlyDue && isGood)) return null;
    this.#leftAlone.add(identityHash);
    seen.add(identityHash);
    return isAlias ? 'aliases' : 'notDue';
  }

  async #keep(counts: KnownPageCounts): Promise<void> {
    this.#counts = counts;
    await commitRows(this.#options, { knownPages: counts });
  }
}

/** Pages that a step of this run has visited keep the count they had when it started. */
function corrected(atStart: KnownPageCounts, excluded: number): KnownPageCounts {
  return { ...atStart, due: atStart.due + atStart.excluded - excluded, excluded };
}

function fateOf(
  page: KnownPage,
  discoveries: readonly PageDiscovery[],
  isStart: (identityHash: Uint8Array) => boolean,
): 'due' | 'excluded' {
  // The start of an earlier run is a page like any other, unless this run starts there too.
  const wasStart = page.linkKind === 'seed';
  const kind = isStart(page.identityHash) ? 'seed' : wasStart ? 'page' : (page.linkKind as CandidateKind);
  return discoveries.some((discovery) => discovery.accepts(page, kind)) ? 'due' : 'excluded';
}

/** Every eighth run requests all addresses again: a page that was not read may link to them. */
const VISITS_BETWEEN = 8;

/**
 * Addresses of earlier runs that were never a page (a redirect, an error). They are requested again only when the page that linked to them still
 * does: a site that generates addresses has more of them at every visit.
 */
class NeverGoodPages {
  readonly #seen: SeenIdentities;
  /** By the page that linked to them. */
  readonly #waiting = new Map<number, DiscoveredPage[]>();

  constructor(seen: SeenIdentities) {
    this.#seen = seen;
  }

  /** Keeps an address until the page that linked to it is visited. */
  add(page: KnownPage, foundOn: number): void {
    const { identity, identityHash, url, host, depth, linkKind } = page;
    const others = this.#waiting.get(foundOn) ?? [];
    others.push({ identity, identityHash, url, host, depth, foundOn, linkKind });
    this.#waiting.set(foundOn, others);
  }

  /** Whether an address waits for the visit of a page. */
  isWaitedFor({ id }: QueuedPage): boolean {
    return this.#waiting.has(id);
  }

  /**
   * The addresses to request again after the visit of a page. `linked` gives the identities of its links; null when they are the
   * same as before, or not known.
   */
  takeLinkedBy({ id }: QueuedPage, linked: (() => ReadonlySet<string>) | null): readonly DiscoveredPage[] {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return [];
    this.#waiting.delete(id);
    const links = linked?.() ?? null;
    return waiting.filter(
      ({ identity, identityHash }) => (links === null || links.has(identity)) && this.#seen.add(identityHash),
    );
  }
}
