import type { RobotsGate } from '../../crawl/index.ts';
import type { RunDefinition } from '../run/define-run.ts';
import type { SiteDoors } from '../site/site-doors.ts';

export interface UnopenedPagesParts {
  readonly definition: Pick<RunDefinition, 'rules' | 'session'>;
  readonly start: string;
  readonly robots: RobotsGate;
  readonly entrances: SiteDoors['entrances'];
}

/** Which pages of an application are not opened: those that robots.txt or the project's rules deny, and those that end the session. */
export async function unopenedPages({
  definition: { rules, session },
  start,
  robots,
  entrances,
}: UnopenedPagesParts): Promise<(url: string) => Promise<string | null>> {
  const { anyPattern, compileRules } = await import('../../project/index.ts');
  const ruleSet = rules.length === 0 ? null : compileRules(rules);
  const isNamed = anyPattern(session?.neverFollow ?? []);
  const { host } = new URL(start);
  return async (url) => {
    // What other sites embed is theirs; visitors never stay there.
    if (URL.parse(url)?.host !== host) return null;
    if (isNamed(url) || entrances.logsOut(url)) return `${url} would end the session`;
    const decision = url === start ? null : ruleSet?.decide({ url });
    if (decision?.verdict === 'reject') return `${url}: ${decision.reason}`;
    return robots.refusal(url);
  };
}
