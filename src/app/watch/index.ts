export { systemClock } from '../site/allowed-hours.ts';
export { draftWatch, isSameWatch } from './draft-watch.ts';
export { lookAtPage } from './look-at-page.ts';
export { understandWatch } from './understand-watch.ts';
export { ProjectWatch } from './watch-projects.ts';
