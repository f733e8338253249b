import type { Store } from '../../store/index.ts';
import { identityOf } from '../../url/index.ts';
import type { NamedRule } from './learned-rules.ts';

const part = 2000;
const mostExamples = 3;

/** What is known of a learned rule, for people who wonder whether it is right (X6). */
export interface RuleExplained {
  readonly rule: NamedRule;
  /** Runs by number. */
  readonly sinceRun: number;
  readonly changedRun: number;
  /** A rule for URLs: pages whose address it shortens. One for pages: those of the newest run whose reason names it. */
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
  if (content.kind === 'url') {
    for (let after = 0; ; ) {
      const pages = await store.pages.list(project.id, { after, limit: part });
      for (const { url } of pages) {
        if (URL.parse(url)?.host !== stored.host) continue;
        if (identityOf(url, [content.rule]).removed.some(({ why }) => why === content.rule.evidence))
          yield url;
      }
      const last = pages.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }
  if (newestRun === undefined) return;
  for (let after = 0; ; ) {
    const visits = await store.visits.flagged(newestRun, { after, limit: part, flags: ['SAM', 'UPD'] });
    for (const { url, reason } of visits) {
      if (URL.parse(url)?.host === stored.host && reason.includes(content.rule.evidence)) yield url;
    }
    const last = visits.at(-1);
    if (last === undefined) return;
    after = last.pageId;
  }
}
