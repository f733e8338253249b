export { type CrawlEnding, CrawlEngine, type CrawlEngineOptions, type CrawlLimits } from './crawl-engine.ts';
export type { CrawlEvent, CrawlProgress } from './crawl-event.ts';
export { PageDiscovery } from './discover-pages.ts';
export { CrawlError } from './errors.ts';
export { identityHash } from './identity-hash.ts';
export { LeftOutCounts } from './left-out-counts.ts';
export { openGate, type RobotsGate, type RobotsNews, RobotsTxtGate } from './robots-gate.ts';
export { SeenIdentities } from './seen-identities.ts';
export type { CrawlTools } from './standard-plan.ts';
