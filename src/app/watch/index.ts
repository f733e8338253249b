export { systemClock } from '../site/allowed-hours.ts';
export { draftWatch, type WatchWish } from './draft-watch.ts';
export type { PlannedRun } from './planned-runs.ts';
export { type WatchEvent, type WatchParts, watchProjects } from './watch-projects.ts';
