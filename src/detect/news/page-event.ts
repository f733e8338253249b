import type { Flag } from '../../track/index.ts';
import type { PageEvent } from '../model/page-news.ts';

/**
 * What a visit means for detectors, by its flag and the flag of the visit before; null when nothing happened. Being missing or
 * failing is told when it begins, not at every visit.
 */
export function eventOfVisit(flag: Flag, before: Flag | null): PageEvent | null {
  const wasAway = before === 'MIS' || before === 'ERR';
  switch (flag) {
    case 'MIS':
      return before === 'MIS' ? null : 'missing';
    case 'ERR':
      return before === 'ERR' ? null : 'failing';
    case 'NEW':
      return wasAway ? 'back' : 'new';
    case 'UPD':
      return wasAway ? 'back' : 'updated';
    case 'SAM':
      return wasAway ? 'back' : null;
  }
}
