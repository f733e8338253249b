import type { Flag } from '../../track/index.ts';
import type { PageEvent } from '../model/page-news.ts';

/** The flags of the last two visits before this one, the newest first; null where there was none, or none with a flag. */
export type FlagsBefore = readonly [last: Flag | null, lastButOne: Flag | null];

/**
 * What a visit means for detectors, by its flag and those before; null when nothing happened. Being missing or failing is told
 * when it begins, not at every visit, and a single failure is not told: the next visit mostly ends it. So `back` follows only
 * what was told.
 */
export function eventOfVisit(flag: Flag, before: FlagsBefore): PageEvent | null {
  const state = stateAfter(before);
  switch (flag) {
    case 'MIS':
      return state === 'missing' ? null : 'missing';
    case 'ERR':
      return before[0] === 'ERR' && before[1] !== 'ERR' ? 'failing' : null;
    case 'NEW':
      return state === 'there' ? 'new' : 'back';
    case 'UPD':
      return state === 'there' ? 'updated' : 'back';
    case 'SAM':
      return state === 'there' ? null : 'back';
  }
}

/** What the page is, as far as it was told. */
function stateAfter([last, lastButOne]: FlagsBefore): 'there' | 'missing' | 'failing' {
  if (last === 'MIS') return 'missing';
  if (last !== 'ERR') return 'there';
  if (lastButOne === 'MIS') return 'missing';
  return lastButOne === 'ERR' ? 'failing' : 'there';
}
