import { hash } from 'node:crypto';
import { getOrInsert } from '../../base/index.ts';
import type { Link, Segment } from '../../document/index.ts';
import {
  isTooLong,
  type LinkIdentity,
  mergeRules,
  observeLists,
  type ReviewedRules,
  type Snapshot,
  sameLinks,
  sameWords,
  type VolatileRule,
} from '../../track/index.ts';
import { type IdentityRule, linkResolver, UrlError } from '../../url/index.ts';
import type { LearnedRule } from '../tables/learned-rule.ts';
import type { PageVersion } from './page-version.ts';
import type { SiteFact } from './site-fact.ts';
import { type NewRule, UrlKnowledge } from './url-knowledge.ts';

const NO_RULES: readonly never[] = [];
/** Most identities of links kept while two versions are compared; those of a page full of links would fill the memory. */
const MOST_KNOWN = 20_000;

/** What a project has learned about its sites: what is volatile in URLs and on pages, host by host. */
export class SiteKnowledge {
  readonly #urls: UrlKnowledge;
  readonly #pageRules = new Map<string, readonly VolatileRule[]>();
  readonly #quietTexts = new Map<
    string,
    { readonly rules: readonly VolatileRule[]; readonly text: QuietText }
  >();
  readonly #facts = new Map<string, readonly SiteFact['fact'][]>();
  /** Ids of facts that the user switched off, or that proved wrong: they are not learned again. */
  readonly #refused = new Set<string>();
  /** New and changed rules about pages since the last commit, by id. */
  readonly #newRules = new Map<string, NewRule>();
  /** By the identity of a renamed picture: the identity of its first name. */
  readonly #firstNames = new Map<string, string>();

  /** `acceptsUrlRule` says whether a rule agrees with the user's settings for session ids. */
  constructor(stored: readonly LearnedRule[], acceptsUrlRule?: (rule: IdentityRule) => boolean) {
    this.#urls = new UrlKnowledge(stored, acceptsUrlRule);
    const pageRules = new Map<string, VolatileRule[]>();
    for (const { id, kind, host, rule, state } of stored) {
      if (kind === 'site') {
        const { fact } = JSON.parse(rule) as SiteFact;
        if (state === 'on') this.#facts.set(host, [...(this.#facts.get(host) ?? []), fact]);
        else this.#refused.add(id);
      } else if (kind === 'page' && state !== 'withdrawn') {
        const volatile = { ...(JSON.parse(rule) as VolatileRule), isOff: state === 'off' };
        getOrInsert(pageRules, host, () => []).push(volatile);
      }
    }
    for (const [host, rules] of pageRules) this.#pageRules.set(host, rules);
  }

  urlRules(host: string): readonly IdentityRule[] {
    return this.#urls.rulesOf(this.#urls.siteOf(host));
  }

  /** The URL rules for a normalised URL. */
  rulesFor(url: string): readonly IdentityRule[] {
    return this.#urls.rulesFor(url);
  }

  /** The identity of the page at a normalised URL. */
  identityOf(url: string): string {
    return this.#urls.identityOf(url);
  }

  /** The host without the id in its name; for most hosts, the host itself. */
  siteOf(host: string): string {
    return this.#urls.siteOf(host);
  }

  /** Increases when the identities of pages may have changed. */
  get revision(): number {
    return this.#urls.revision;
  }

  /** A description of the part of a URL that the site generates for every link; null when there is none. */
  rotatingPart(url: string): string | null {
    return this.#urls.rotatingPart(url);
  }

  /** Whether there are or were rules about URLs: then stored pages may have names that differ from what the rules give now. */
  get hasUrlRules(): boolean {
    return this.#urls.hasRules;
  }

  /** Notes that the picture at `url` is the one that was at `old`. */
  noteSameImage(old: string, url: string): void {
    this.#firstNames.set(this.identityOf(url), this.imageIdentity(this.identityOf(old)));
  }

  /** The identity of a picture, also after a new build of the site renamed it. */
  imageIdentity(identity: string): string {
    return this.#firstNames.get(identity) ?? identity;
  }

  /** The text of the pages of a host, without its noise. */
  quietText(host: string): QuietText {
    const rules = this.pageRules(host);
    const known = this.#quietTexts.get(host);
    if (known?.rules === rules) return known.text;
    const text = new QuietText(rules);
    this.#quietTexts.set(host, { rules, text });
    return text;
  }

  isKnown(host: string, fact: SiteFact['fact']): boolean {
    return this.#facts.get(host)?.includes(fact) ?? false;
  }

  /** Whether the user switched the fact off: then it is not looked for. */
  isRefused(host: string, fact: SiteFact['fact']): boolean {
    return this.#refused.has(factId(host, fact));
  }

  /** Returns whether the fact is new. */
  learnFact(host: string, fact: SiteFact): boolean {
    if (this.isKnown(host, fact.fact) || this.isRefused(host, fact.fact)) return false;
    this.#facts.set(host, [...(this.#facts.get(host) ?? []), fact.fact]);
    const id = factId(host, fact.fact);
    this.#newRules.set(id, { id, kind: 'site', host, rule: JSON.stringify(fact), state: 'on', note: null });
    return true;
  }

  pageRules(host: string): readonly VolatileRule[] {
    return this.#pageRules.get(this.siteOf(host)) ?? NO_RULES;
  }

  /** Returns whether the identities of pages may have changed. */
  learnUrlRules(host: string, rules: readonly IdentityRule[]): boolean {
    return this.#urls.learn(host, rules);
  }

  /** Records the links of an answer before they are followed. Returns whether the identities of pages may have changed. */
  noteLinks(url: string, links: readonly string[]): boolean {
    return this.#urls.noteLinks(url, links);
  }

  learnPageRules(pageHost: string, rules: readonly VolatileRule[]): void {
    if (rules.length === 0) return;
    const host = this.siteOf(pageHost);
    const merged = mergeRules(this.pageRules(host), rules);
    this.#pageRules.set(host, merged);
    const ids = new Set(rules.map(({ id }) => id));
    for (const rule of merged) if (ids.has(rule.id)) this.#queue(host, rule, 'on', null);
  }

  /** Records what one fetch shows of the lists that are known to show some of many items. */
  observe(host: string, snapshot: () => Snapshot): void {
    const rules = this.pageRules(host);
    if (rules.some(({ kind }) => kind === 'list')) this.learnPageRules(host, observeLists(rules, snapshot()));
  }

  /** Applies the result of `reviewRules` to the page rules of a host; `kept` are all rules that stay. */
  reviewPageRules(pageHost: string, { kept, withdrawn }: ReviewedRules): void {
    const host = this.siteOf(pageHost);
    const before = new Map(this.pageRules(host).map((rule) => [rule.id, rule]));
    this.#pageRules.set(host, kept);
    for (const rule of kept) {
      if (rule.agreements !== before.get(rule.id)?.agreements) this.#queue(host, rule, 'on', null);
    }
    for (const { rule, reason } of withdrawn) this.#queue(host, rule, 'withdrawn', reason);
  }

  #queue(host: string, rule: VolatileRule, state: NewRule['state'], note: string | null): void {
    const id = `${host} ${rule.id}`;
    const text = JSON.stringify(rule);
    this.#newRules.set(id, { id, kind: 'page', host, rule: text, state: rule.isOff ? 'off' : state, note });
  }

  /** New and changed rules since the last call, for the next commit. */
  takeNewRules(): readonly NewRule[] {
    const rules = [...this.#urls.takeNewRules(), ...this.#newRules.values()];
    this.#newRules.clear();
    return rules;
  }
}

function factId(host: string, fact: SiteFact['fact']): string {
  return `${host} site ${fact}`;
}

/** Identities of the links on a page by the rules of its site: a session id does not make a different link. */
export function linkIdentities(base: string, knowledge: SiteKnowledge): LinkIdentity {
  const resolve = linkResolver(base);
  const known = new Map<string, string>();
  return ({ url, kind }: Link) => {
    const identity = known.get(url) ?? linkIdentity(url, resolve, knowledge);
    if (known.size < MOST_KNOWN) known.set(url, identity);
    return kind === 'image' ? knowledge.imageIdentity(identity) : identity;
  };
}

/** The identity includes the fragment: the place in a page to which a link leads is part of what the link says. */
function linkIdentity(url: string, resolve: (link: string) => string, knowledge: SiteKnowledge): string {
  try {
    const fragment = url.indexOf('#');
    return knowledge.identityOf(resolve(url)) + (fragment < 0 ? '' : url.slice(fragment));
  } catch (error) {
    if (error instanceof UrlError) return url;
    throw error;
  }
}

/** A page without the places whose content is known to change at every fetch. */
class QuietText {
  readonly #texts: readonly VolatileRule[];
  readonly #isVolatile: (segment: Segment) => boolean;
  /** Paths at which the addresses of links differ at every fetch. */
  readonly #linkPaths: ReadonlySet<string>;

  constructor(rules: readonly VolatileRule[]) {
    const active = rules.filter(({ isOff }) => !isOff);
    const areTexts: readonly VolatileRule['kind'][] = ['segment', 'list', 'value', 'order'];
    this.#texts = active.filter(({ kind }) => areTexts.includes(kind));
    this.#isVolatile = volatilePlaces(this.#texts);
    this.#linkPaths = new Set(active.flatMap(({ kind, place }) => (kind === 'link' ? [place.path] : [])));
  }

  /**
   * The hash of the page's text. Pages with equal hashes may be the same page; `findAliases` compares them further. Null when the page has
   * no such place, so that the hash of all its text is enough.
   */
  signatureOf(version: PageVersion): Uint8Array | null {
    if (this.#texts.length === 0 || version.document.type !== 'html' || isTooLong(version.snapshot))
      return null;
    const { segments } = version.snapshot;
    const quiet = this.#quiet(segments);
    if (quiet.length === segments.length || quiet.length === 0) return null;
    return hash('md5', quiet.map(({ text }) => text).join('\n'), 'buffer');
  }

  /** Whether two pages have the same words, links and pictures in all other places. */
  isSame(one: PageVersion, other: PageVersion, identity: LinkIdentity): boolean {
    const [first, second] = [this.#quiet(one.snapshot.segments), this.#quiet(other.snapshot.segments)];
    if (first.length !== second.length) return false;
    return first.every((before, index) => {
      const after = second[index];
      if (after === undefined || !sameWords(before, after)) return false;
      return this.#linkPaths.has(after.path) || sameLinks(before, after, identity);
    });
  }

  #quiet(segments: readonly Segment[]): readonly Segment[] {
    return segments.filter((segment) => !this.#isVolatile(segment));
  }
}

/** Lists are volatile as a whole: the number of items may vary, too. */
function volatilePlaces(rules: readonly VolatileRule[]): (segment: Segment) => boolean {
  const paths = new Set(rules.map(({ place }) => place.path));
  const lists = Map.groupBy(rules, ({ place }) => withoutNumbers(place.path));
  const whole = new Set(
    [...lists].flatMap(([list, some]) => (some.length > 1 || some[0]?.kind === 'order' ? [list] : [])),
  );
  return ({ path }) => paths.has(path) || whole.has(withoutNumbers(path));
}

/** `ul/li[3]` and `ul/li[*]` are `ul/li`. */
function withoutNumbers(path: string): string {
  return path.replace(/\[[^\]]*\]/g, '');
}
