import type { CrawlCommit, LearnedRule } from '../../store/index.ts';
import { mergeRules, type VolatileRule } from '../../track/index.ts';
import { describePlace, type IdentityRule, identityOfNormalized } from '../../url/index.ts';

type NewRule = NonNullable<CrawlCommit['learned']>[number];

/** What a project has learned about its sites (X1): what is volatile in URLs and on pages, host by host. */
export class SiteKnowledge {
  readonly #urlRules = new Map<string, readonly IdentityRule[]>();
  readonly #pageRules = new Map<string, readonly VolatileRule[]>();
  /** Rules of URLs that the user switched off, or that did not hold: they are not learned again. */
  readonly #refused = new Set<string>();
  readonly #news = new Map<string, NewRule>();
  /** Identities of pictures by that of the same picture under another name. */
  readonly #sameImages = new Map<string, string>();

  constructor(stored: readonly LearnedRule[]) {
    for (const { id, kind, host, rule, state } of stored) {
      if (kind === 'url') {
        if (state === 'on') this.#urlRules.set(host, [...this.urlRules(host), JSON.parse(rule)]);
        else this.#refused.add(id);
      } else if (state !== 'withdrawn') {
        const volatile = { ...(JSON.parse(rule) as VolatileRule), isOff: state === 'off' };
        this.#pageRules.set(host, [...this.pageRules(host), volatile]);
      }
    }
  }

  urlRules(host: string): readonly IdentityRule[] {
    return this.#urlRules.get(host) ?? [];
  }

  /** The rules for a normalised URL. */
  rulesFor(url: string): readonly IdentityRule[] {
    if (this.#urlRules.size === 0) return [];
    return this.urlRules(URL.parse(url)?.host ?? '');
  }

  /** The name of the page that a normalised URL leads to. */
  identityOf(url: string): string {
    return identityOfNormalized(url, this.rulesFor(url)).identity;
  }

  /** One picture has had both addresses. */
  noteSameImage(old: string, url: string): void {
    this.#sameImages.set(this.identityOf(url), this.imageIdentity(this.identityOf(old)));
  }

  /** What stands for a picture by its identity, whatever a build calls it. */
  imageIdentity(identity: string): string {
    return this.#sameImages.get(identity) ?? identity;
  }

  pageRules(host: string): readonly VolatileRule[] {
    return this.#pageRules.get(host) ?? [];
  }

  /** True when something of it is new: then pages may have other names than before. */
  learnUrlRules(host: string, rules: readonly IdentityRule[]): boolean {
    const known = new Set(this.urlRules(host).map((rule) => urlRuleId(host, rule)));
    const fresh = rules.filter((rule) => {
      const id = urlRuleId(host, rule);
      return !known.has(id) && !this.#refused.has(id);
    });
    if (fresh.length === 0) return false;
    this.#urlRules.set(host, [...this.urlRules(host), ...fresh]);
    for (const rule of fresh) {
      const id = urlRuleId(host, rule);
      this.#news.set(id, { id, kind: 'url', host, rule: JSON.stringify(rule), state: 'on', note: null });
    }
    return true;
  }

  learnPageRules(host: string, rules: readonly VolatileRule[]): void {
    if (rules.length === 0) return;
    const merged = mergeRules(this.pageRules(host), rules);
    this.#pageRules.set(host, merged);
    const ids = new Set(rules.map(({ id }) => id));
    for (const rule of merged) if (ids.has(rule.id)) this.#tell(host, rule, 'on', null);
  }

  /** Rules in the light of one more pair of twins (`reviewRules`). */
  review(
    host: string,
    kept: readonly VolatileRule[],
    withdrawn: readonly { readonly rule: VolatileRule; readonly reason: string }[],
  ): void {
    const before = new Map(this.pageRules(host).map((rule) => [rule.id, rule]));
    this.#pageRules.set(host, kept);
    for (const rule of kept) {
      if (rule.agreements !== before.get(rule.id)?.agreements) this.#tell(host, rule, 'on', null);
    }
    for (const { rule, reason } of withdrawn) this.#tell(host, rule, 'withdrawn', reason);
  }

  #tell(host: string, rule: VolatileRule, state: NewRule['state'], note: string | null): void {
    const id = `${host} ${rule.id}`;
    const text = JSON.stringify(rule);
    this.#news.set(id, { id, kind: 'page', host, rule: text, state: rule.isOff ? 'off' : state, note });
  }

  /** What is new since the last call, for the next commit. */
  take(): readonly NewRule[] {
    const news = [...this.#news.values()];
    this.#news.clear();
    return news;
  }
}

function urlRuleId(host: string, { kind, place }: IdentityRule): string {
  return `${host} ${kind} ${describePlace(place)}`;
}
