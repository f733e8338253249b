import {
  type LeftOutCounts,
  membersScope,
  PageDiscovery,
  type PageNames,
  type SeenIdentities,
} from '../../crawl/index.ts';
import type { PageProtocol } from '../../fetch/index.ts';
import {
  type Budgets,
  type ProjectDefinition,
  type StepEntry,
  standardScope,
  type UserRules,
} from '../../project/index.ts';
import type { CrawlSettings } from '../crawl-settings.ts';
import { siteScope } from '../site-scope.ts';
import { anyPattern } from './url-patterns.ts';

export interface StepDiscoveryParts {
  readonly definition: ProjectDefinition;
  readonly settings: CrawlSettings;
  readonly protocol: PageProtocol;
  readonly step: StepEntry;
  /** Where the step begins: their hosts belong to it, unless a scope is named. */
  readonly starts: readonly string[];
  readonly budgets: Budgets;
  readonly rules: UserRules | null;
  readonly seen: SeenIdentities;
  readonly leftOut: LeftOutCounts;
  readonly names: PageNames;
  /** Null when nobody is logged in. */
  readonly logsOut: ((url: string) => boolean) | null;
}

/** Finds the pages of one step: with its depth and scope, the project's rules, and never by a link that logs out. */
export function stepDiscovery(parts: StepDiscoveryParts): PageDiscovery {
  const { definition, settings, protocol, step, starts, budgets, rules, seen, leftOut, names, logsOut } =
    parts;
  const { depth = settings.depth, scope: wanted = settings.scope } = step;
  const scope = siteScope([definition.source.url, ...starts], protocol, {
    ...settings,
    depth,
    scope: wanted,
  });
  const standard = standardScope(scope, budgets, rules);
  const isNamed = anyPattern(definition.session?.neverFollow ?? []);
  const judged = logsOut === null ? standard : membersScope(standard, (url) => isNamed(url) || logsOut(url));
  return new PageDiscovery(judged, seen, leftOut, names, asksForDepth(rules) ? [] : ['user rules']);
}

/** Then the same URL may be let in elsewhere, and has to be asked about again. */
function asksForDepth(rules: UserRules | null): boolean {
  return (rules?.ruleSet.rules ?? []).some(({ conditions }) =>
    conditions.some(({ asksFor }) => asksFor === 'depth'),
  );
}
