export { systemClock } from '../site/allowed-hours.ts';
export { type DraftedWatch, draftWatch, isSameWatch, type WatchWish } from './draft-watch.ts';
export { lookAtPage } from './look-at-page.ts';
export type { PlannedRun } from './planned-runs.ts';
export { understandWatch } from './understand-watch.ts';
export { type WatchEvent, type WatchParts, watchProjects } from './watch-projects.ts';
