import type { ProjectDefinition } from '../../project/index.ts';
import type { CrawlSettings } from '../crawl-settings.ts';

const MINUTE = 60_000;

/** What a project says about its crawls. A proxy that is a secret is not among it: settings are kept. */
export function settingsOfProject(project: ProjectDefinition): Partial<CrawlSettings> {
  const { preference = {}, limits = {}, crawl = {} } = project;
  const perMinute = limits.requestsPerMinute === undefined ? 0 : MINUTE / limits.requestsPerMinute;
  return defined({
    depth: preference.depth,
    concurrency: limits.concurrency,
    delay: Math.max(limits.delay ?? 0, perMinute),
    scope: crawl.scope === undefined ? undefined : [...crawl.scope],
    ignoreRobots: crawl.robots === 'ignore',
    followNofollow: crawl.nofollow === 'follow',
    assets: crawl.assets,
    maxPages: limits.pages,
    maxBytes: limits.bytes,
    maxTime: limits.time === undefined ? undefined : limits.time / 1000,
    maxPageBytes: crawl.maxPageSize,
    bandwidth: limits.bandwidth,
    timeout: crawl.timeout === undefined ? undefined : crawl.timeout / 1000,
    attempts: crawl.attempts,
    contact: crawl.contact,
    twin: undefined,
    compare: project.compare,
    userAgent: crawl.userAgent,
    proxy: typeof crawl.proxy === 'string' ? crawl.proxy : undefined,
    sessionId: preference.sessionId,
  });
}

/** Without what is not said. */
function defined(
  settings: {
    readonly [K in keyof CrawlSettings]: CrawlSettings[K] | undefined;
  },
): Partial<CrawlSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
