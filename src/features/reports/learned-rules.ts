import { createHash } from 'node:crypto';
import { inParts, pagesOf } from '../../crawl/history/in-parts.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { AuditNote } from '../../crawl/tables/audit-log.ts';
import type { LearnedRule } from '../../crawl/tables/learned-rule.ts';
import type { Project } from '../../crawl/tables/project.ts';
import type { SiteFact } from '../../crawl/track/site-fact.ts';
import type { Store } from '../../database/store.ts';
import { explainRule, type VolatileRule } from '../../track/index.ts';
import { describePlace, type IdentityRule, identityOf } from '../../url/index.ts';

const mostExamples = 3;

/** What is known about a learned rule, so that users can judge whether it is right. */
export interface RuleExplained {
  readonly rule: NamedRule;
  /** Run numbers, not ids. */
  readonly sinceRun: number;
  readonly changedRun: number;
  /** For a URL rule, pages whose address it shortens; for a page rule, pages of the newest run whose reason names it. */
  readonly pages: number;
  readonly examples: readonly string[];
}

export async function explainLearned(store: Store, rule: NamedRule): Promise<RuleExplained> {
  const runs = await store.runs.list(rule.project.id);
  const numberOf = (id: number): number => runs.find((run) => run.id === id)?.number ?? 0;
  let pages = 0;
  const examples: string[] = [];
  for await (const url of concernedUrls(store, rule, runs[0]?.id)) {
    pages++;
    if (examples.length < mostExamples) examples.push(url);
  }
  return {
    rule,
    sinceRun: numberOf(rule.stored.sinceRunId),
    changedRun: numberOf(rule.stored.changedRunId),
    pages,
    examples,
  };
}

async function* concernedUrls(
  store: Store,
  { project, stored, content }: NamedRule,
  newestRun: number | undefined,
): AsyncGenerator<string> {
  if (content.kind === 'url')
    for await (const { url } of pagesOf(store, project.id))
      if (isOnHost(url, stored.host) && concerns(content.rule, url)) yield url;
  if (newestRun === undefined || content.kind !== 'page') return;
  const visits = inParts((part) => store.visits.flagged(newestRun, { ...part, flags: ['SAM', 'UPD'] }));
  for await (const { url, reason } of visits)
    if (URL.parse(url)?.host === stored.host && reason.includes(content.rule.evidence)) yield url;
}

/** A rule about ids in host names has a wildcard for the subdomains: `*.example.org`. */
function isOnHost(url: string, host: string): boolean {
  const own = URL.parse(url)?.host ?? '';
  return host.startsWith('*.') ? own.endsWith(host.slice(1)) : own === host;
}

/** Whether a rule shortens an address; for a rule about content, whether it prevents the address from being shortened. */
function concerns(rule: IdentityRule, url: string): boolean {
  if (rule.kind !== 'content')
    return identityOf(url, [rule], { guess: false }).removed.some(({ why }) => why === rule.evidence);
  return identityOf(url, [{ ...rule, kind: 'session id' }], { guess: false }).removed.length > 0;
}

/** A learned rule as users see it. */
export interface NamedRule {
  /** Short enough to type; never changes. */
  readonly id: string;
  readonly project: Project;
  readonly stored: LearnedRule;
  readonly content: RuleContent;
  /** What it treats as noise, in one sentence. */
  readonly says: string;
}

type RuleContent =
  | { readonly kind: 'url'; readonly rule: IdentityRule }
  | { readonly kind: 'page'; readonly rule: VolatileRule }
  | { readonly kind: 'site'; readonly rule: SiteFact };

/** All rules of a project, including those that are off or withdrawn, in the order in which they were learned. */
export async function namedRules(store: Store, project: Project): Promise<readonly NamedRule[]> {
  const rules = await store.learned.list(project.id);
  return rules.map((stored) => {
    const content = contentOf(stored);
    return { id: shortId(project.name, stored.id), project, stored, content, says: inWords(content) };
  });
}

/**
 * The rule of these projects whose id is, or starts with, `name`. Throws APP_RULE_UNKNOWN when there is none or more than
 * one.
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
      : `"${name}" matches several rules: ${ids}. Type more of the id.`,
  );
}

function shortId(project: string, id: string): string {
  return createHash('sha256').update(`${project}\n${id}`).digest('hex').slice(0, 8);
}

function contentOf({ kind, rule, state }: LearnedRule): RuleContent {
  if (kind === 'url') return { kind, rule: JSON.parse(rule) as IdentityRule };
  if (kind === 'site') return { kind, rule: JSON.parse(rule) as SiteFact };
  // The state of the row applies, and is shown separately.
  return { kind, rule: { ...(JSON.parse(rule) as VolatileRule), isOff: state === 'off' } };
}

function inWords(content: RuleContent): string {
  if (content.kind === 'page') return explainRule({ ...content.rule, isOff: false });
  if (content.kind === 'site') return content.rule.evidence;
  const { kind, place, examples } = content.rule;
  if (kind === 'content')
    return `the ${describePlace(place)} is no session id, it selects content: "${examples[0]}" and "${examples[1]}"`;
  return `the ${describePlace(place)} is a ${kind}: "${examples[0]}", then "${examples[1]}"`;
}

/** Switches a learned rule on or off for later runs. Throws STORE_LOCKED while a run of the project is active. */
export async function switchRule(
  store: Store,
  { project, stored }: NamedRule,
  state: 'on' | 'off',
  notes: readonly AuditNote[] = [],
): Promise<void> {
  const claim = await store.projects.claim(project.id);
  try {
    await store.learned.switch(project.id, stored.id, state, notes);
  } finally {
    await claim.release();
  }
}
