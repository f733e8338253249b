import { endsTheSession } from '../../access/index.ts';
import type { Store } from '../../database/store.ts';
import type { PageProtocol } from '../../fetch/index.ts';
import {
  type Scope,
  type ScopeRule,
  type ScopeSettings,
  type StepEntry,
  scopeSettings,
  standardScope,
  type UserRules,
  widenedTo,
} from '../../project/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { noSourcePage, PageDiscovery, type PageNames } from '../frontier/discover-pages.ts';
import { identityHash, SeenIdentities } from '../frontier/seen-identities.ts';
import type { Arrival } from '../steps/step-action.ts';
import { StepError } from '../steps/step-error.ts';
import type { DiscoveredPage, ListedPage } from '../tables/page.ts';
import type { PageRunContext } from './page-run-context.ts';
import { mostSitemaps, type RunSettings } from './run-settings.ts';

/** How one step finds pages. */
export interface StepDiscovery {
  readonly discovery: PageDiscovery;
  /** The start redirects (example.org to www.example.org): the target's site belongs to the step, too. */
  readonly startMoved: (target: string) => void;
}

/**
 * Finds the pages of one step: with its depth and scope and the project's rules, and never through a link that logs out.
 * The hosts of `starts` belong to it, unless the step has a scope.
 */
function stepDiscovery(context: PageRunContext, step: StepEntry, starts: readonly string[]): StepDiscovery {
  const { definition, ownsHost, protocol, budgets, rules, seen, leftOut, knowledge, room, isNeverFollowed } =
    context;
  const { settings, source } = definition;
  const { depth = settings.depth, scope: wanted = settings.scope } = step;
  const judgedBy = (scope: ReturnType<typeof siteScope>) => {
    const standard = standardScope(scope, budgets, rules);
    return isNeverFollowed === null ? standard : membersScope(standard, isNeverFollowed);
  };
  let scope = siteScope([source, ...starts], protocol, { ...settings, depth, scope: wanted });
  const discovery = new PageDiscovery({
    scope: judgedBy(scope),
    seen,
    leftOut,
    names: knowledge,
    moreUrlOnlyRules: asksForDepth(rules) ? [] : ['user rules'],
    ownsHost,
    room,
    mostSitemaps: mostSitemaps(settings),
  });
  return {
    discovery,
    startMoved: (target) => {
      if (wanted.length > 0) return; // the user chose the scope
      scope = widenedTo(scope, target);
      discovery.changeScope(judgedBy(scope));
    },
  };
}

/** If so, the verdict on a URL depends on the page with the link, and each link has to be judged. */
function asksForDepth(rules: UserRules | null): boolean {
  return (rules?.ruleSet.rules ?? []).some(({ conditions }) =>
    conditions.some(({ asksFor }) => asksFor === 'depth'),
  );
}

/** Where a start redirected to when it was last visited. */
async function redirectsFrom(
  start: string,
  store: Store,
  projectId: number,
  names: PageNames,
): Promise<readonly string[]> {
  const targets: string[] = [];
  let url: string | null = start;
  while (url !== null && targets.length < 10) {
    const page: ListedPage | null = await store.pages.find(projectId, identityHash(names.identityOf(url)));
    const [visit] = page === null ? [] : await store.visits.ofPage(page.id, 1);
    url = visit?.outcome === 'left-out' && visit.finalUrl !== url ? visit.finalUrl : null;
    if (url !== null) targets.push(url);
  }
  return targets;
}

/** The scope of a crawl that starts at `starts`, from its settings. */
function siteScope(
  starts: readonly string[],
  { schemes }: Pick<PageProtocol, 'schemes'>,
  settings: Pick<RunSettings, 'depth' | 'followNofollow' | 'assets' | 'twin'> & {
    readonly scope: readonly string[];
  },
): ScopeSettings {
  return scopeSettings(
    starts,
    {
      schemes: new Set(schemes.map((scheme) => scheme.slice(0, -1))),
      maxDepth: settings.depth,
      respectNofollow: !settings.followNofollow,
      assets: settings.assets,
      ...(!settings.twin && { maxRandomPerPlace: 10_000 }),
    },
    settings.scope,
  );
}

/** Where the steps of a run start, and what they find from there. */
export class StepStarts {
  readonly #context: PageRunContext;
  readonly #urls: Map<number, readonly string[]>;
  readonly #discoveries = new Map<number, StepDiscovery>();

  constructor(context: PageRunContext) {
    this.#context = context;
    this.#urls = new Map(context.saved.starts.entries());
  }

  /** By step; empty for a step that has not begun. */
  get urls(): readonly (readonly string[])[] {
    return this.#context.definition.steps.map((_, index) => this.#urls.get(index) ?? []);
  }

  /** A step begins at the pages that its actions reached; without steps, at the source. */
  begin(index: number, arrivals: readonly Arrival[]): void {
    const { hasOwnSteps, source } = this.#context.definition;
    this.#urls.set(index, hasOwnSteps ? arrivals.map(({ page }) => page.url) : [source]);
  }

  /** The pages that other steps have visited. */
  visitedBefore(arrivals: readonly Arrival[]): ReadonlySet<string> {
    const urls = arrivals.map(({ page }) => normalizeUrl(page.url));
    return new Set(urls.filter((url) => this.#context.seen.has(this.#hashOf(url))));
  }

  /** The identities of the starts of all steps. */
  identities(): SeenIdentities {
    const starts = new SeenIdentities();
    for (const url of [...this.#urls.values()].flat()) starts.add(this.#hashOf(normalizeUrl(url)));
    return starts;
  }

  /**
   * The first pages of a step. A response without an address, or a page that an earlier step has visited, cannot be queued:
   * its links are queued instead, at depth 1.
   */
  async firstPages(
    arrivals: readonly Arrival[],
    visited: ReadonlySet<string>,
    discovery: PageDiscovery,
  ): Promise<readonly DiscoveredPage[]> {
    const { definition, known } = this.#context;
    if (!definition.hasOwnSteps)
      return discovery.discover([{ url: definition.source, kind: 'seed', nofollow: false }], noSourcePage);
    const { linksIn } = await import('../steps/page-forms.ts');
    return arrivals.flatMap(({ page, hasAddress }) => {
      const shown = definition.secrets.redactor.text(page.url);
      if (shown !== page.url) {
        throw new StepError(
          `the form puts a secret into the address ${shown}, which would be stored: collect nothing in this step, and follow a link from its page in the next one`,
          null,
        );
      }
      const seed = { url: normalizeUrl(page.url), kind: 'seed', nofollow: false } as const;
      if (hasAddress && known.isLeftAlone(this.#hashOf(seed.url))) return [];
      if (hasAddress && !visited.has(seed.url)) return discovery.discover([seed], noSourcePage);
      return discovery.discover(linksIn(page), { ...noSourcePage, host: new URL(page.url).host, depth: 1 });
    });
  }

  async discoveryOf(index: number): Promise<StepDiscovery> {
    const { definition, store, project, knowledge } = this.#context;
    const known = this.#discoveries.get(index);
    if (known !== undefined) return known;
    const starts = this.#urls.get(index) ?? [];
    const found = stepDiscovery(this.#context, definition.steps[index] ?? {}, starts);
    this.#discoveries.set(index, found);
    for (const start of starts) {
      for (const target of await redirectsFrom(start, store, project.id, knowledge)) found.startMoved(target);
    }
    return found;
  }

  #hashOf(url: string): Uint8Array {
    return identityHash(this.#context.knowledge.identityOf(url));
  }
}

/** The scope of a crawl that is logged in: it rejects links that would end the session. */
export function membersScope(scope: Scope, isNeverFollowed: (url: string) => boolean): Scope {
  const rules: readonly ScopeRule[] = [endsTheSession, holdsSecret, neverFollow(isNeverFollowed)];
  const unlessRejected =
    (judge: Scope['judge']): Scope['judge'] =>
    (candidate) => {
      const rule = rules.find((each) => each.decide(candidate) === 'reject');
      if (rule === undefined) return judge(candidate);
      return { verdict: 'reject', rule: rule.name, reason: rule.reason(candidate) };
    };
  return { judge: unlessRejected(scope.judge), preview: unlessRejected(scope.preview) };
}

/** Secrets are redacted in pages before they are read, and so in links that contain one: such links are rejected. */
const holdsSecret: ScopeRule = {
  name: 'holds a secret',
  decide: ({ url }) => (/\[secret\]|%5Bsecret%5D/i.test(url) ? 'reject' : 'none'),
  reason: () => 'its address contains a secret of the project, and addresses are stored',
};

const neverFollow = (isNeverFollowed: (url: string) => boolean): ScopeRule => ({
  name: 'never follow',
  decide: ({ url, kind }) => (kind !== 'seed' && isNeverFollowed(url) ? 'reject' : 'none'),
  reason: () => 'the project says never to follow it',
});
