import type { Link } from '../../document/index.ts';
import type { CrawlCommit, LearnedRule } from '../../store/index.ts';
import { type LinkIdentity, mergeRules, type ReviewedRules, type VolatileRule } from '../../track/index.ts';
import {
  describePlace,
  type IdentityRule,
  identityOfNormalized,
  linkResolver,
  UrlError,
} from '../../url/index.ts';
import { QuietText } from './quiet-text.ts';

const NO_RULES: readonly never[] = [];

type NewRule = NonNullable<CrawlCommit['learned']>[number];

/** What a project has learned about its sites (X1): what is volatile in URLs and on pages, host by host. */
export class SiteKnowledge {
  readonly #urlRules = new Map<string, readonly IdentityRule[]>();
  readonly #pageRules = new Map<string, readonly VolatileRule[]>();
  readonly #quietTexts = new Map<
    string,
    { readonly rules: readonly VolatileRule[]; readonly text: QuietText }
  >();
  /** Ids of URL rules that the user switched off, or that did not hold: they are not learned again. */
  readonly #refused = new Set<string>();
  /** New and changed rules since the last commit, by id. */
  readonly #newRules = new Map<string, NewRule>();
  /** For a renamed picture the identity of its first name. */
  readonly #firstNames = new Map<string, string>();

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

  /** The URL rules for a normalised URL. */
  rulesFor(url: string): readonly IdentityRule[] {
    if (this.#urlRules.size === 0) return [];
    return this.urlRules(URL.parse(url)?.host ?? '');
  }

  /** The identity of the page at a normalised URL. */
  identityOf(url: string): string {
    return identityOfNormalized(url, this.rulesFor(url)).identity;
  }

  /** The part of a URL that the site draws anew for every link, in words; null when there is none. */
  drawnPart(url: string): string | null {
    const { removed } = identityOfNormalized(url, this.rulesFor(url));
    return removed.find(({ rule }) => rule === 'link nonce')?.place ?? null;
  }

  /** Whether there are rules about URLs, or were: then pages may have other names than the rules give them now. */
  get hasUrlRules(): boolean {
    return this.#urlRules.size + this.#refused.size > 0;
  }

  /** Notes that the picture at `url` is the one that was at `old`. */
  noteSameImage(old: string, url: string): void {
    this.#firstNames.set(this.identityOf(url), this.imageIdentity(this.identityOf(old)));
  }

  /** The identity of a picture, whatever name a new build of the site gave it. */
  imageIdentity(identity: string): string {
    return this.#firstNames.get(identity) ?? identity;
  }

  pageRules(host: string): readonly VolatileRule[] {
    return this.#pageRules.get(host) ?? NO_RULES;
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

  /** Returns whether any rule is new: then pages may have other identities than before. */
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
      this.#newRules.set(id, { id, kind: 'url', host, rule: JSON.stringify(rule), state: 'on', note: null });
    }
    return true;
  }

  learnPageRules(host: string, rules: readonly VolatileRule[]): void {
    if (rules.length === 0) return;
    const merged = mergeRules(this.pageRules(host), rules);
    this.#pageRules.set(host, merged);
    const ids = new Set(rules.map(({ id }) => id));
    for (const rule of merged) if (ids.has(rule.id)) this.#queue(host, rule, 'on', null);
  }

  /** Takes over what `reviewRules` says about the page rules of a host; `kept` are all that stay. */
  reviewPageRules(host: string, { kept, withdrawn }: ReviewedRules): void {
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
    const rules = [...this.#newRules.values()];
    this.#newRules.clear();
    return rules;
  }
}

function urlRuleId(host: string, { kind, place }: IdentityRule): string {
  return `${host} ${kind} ${describePlace(place)}`;
}

/** Identities of the links on a page by the rules of its site: a session id does not make a different link. */
export function linkIdentities(base: string, knowledge: SiteKnowledge): LinkIdentity {
  const resolve = linkResolver(base);
  const known = new Map<string, string>();
  return ({ url, kind }: Link) => {
    const identity = known.get(url) ?? linkIdentity(url, resolve, knowledge);
    known.set(url, identity);
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
