import { getOrInsert, TidemarkError } from '../../base/index.ts';
import {
  confirmChange,
  isWithinBudget,
  judgeChanges,
  type LinkIdentity,
  twinBudget,
  visitBudget,
} from '../../track/index.ts';
import { type IdentityRule, identityOfNormalized } from '../../url/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import { strictlySame } from '../track/equality/equality.ts';
import { PageVersion } from '../track/page-version.ts';
import { linkIdentities, type SiteKnowledge } from '../track/site-knowledge.ts';
import type { TwinFetch } from '../track/twin-fetch.ts';
import { type AddressForm, addressForms, rulesFor } from './address-forms.ts';
import { FormEvidence, type PathEvidence } from './form-evidence.ts';

/** Sites have some dozens of forms. A site that generates many more is bounded by its depth and its budgets. */
const MOST_FORMS = 5000;

interface RotatingAddressesOptions {
  readonly knowledge: SiteKnowledge;
  readonly twins: TwinFetch;
  /** Whether a link to this identity was found before. */
  readonly isSeen: (identity: string) => boolean;
  /** The address of a stored page; null when there is none. */
  readonly urlOf: (pageId: number) => Promise<string | null>;
}

type Shown = { readonly version: PageVersion } | { readonly found: string | null };

/**
 * Finds parts of addresses that the site generates for every link: many addresses that differ only there show the same page,
 * and the pages that link to them have other values there when they are fetched again. Neither is enough alone. Products
 * that are all sold out look alike, but the links to them stay; teasers change, but lead to different pages.
 */
export class RotatingAddresses {
  readonly #options: RotatingAddressesOptions;
  /** By host and locations; null when their values select pages. */
  readonly #forms = new Map<string, FormEvidence | null>();
  readonly #versions = new RecentVersions();
  /** Pages that earlier runs know, as they were shown since the last new page. */
  readonly #postponed = new RecentVersions();
  /** An address has several forms, which share one copy. */
  readonly #copies = new WeakMap<PageVersion, RecentVersion>();
  /** By host and locations: those whose values differed when a page was fetched twice. */
  readonly #varying = new Set<string>();
  /** By identity: pages that only redirects have led to so far. */
  readonly #found = new Map<string, readonly PathEvidence[]>();
  /** By host, locations and path: those whose values were the same. */
  readonly #stable = new Set<string>();

  constructor(options: RotatingAddressesOptions) {
    this.#options = options;
  }

  /** Records the links of two fetches of a page at the same moment. */
  noteTwins(now: readonly string[], twin: readonly string[]): void {
    const { knowledge } = this.#options;
    const [first, second] = [now, twin].map(
      (links) => new Set(links.map((link) => knowledge.identityOf(link))),
    );
    for (const identity of first ?? []) {
      if (this.#varying.size + this.#stable.size >= MOST_FORMS) return;
      for (const { places, path } of addressForms(identity)) {
        const key = `${hostOf(identity)}\n${places}`;
        if (second?.has(identity)) this.#stable.add(`${key}\n${path}`);
        else this.#varying.add(key);
      }
    }
  }

  /** Records that two addresses showed the same page in earlier runs. */
  noteAlias(url: string, ofUrl: string): void {
    const { knowledge } = this.#options;
    const [identity, other] = [knowledge.identityOf(url), knowledge.identityOf(ofUrl)];
    const masks = new Set(addressForms(other).map(({ places, mask }) => `${places}\n${mask}`));
    for (const form of addressForms(identity)) {
      if (!masks.has(`${form.places}\n${form.mask}`)) continue;
      const path = this.#evidence(`${hostOf(identity)}\n${form.places}`)?.at(form);
      path?.note(form, url, null);
      if (path !== undefined) path.matches++;
    }
  }

  /**
   * Called when a page was fetched. `isStored` says whether its body goes to the database, which detaches its buffer. Returns whether a rule was
   * learned: pages may then have other identities.
   */
  async shown(page: QueuedPage, version: PageVersion, isStored: boolean): Promise<boolean> {
    if (page.lastGood !== null) {
      this.shownAgain(page, version, isStored);
      return false;
    }
    for (const known of this.#postponed.takeAll()) this.#noteKnown(known);
    return this.#note(page, { version });
  }

  /** The same for a page that is known. Only new pages are compared with known ones, so it waits for one: most revisits find none. */
  shownAgain(page: QueuedPage, version: PageVersion, isStored: boolean): void {
    this.#postponed.set(String(page.id), recentVersion(page, version, isStored));
  }

  /** Called when an address redirected; `found` is the identity of a page that nothing had led to before. */
  moved(page: QueuedPage, found: string | null): Promise<boolean> {
    return this.#note(page, { found });
  }

  /** Records the links of a page that was read. */
  noteLinks(links: readonly string[]): void {
    if (this.#found.size === 0) return;
    for (const link of links) {
      const identity = this.#options.knowledge.identityOf(link);
      for (const path of this.#found.get(identity) ?? []) path.noteLinkTo(identity);
      this.#found.delete(identity);
    }
  }

  #noteKnown(recent: RecentVersion): void {
    for (const { form, key, path } of this.#undecided(recent.page)) {
      this.#versions.set(`${key}\n${form.mask}`, recent);
      if (path.isHopeless) path.verdict = 'stable';
    }
  }

  /** The forms of an address of which it is not known yet whether they rotate. */
  *#undecided(page: QueuedPage) {
    if (page.foundOn === null) return;
    // With the current rules: one may have been learned since the page was queued.
    const identity = this.#options.knowledge.identityOf(page.url);
    for (const form of addressForms(identity)) {
      const key = `${page.host}\n${form.places}`;
      const evidence = this.#evidence(key);
      if (evidence === null || (this.#stable.has(`${key}\n${form.path}`) && !this.#varying.has(key)))
        continue;
      const path = evidence.at(form);
      if (path.verdict === null) yield { form, key, evidence, path };
    }
  }

  async #note(page: QueuedPage, shown: Shown): Promise<boolean> {
    for (const { form, key, evidence, path } of this.#undecided(page)) {
      if (page.lastGood === null) path.note(form, page.url, page.foundOn);
      await this.#count(page, shown, form, key, path);
      if (path.isHopeless) path.verdict = 'stable';
      else if (page.lastGood === null && (await this.#learnFrom(page.host, key, evidence, path))) return true;
    }
    return false;
  }

  #evidence(key: string): FormEvidence | null {
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const evidence = new FormEvidence();
    this.#forms.set(key, evidence);
    if (this.#forms.size > MOST_FORMS) this.#forms.delete(this.#forms.keys().next().value ?? '');
    return evidence;
  }

  async #count(
    page: QueuedPage,
    shown: Shown,
    form: AddressForm,
    key: string,
    path: PathEvidence,
  ): Promise<void> {
    if ('found' in shown) {
      path.noteRedirect(shown.found);
      if (shown.found !== null && this.#found.size < MOST_FORMS)
        this.#found.set(shown.found, [...(this.#found.get(shown.found) ?? []), path]);
      return;
    }
    const { version } = shown;
    const maskKey = `${key}\n${form.mask}`;
    const before = this.#versions.get(maskKey);
    this.#versions.set(
      maskKey,
      getOrInsert(this.#copies, version, () => recentVersion(page, version, true)),
    );
    // Known pages that are the same are aliases, and counted as such: only new pages are compared with them.
    if (before === undefined) return;
    if (await this.#isSamePage(page, before, version, form, key, path)) path.matches++;
    else path.differences++;
  }

  /** Whether two addresses show the same page, apart from noise and from the values themselves. */
  async #isSamePage(
    page: QueuedPage,
    before: RecentVersion,
    now: PageVersion,
    form: AddressForm,
    key: string,
    path: PathEvidence,
  ): Promise<boolean> {
    const evidence = this.#forms.get(key) ?? null;
    const mayFetch = evidence !== null && evidence.twinsLeft > 0 && this.#varying.has(key);
    const hasSameTitle = titleOfPage(now) === before.title;
    // Nearly all comparisons end here, before segments are read.
    if (!hasSameTitle && !mayFetch) return false;
    const { version } = before;
    if (!version.hasText || !now.hasText) return Buffer.compare(version.body, now.body) === 0;
    const supposed = rulesFor(form, path.values, { path: path.form.path, evidence: '' });
    const identity = identityWith(supposed, linkIdentities(now.url, this.#options.knowledge));
    const [last, snapshot] = [version.snapshot, now.snapshot];
    if (!isWithinBudget(last, snapshot, identity, visitBudget)) return false;
    if (hasSameTitle) {
      if (strictlySame(last.segments, snapshot.segments, identity)) return true;
      const rules = this.#options.knowledge.pageRules(page.host);
      if (judgeChanges(last, snapshot, rules, { identity }).every(({ isNoise }) => isNoise)) return true;
    }
    if (!mayFetch) return false;
    evidence.twinsLeft--;
    const twin = await this.#fetch(page.url);
    // A title counts only when two fetches at the same moment agree on it.
    if (twin === null || (!hasSameTitle && titleOfPage(now) === titleOfPage(twin))) return false;
    if (!isWithinBudget(snapshot, twin.snapshot, identity, twinBudget)) return false;
    const rules = this.#options.knowledge.pageRules(page.host);
    return confirmChange(last, snapshot, twin.snapshot, { rules, identity }).changes.length === 0;
  }

  async #learnFrom(host: string, key: string, evidence: FormEvidence, path: PathEvidence): Promise<boolean> {
    const isForAll = path.form.holdsAnywhere && evidence.isEnoughForAllPaths;
    if (!(isForAll || path.isEnough) || evidence.isTested || path.matches < path.nextTestAt) return false;
    evidence.isTested = true;
    const verdict = await this.#linksAre(key, path, isForAll ? null : path.form.path);
    evidence.isTested = false;
    path.nextTestAt = path.matches * 2;
    path.verdict = verdict;
    if (isForAll ? verdict !== null : verdict === null && --evidence.testsLeft === 0)
      this.#forms.set(key, null);
    if (verdict !== 'drawn') return false;
    const rules = rulesFor(path.form, path.written, {
      path: isForAll ? null : path.form.path,
      evidence: inWords(path, isForAll ? evidence.matches : path.matches),
    });
    return this.#options.knowledge.learnUrlRules(host, rules);
  }

  /** Fetches pages with such links again, to see whether the values have changed. */
  async #linksAre(
    key: string,
    { sources }: PathEvidence,
    onlyPath: string | null,
  ): Promise<PathEvidence['verdict']> {
    const { knowledge, isSeen, urlOf } = this.#options;
    for (const source of sources.toReversed()) {
      const url = await urlOf(source);
      const version = url === null ? null : await this.#fetch(url);
      if (version === null) continue;
      const identities = version.links
        .map((link) => knowledge.identityOf(link))
        .filter((identity) => {
          const host = hostOf(identity);
          return addressForms(identity).some(
            ({ places, path }) => `${host}\n${places}` === key && (onlyPath ?? path) === path,
          );
        });
      if (identities.length === 0) continue;
      const seen = identities.filter(isSeen).length;
      if (seen * 2 > identities.length) return 'stable';
      if (seen === 0) return 'drawn';
    }
    return null;
  }

  /** Null when the page cannot be read now. */
  async #fetch(url: string): Promise<PageVersion | null> {
    try {
      const answer = await this.#options.twins.request(url);
      return answer.status === 200 ? PageVersion.of(answer) : null;
    } catch (error) {
      if (error instanceof TidemarkError && error.decision !== 'stop') return null;
      throw error;
    }
  }
}

function hostOf(identity: string): string {
  return URL.parse(identity)?.host ?? '';
}

/** Identities of links under the assumption that the supposed rules hold. */
function identityWith(supposed: readonly IdentityRule[], identity: LinkIdentity): LinkIdentity {
  return (link) => {
    const name = identity(link);
    return URL.canParse(name) ? identityOfNormalized(name, supposed).identity : name;
  };
}

function inWords({ redirects }: PathEvidence, matches: number): string {
  const what =
    redirects > 0
      ? `${matches} addresses with different values there led to no other page than those that are known`
      : `${matches + 1} addresses with different values there showed the same page`;
  return `${what}, and when the page with these links was fetched again, the values were others`;
}

const MOST_BYTES = 16 * 1024 * 1024;
/** A larger page is not kept: it would evict all the others. */
const LARGEST = 1024 * 1024;

/** The version that an address showed. */
interface RecentVersion {
  readonly page: QueuedPage;
  readonly version: PageVersion;
  /** Kept, because most pages differ in it and need not be read again. */
  readonly title: string;
}

/** A version without what was read of it, which takes several times as much memory. */
function recentVersion(page: QueuedPage, shown: PageVersion, isStored: boolean): RecentVersion {
  const { url, body, headers } = shown;
  const lean = (): PageVersion => new PageVersion(url, kept, headers);
  const kept = isStored ? new Uint8Array(body) : body;
  // A new page was read for its links; a known one is not read before a new one is compared with it.
  let title = page.lastGood === null ? titleOfPage(shown) : null;
  return {
    page,
    version: lean(),
    get title() {
      title ??= titleOfPage(lean());
      return title;
    },
  };
}

/** The most recent versions by key; old ones are evicted. */
class RecentVersions {
  readonly #versions = new Map<string, RecentVersion>();
  #bytes = 0;

  get(key: string): RecentVersion | undefined {
    return this.#versions.get(key);
  }

  set(key: string, recent: RecentVersion): void {
    this.#drop(key);
    const { length } = recent.version.body;
    if (length > LARGEST) return;
    this.#versions.set(key, recent);
    this.#bytes += length;
    for (const oldest of this.#versions.keys()) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#drop(oldest);
    }
  }

  /** Removes and returns all of them, the oldest first. */
  takeAll(): readonly RecentVersion[] {
    const all = [...this.#versions.values()];
    this.#versions.clear();
    this.#bytes = 0;
    return all;
  }

  #drop(key: string): void {
    this.#bytes -= this.#versions.get(key)?.version.body.length ?? 0;
    this.#versions.delete(key);
  }
}

function titleOfPage({ document }: PageVersion): string {
  return document.type === 'html' ? document.html.title : '';
}
