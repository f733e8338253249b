import type { PageElement } from '../comparable-content.ts';
import type { Region } from './part.ts';
import { dialogWords, ownHeader, shellElements, shellRoles, shellWords } from './vocabulary.ts';

const boxes = /^(?:div|ul|ol|table|td|section|span)$/;

/** Where an element is, from what it is and where the element around it is. */
export function regionOf(
  { name, attributes }: PageElement,
  classes: readonly string[],
  outer: Region,
): Region {
  if (outer === 'dialog') return outer;
  const role = attributes['role'] ?? '';
  if (name === 'dialog' || role === 'dialog' || classes.some((token) => dialogWords.test(token))) {
    return 'dialog';
  }
  if (outer === 'shell' || shellElements.has(name) || shellRoles.test(role)) return 'shell';
  const names = [...classes, attributes['id'] ?? ''];
  const isShell = boxes.test(name) && names.some((token) => shellWords.test(token) && !ownHeader.test(token));
  return isShell ? 'shell' : outer;
}
