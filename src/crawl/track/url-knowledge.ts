import {
  contentPlaces,
  describePlace,
  type IdentityRule,
  identityOfNormalized,
  OneVisitorEvidence,
  widerRule,
} from '../../url/index.ts';
import type { CrawlCommit } from '../tables/crawl-commit.ts';
import type { LearnedRule } from '../tables/learned-rule.ts';

export type NewRule = NonNullable<CrawlCommit['learned']>[number];

/** What a project has learned about the addresses of its sites, by site. Hosts that differ only in an id in their names are one site. */
export class UrlKnowledge {
  readonly #rules = new Map<string, readonly IdentityRule[]>();
  /** Rules about ids in host names, by parent domain. */
  readonly #hostRules = new Map<string, readonly IdentityRule[]>();
  /** Rules that the user switched off, or that proved wrong: they are not learned again. */
  readonly #refused = new Set<string>();
  readonly #accepts: (rule: IdentityRule) => boolean;
  readonly #evidence = new Map<string, OneVisitorEvidence>();
  readonly #sites = new Map<string, string>();
  #news: NewRule[] = [];
  /** Increases with every change: the identities of pages may have changed. */
  revision = 0;

  /** `accepts` says whether a rule agrees with the user's settings for session ids. */
  constructor(stored: readonly LearnedRule[], accepts: (rule: IdentityRule) => boolean = () => true) {
    this.#accepts = accepts;
    for (const { id, kind, host, rule, state } of stored) {
      if (kind !== 'url') continue;
      if (state === 'on') this.#add(host, JSON.parse(rule));
      else this.#refused.add(id);
    }
  }

  rulesOf(site: string): readonly IdentityRule[] {
    return this.#rules.get(site) ?? [];
  }

  /** The rules for a normalised URL. */
  rulesFor(url: string): readonly IdentityRule[] {
    if (this.#rules.size === 0 && this.#hostRules.size === 0) return [];
    const host = URL.parse(url)?.host ?? '';
    const rules = this.rulesOf(this.siteOf(host));
    const inHost = this.#hostRulesFor(host);
    return inHost.length === 0 ? rules : [...inHost, ...rules];
  }

  identityOf(url: string): string {
    return identityOfNormalized(url, this.rulesFor(url), { guess: false }).identity;
  }

  /** A description of the part of a URL that the site generates for every link; null when there is none. */
  rotatingPart(url: string): string | null {
    const { removed } = identityOfNormalized(url, this.rulesFor(url), { guess: false });
    return removed.find(({ rule }) => rule === 'link nonce')?.place ?? null;
  }

  /** Whether there are or were rules. */
  get hasRules(): boolean {
    return this.#rules.size + this.#hostRules.size + this.#refused.size > 0;
  }

  /** The site of a host: the host itself, or the host on which its id was learned. */
  siteOf(host: string): string {
    if (this.#hostRules.size === 0) return host;
    const known = this.#sites.get(host);
    if (known !== undefined) return known;
    const site = this.#hostRulesFor(host).find((rule) => hasId(host, rule))?.home ?? host;
    if (this.#sites.size > MOST_HOSTS) this.#sites.clear();
    this.#sites.set(host, site);
    return site;
  }

  #hostRulesFor(host: string): readonly IdentityRule[] {
    for (
      let dot = host.indexOf('.');
      dot >= 0 && this.#hostRules.size > 0;
      dot = host.indexOf('.', dot + 1)
    ) {
      const rules = this.#hostRules.get(host.slice(dot + 1));
      if (rules !== undefined) return rules;
    }
    return [];
  }

  /** Returns whether the identities of pages may have changed. */
  learn(host: string, rules: readonly IdentityRule[]): boolean {
    const before = this.revision;
    for (const rule of rules) {
      if (rule.place.carrier !== 'host') this.#learnOne(this.siteOf(host), rule);
      else if (rule.domain !== undefined) {
        this.#learnOne(`*.${rule.domain}`, { ...rule, home: this.siteOf(host) });
      }
    }
    return this.revision > before;
  }

  /**
   * Records the links of one answer, before they are followed: several values at once select content, one value on all links is a session
   * id. Returns whether the identities of pages may have changed.
   */
  noteLinks(url: string, links: readonly string[]): boolean {
    const { origin = '', host = '' } = URL.parse(url) ?? {};
    const site = this.siteOf(host);
    const own = links.filter((link) => isBelow(origin, link) || this.siteOf(hostOf(link)) === site);
    const isChanged = this.learn(site, contentPlaces(own, this.rulesOf(site)));
    let evidence = this.#evidence.get(site);
    if (evidence === undefined) {
      evidence = new OneVisitorEvidence();
      this.#evidence.set(site, evidence);
    }
    const shown = evidence.note(url, own, this.rulesOf(site));
    return this.learn(site, shown.filter(this.#accepts)) || isChanged;
  }

  /** New and changed rules since the last call. */
  takeNewRules(): readonly NewRule[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  #learnOne(key: string, rule: IdentityRule): void {
    if (this.#refused.has(ruleId(key, rule))) return;
    const rules = this.#rulesUnder(key);
    const place = describePlace(rule.place);
    const samePlace = rules.filter((known) => describePlace(known.place) === place);
    if (samePlace.some(({ kind }) => kind === 'content')) return;
    if (rule.kind === 'content') {
      if (this.#evidence.get(key)?.showsId(rule.place)) return;
      for (const wrong of samePlace) this.#withdraw(key, wrong, rule);
      this.#keep(key, rule);
      return;
    }
    const known = samePlace.find(({ kind }) => kind === rule.kind);
    const wider = known === undefined ? rule : widerRule(known, rule);
    if (wider !== known) this.#keep(key, wider);
  }

  #keep(key: string, rule: IdentityRule): void {
    this.#remove(key, rule);
    this.#add(key, rule);
    this.#changed(key, rule, 'on', null);
  }

  /** Withdraws a rule that took a part of the URL for an id although it selects content. */
  #withdraw(key: string, wrong: IdentityRule, { evidence }: IdentityRule): void {
    this.#remove(key, wrong);
    this.#refused.add(ruleId(key, wrong));
    this.#changed(key, wrong, 'withdrawn', `it selects content: ${evidence}`);
  }

  #changed(key: string, rule: IdentityRule, state: NewRule['state'], note: string | null): void {
    this.revision++;
    const { id, text } = { id: ruleId(key, rule), text: JSON.stringify(rule) };
    this.#news.push({ id, kind: 'url', host: key, rule: text, state, note });
  }

  #rulesUnder(key: string): readonly IdentityRule[] {
    return (key.startsWith('*.') ? this.#hostRules.get(key.slice(2)) : this.#rules.get(key)) ?? [];
  }

  #add(key: string, rule: IdentityRule): void {
    this.#replace(key, [...this.#rulesUnder(key), rule]);
  }

  #remove(key: string, { kind, place }: IdentityRule): void {
    const same = (rule: IdentityRule) =>
      rule.kind === kind && describePlace(rule.place) === describePlace(place);
    this.#replace(
      key,
      this.#rulesUnder(key).filter((rule) => !same(rule)),
    );
  }

  #replace(key: string, rules: readonly IdentityRule[]): void {
    if (!key.startsWith('*.')) this.#rules.set(key, rules);
    else {
      this.#hostRules.set(key.slice(2), rules);
      this.#sites.clear();
    }
  }
}

/** A site that generates host names generates many. */
const MOST_HOSTS = 10_000;

function hasId(host: string, rule: IdentityRule): boolean {
  return identityOfNormalized(`http://${host}/`, [rule], { guess: false }).removed.length > 0;
}

/** Whether the link is on the same origin, as most links are: nothing else has to be known about those. */
function isBelow(origin: string, link: string): boolean {
  return link.charCodeAt(origin.length) === SLASH && link.startsWith(origin);
}

const SLASH = 0x2f;

function hostOf(url: string): string {
  return /^[a-z][^/]*\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
}

function ruleId(host: string, { kind, place }: IdentityRule): string {
  return `${host} ${kind} ${describePlace(place)}`;
}
