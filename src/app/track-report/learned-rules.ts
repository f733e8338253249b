import { createHash } from 'node:crypto';
import type { LearnedRule, Project, Store } from '../../store/index.ts';
import { explainRule, type VolatileRule } from '../../track/index.ts';
import { describePlace, type IdentityRule } from '../../url/index.ts';
import { AppError } from '../errors.ts';

/** A learned rule as people deal with it. */
export interface NamedRule {
  /** Short enough to type; the same as long as the rule exists. */
  readonly id: string;
  readonly project: Project;
  readonly stored: LearnedRule;
  readonly content: RuleContent;
  /** What it takes for noise, in one sentence. */
  readonly says: string;
}

export type RuleContent =
  | { readonly kind: 'url'; readonly rule: IdentityRule }
  | { readonly kind: 'page'; readonly rule: VolatileRule };

/** All rules of a project, also those that are off or withdrawn, in the order in which they were learned. */
export async function namedRules(store: Store, project: Project): Promise<readonly NamedRule[]> {
  const rules = await store.learned.list(project.id);
  return rules.map((stored) => {
    const content = contentOf(stored);
    return { id: shortId(project.name, stored.id), project, stored, content, says: inWords(content) };
  });
}

/**
 * The rule that an id, or the beginning of one, names among the rules of these projects. Throws APP_RULE_UNKNOWN when
 * there is none or more than one.
 */
export async function findRule(store: Store, projects: readonly Project[], name: string): Promise<NamedRule> {
  const all = (await Promise.all(projects.map((project) => namedRules(store, project)))).flat();
  const found = all.filter((rule) => rule.id.startsWith(name.toLowerCase()) && name !== '');
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const ids = found.map(({ id }) => id).join(', ');
  throw new AppError(
    'APP_RULE_UNKNOWN',
    only === undefined
      ? `there is no learned rule "${name}"; "tidemark learned ls" lists them.`
      : `"${name}" is the beginning of several rules: ${ids}. Type more of it.`,
  );
}

function shortId(project: string, id: string): string {
  return createHash('sha256').update(`${project}\n${id}`).digest('hex').slice(0, 8);
}

function contentOf({ kind, rule, state }: LearnedRule): RuleContent {
  if (kind === 'url') return { kind, rule: JSON.parse(rule) as IdentityRule };
  // The state of the row is what counts, and is told apart from the sentence.
  return { kind, rule: { ...(JSON.parse(rule) as VolatileRule), isOff: state === 'off' } };
}

function inWords(content: RuleContent): string {
  if (content.kind === 'page') return explainRule({ ...content.rule, isOff: false });
  const { kind, place, examples } = content.rule;
  return `the ${describePlace(place)} is a ${kind}: "${examples[0]}", then "${examples[1]}"`;
}
