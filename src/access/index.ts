export { type Outcome, type PaceLimits, politeLimits } from './politeness/host-pace.ts';
export { HostScheduler } from './politeness/host-scheduler.ts';
export { outcomeOfStatus } from './politeness/outcome-of-status.ts';
export { retryAfter } from './politeness/retry-after.ts';
export type { FetchOnce } from './robots/fetch-robots.ts';
export { crawlDelayFor, isAllowed, type RobotsVerdict } from './robots/is-allowed.ts';
export { parseRobots, robotsByteLimit } from './robots/parse-robots.ts';
export type { Robots, RobotsGroup, RobotsRule } from './robots/robots.ts';
export { type KnownRobots, RobotsCache, type RobotsCacheOptions } from './robots/robots-cache.ts';
export {
  type RobotsFetch,
  type RobotsReading,
  type RobotsResponse,
  robotsFromResponse,
} from './robots/robots-from-response.ts';
