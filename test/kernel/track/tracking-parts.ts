import { onTestFinished } from 'vitest';
import type { QueuedPage } from '../../../src/crawl/tables/frontier.ts';
import type { LearnedRule } from '../../../src/crawl/tables/learned-rule.ts';
import { PageVersion } from '../../../src/crawl/track/page-version.ts';
import { SiteKnowledge } from '../../../src/crawl/track/site-knowledge.ts';
import { TwinFetch } from '../../../src/crawl/track/twin-fetch.ts';
import { CurrentVisitor, VisitorSession } from '../../../src/crawl/track/visitor-session.ts';
import { type IdentityRule, learnIdentityRules } from '../../../src/url/index.ts';
import { fetcherOfThisTest } from '../../fixtures/servers/for-this-test.ts';
import { type Answering, serveSite } from '../../sites/plain/site-server.ts';

export interface PartsOptions {
  readonly learned?: readonly LearnedRule[];
  /** Whether the second visitor is the first one, as in a project with a log-in. */
  readonly isMember?: boolean;
}

/** The parts of tracking around one site on loopback, without an engine. They end with the test. */
export async function trackingParts(answering: Answering, options: PartsOptions = {}) {
  const { learned = [], isMember = false } = options;
  const site = await serveSite(answering);
  onTestFinished(site.close);
  const fetcher = fetcherOfThisTest();
  const knowledge = new SiteKnowledge(learned);
  const clock = { now: 0 };
  const visitor = new CurrentVisitor(new VisitorSession(knowledge));
  /** The hosts before whose requests the twin waited. */
  const pauses: string[] = [];
  const twins = new TwinFetch({
    fetcher,
    knowledge,
    start: `${site.origin}/`,
    further: isMember
      ? { who: 'same visitor' }
      : { who: 'twin visitors', newSession: () => new VisitorSession(knowledge) },
    visitor,
    pause: async (host) => void pauses.push(host),
    now: () => clock.now,
  });
  return { site, fetcher, knowledge, clock, visitor, twins, pauses };
}

/** A page as the frontier hands it out; by default it was never visited. */
export function queuedPage(url: string, change: Partial<QueuedPage> = {}): QueuedPage {
  return {
    id: 1,
    url,
    identity: url,
    identityHash: new Uint8Array(16),
    host: new URL(url).host,
    depth: 0,
    foundOn: null,
    linkKind: 'page',
    lastGood: null,
    lastFlag: null,
    samples: null,
    shownPictures: null,
    ...change,
  };
}

export function pageVersion(url: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  return new PageVersion(url, Buffer.from(body), new Headers({ 'content-type': 'text/html', ...headers }));
}

/** The rule for session ids in the parameter `mark`, learned from two visitors of a site. */
export function sessionRule(origin: string): IdentityRule {
  const links = (id: string) => ['a', 'b', 'c', 'd', 'e'].map((path) => `${origin}/${path}?mark=${id}`);
  const [rule] = learnIdentityRules(links('4f2a9c81d07be653'), links('b93e70d1a62c48f5'));
  if (rule === undefined) throw new Error('no rule was learned');
  return rule;
}

/** A rule as the store keeps it. */
export function storedRule(id: string, host: string, rule: object, change: Partial<LearnedRule> = {}) {
  const kind = 'evidence' in rule && 'agreements' in rule ? 'page' : 'url';
  return {
    ...{
      id,
      kind,
      host,
      rule: JSON.stringify(rule),
      state: 'on',
      note: null,
      sinceRunId: 1,
      changedRunId: 1,
    },
    ...change,
  } as LearnedRule;
}
