import { hash } from 'node:crypto';
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
import type { LearnedRule } from '../tables/learned-rules.ts';
import type { PageVersion } from './page-version.ts';
import type { SiteFact } from './site-fact.ts';
import { type NewRule, UrlKnowledge } from './url-knowledge.ts';

const NO_RULES: readonly never[] = [];
/** The identities of links that are kept while two versions are compared; those of a page of links would fill the memory. */
const MOST_KNOWN = 20_000;

/** What a project has learned about its sites (X1): what is volatile in URLs and on pages, host by host. */
export class SiteKnowledge {
  readonly #urls: UrlKnowledge;
  readonly #pageRules = new Map<string, readonly VolatileRule[]>();
  readonly #quietTexts = new Map<
    string,
    { readonly rules: readonly VolatileRule[]; readonly text: QuietText }
  >();
  readonly #facts = new Map<string, readonly SiteFact['fact'][]>();
  /** Ids of facts that the user switched off, or that did not hold: they are not learned again. */
  readonly #refused = new Set<string>();
  /** New and changed rules about pages since the last commit, by id. */
  readonly #newRules = new Map<string, NewRule>();
  /** For a renamed picture the identity of its first name. */
  readonly #firstNames = new Map<string, string>();

  /** `acceptsUrlRule` says whether a rule agrees with what the user says about session ids (A3). */
  constructor(stored: readonly LearnedRule[], acceptsUrlRule?: (rule: IdentityRule) => boolean) {
    this.#urls = new UrlKnowledge(stored, acceptsUrlRule);
    for (const { id, kind, host, rule, state } of stored) {
      if (kind === 'site') {
        const { fact } = JSON.parse(rule) as SiteFact;
        if (state === 'on') this.#facts.set(host, [...(this.#facts.get(host) ?? []), fact]);
        else this.#refused.add(id);
      } else if (kind === 'page' && state !== 'withdrawn') {
        const volatile = { ...(JSON.parse(rule) as VolatileRule), isOff: state === 'off' };
        this.#pageRules.set(host, [...this.pageRules(host), volatile]);
      }
    }
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

  /** The host whose name a host has once the id in its name is left out; mostly itself. */
  siteOf(host: string): string {
    return this.#urls.siteOf(host);
  }

  /** Grows when pages may have other identities than before. */
  get revision(): number {
    return this.#urls.revision;
  }

  /** The part of a URL that the site draws anew for every link, in words; null when there is none. */
  rotatingPart(url: string): string | null {
    return this.#urls.rotatingPart(url);
  }

  /** Whether there are rules about URLs, or were: then pages may have other names than the rules give them now. */
  get hasUrlRules(): boolean {
    return this.#urls.hasRules;
  }

  /** Notes that the picture at `url` is the one that was at `old`. */
  noteSameImage(old: string, url: string): void {
    this.#firstNames.set(this.identityOf(url), this.imageIdentity(this.identityOf(old)));
  }

  /** The identity of a picture, whatever name a new build of the site gave it. */
  imageIdentity(identity: string): string {
    return this.#firstNames.get(identity) ?? identity;
  }

  /** What stays on the pages of a host. */
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

  /** Returns whether it is new. */
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

  /** Returns whether pages may have other identities than before. */
  learnUrlRules(host: string, rules: readonly IdentityRule[]): boolean {
    return this.#urls.learn(host, rules);
  }

  /** Takes notice of the links of an answer before they are followed. Returns the same. */
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

  /** Notes what one fetch shows of the lists that are known to show some of many. */
  observe(host: string, snapshot: () => Snapshot): void {
    const rules = this.pageRules(host);
    if (rules.some(({ kind }) => kind === 'list')) this.learnPageRules(host, observeLists(rules, snapshot()));
  }

  /** Takes over what `reviewRules` says about the page rules of a host; `kept` are all that stay. */
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

/** The fragment belongs to it: where in a page a link leads is part of what it says. */
function linkIdentity(url: string, resolve: (link: string) => string, knowledge: SiteKnowledge): string {
  try {
    const fragment = url.indexOf('#');
    return knowledge.identityOf(resolve(url)) + (fragment < 0 ? '' : url.slice(fragment));
  } catch (error) {
    if (error instanceof UrlError) return url;
    throw error;
  }
}

/** A page without the places that the site is known to fill anew at every fetch. */
class QuietText {
  readonly #texts: readonly VolatileRule[];
  readonly #isVolatile: (segment: Segment) => boolean;
  /** Where the addresses of links differ at every fetch. */
  readonly #linkPaths: ReadonlySet<string>;

  constructor(rules: readonly VolatileRule[]) {
    const active = rules.filter(({ isOff }) => !isOff);
    this.#texts = active.filter(({ kind }) => kind !== 'link' && kind !== 'time' && kind !== 'visitor');
    this.#isVolatile = volatilePlaces(this.#texts);
    this.#linkPaths = new Set(active.flatMap(({ kind, place }) => (kind === 'link' ? [place.path] : [])));
  }

  /**
   * The hash of its text. Pages with equal ones may be the same page; `findAliases` compares them further. Null when the
   * page has no such place, and the hash of all its text will do.
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

/** Lists are volatile as a whole: how many items they show may vary, too. */
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
