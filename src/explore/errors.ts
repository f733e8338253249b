import { type ErrorTable, errorsOf } from '../base/index.ts';

export const exploreErrors = {
  EXPLORE_INDEX_FAILED: 'stop',
  EXPLORE_OPTION_INVALID: 'stop',
  EXPLORE_RESET_FAILED: 'stop',
  EXPLORE_PAGE_STUCK: 'skip',
  EXPLORE_PAGE_CRASHED: 'skip',
  EXPLORE_ELEMENT_GONE: 'skip',
  EXPLORE_ELEMENT_COVERED: 'skip',
  EXPLORE_STATE_NOT_REACHED: 'skip',
  EXPLORE_LEFT_SITE: 'skip',
  EXPLORE_REFUSED: 'skip',
  EXPLORE_SESSION_LOST: 'skip',
  EXPLORE_PAGE_FAILED: 'skip',
} as const satisfies ErrorTable;

/** Why an action led nowhere, or why an application cannot be explored at all. */
export class ExploreError extends errorsOf(exploreErrors) {}
