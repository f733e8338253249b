import type { Store } from '../../database/store.ts';
import type { PageProtocol } from '../../fetch/index.ts';
import {
  type Budgets,
  type ScopeSettings,
  type StepEntry,
  scopeSettings,
  standardScope,
  type UserRules,
  widenedTo,
} from '../../project/index.ts';
import { PageDiscovery, type PageNames } from '../frontier/discover-pages.ts';
import type { FrontierRoom } from '../frontier/frontier-room.ts';
import type { LeftOutCounts } from '../frontier/left-out-counts.ts';
import type { OwnHosts } from '../frontier/own-hosts.ts';
import { identityHash, type SeenIdentities } from '../frontier/seen-identities.ts';
import { membersScope } from '../steps/members-scope.ts';
import type { ListedPage } from '../tables/records.ts';
import type { RunDefinition } from './define-run.ts';
import type { RunSettings } from './run-settings.ts';

/** What the discoveries of all steps of a run share. */
export interface DiscoveryParts {
  readonly definition: RunDefinition;
  readonly own: OwnHosts;
  readonly protocol: PageProtocol;
  readonly budgets: Budgets;
  readonly rules: UserRules | null;
  readonly seen: SeenIdentities;
  readonly leftOut: LeftOutCounts;
  readonly names: PageNames;
  readonly room: FrontierRoom;
  /** Links that must not be followed while logged in; null without a log-in. */
  readonly isNeverFollowed: ((url: string) => boolean) | null;
}

export interface StepDiscovery {
  readonly discovery: PageDiscovery;
  /** The start redirects (example.org to www.example.org): the target's site belongs to the step, too. */
  readonly startMoved: (target: string) => void;
}

/**
 * Finds the pages of one step: with its depth and scope and the project's rules, and never through a link that logs out.
 * The hosts of `starts` belong to it, unless the step has a scope.
 */
export function stepDiscovery(
  parts: DiscoveryParts,
  step: StepEntry,
  starts: readonly string[],
): StepDiscovery {
  const { definition, own, protocol, budgets, rules, seen, leftOut, names, room, isNeverFollowed } = parts;
  const { settings, source } = definition;
  const { depth = settings.depth, scope: wanted = settings.scope } = step;
  const judgedBy = (scope: ReturnType<typeof siteScope>) => {
    const standard = standardScope(scope, budgets, rules);
    return isNeverFollowed === null ? standard : membersScope(standard, isNeverFollowed);
  };
  let scope = siteScope([source, ...starts], protocol, { ...settings, depth, scope: wanted });
  const moreUrlOnlyRules = asksForDepth(rules) ? [] : ['user rules'];
  const discovery = new PageDiscovery({
    ...{ scope: judgedBy(scope), seen, leftOut, names, moreUrlOnlyRules, own, room },
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

/** If so, the verdict on a URL depends on where its link is, and each link has to be judged. */
function asksForDepth(rules: UserRules | null): boolean {
  return (rules?.ruleSet.rules ?? []).some(({ conditions }) =>
    conditions.some(({ asksFor }) => asksFor === 'depth'),
  );
}

/** Where a start redirected to when it was last visited. */
export async function redirectsFrom(
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
