import { type ErrorTable, errorsOf } from '../base/index.ts';

export const trackErrors = {
  TRACK_MEMORY_BROKEN: 'skip',
} as const satisfies ErrorTable;

/** Something stored about a page cannot be read. */
export class TrackError extends errorsOf(trackErrors) {}
