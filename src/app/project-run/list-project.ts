import type { CrawlEnding } from '../../crawl/index.ts';
import { folderUrl, type SiteLogin } from '../../fetch/index.ts';
import {
  addressOf,
  compileRules,
  type ProjectDefinition,
  RuleCounts,
  type RuleTableRow,
  type StepEntry,
  type SubTree,
  scopePrefix,
} from '../../project/index.ts';
import type { CrawlSettings } from '../crawl-settings.ts';
import { type ListRunParts, listRun } from '../list-run.ts';
import { allowedHours } from './allowed-hours.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ProjectSecrets } from './project-secrets.ts';
import { anyPattern } from './url-patterns.ts';

type Given = Omit<ListRunParts, 'login' | 'trees' | 'rules' | 'onlyDue' | 'allowed' | 'redact'>;

/** Runs a project whose source lists its files: all its sub-trees at once, since none leads to another (figure 3-13). */
export async function listProject(
  definition: ProjectDefinition,
  secrets: ProjectSecrets,
  parts: Given & { readonly onlyDue?: boolean; readonly clock?: Clock },
): Promise<CrawlEnding & { readonly rules: readonly RuleTableRow[] }> {
  const { settings, signal, onEvent, onlyDue = false, clock = systemClock } = parts;
  const ruleSet = definition.rules === undefined ? null : compileRules(definition.rules);
  // A run that goes on lists everything anew, and so counts everything anew.
  const counts = new RuleCounts();
  const ending = await listRun({
    ...parts,
    login: loginOf(definition, secrets),
    trees: treesOf(definition, settings),
    rules: ruleSet === null ? null : { ruleSet, counts },
    onlyDue,
    allowed: allowedHours(definition.limits?.hours ?? [], signal, clock, (until) =>
      onEvent({ event: 'waiting', until: new Date(until).toISOString() }),
    ),
    redact: (text) => secrets.redactor.text(text),
  });
  return { ...ending, rules: ruleSet === null ? [] : counts.table(ruleSet) };
}

function loginOf({ preference }: ProjectDefinition, secrets: ProjectSecrets): SiteLogin | null {
  const { user, password, key, passphrase } = preference ?? {};
  if (user === undefined) return null;
  return {
    username: secrets.reveal(user),
    ...(password !== undefined && { password: secrets.reveal(password) }),
    ...(key !== undefined && { privateKey: secrets.reveal(key) }),
    ...(passphrase !== undefined && { passphrase: secrets.reveal(passphrase) }),
  };
}

/** A sub-tree for each step that collects; all of the source without steps. */
function treesOf(definition: ProjectDefinition, settings: CrawlSettings): readonly SubTree[] {
  const whole: StepEntry = { open: definition.source.url };
  return (definition.steps ?? [whole])
    .filter(({ collect }) => collect !== false)
    .map((step) => ({
      root: folderUrl(addressOf(definition, step)),
      maxDepth: step.depth ?? settings.depth,
      prefixes: (step.scope ?? settings.scope).map(scopePrefix),
      keeps: typeof step.collect === 'object' ? anyPattern(step.collect.only) : () => true,
    }));
}
