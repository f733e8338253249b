import type { PageElement } from '../comparable-content.ts';
import { has, isEntry } from './element-facts.ts';
import type { Region } from './part.ts';
import { dialogWords, ownHeader, shellElements, shellRoles, shellWords } from './vocabulary.ts';

/** So many fields are to be filled in at most in the frame around a page. */
const mostEntries = 2;

const boxes = /^(?:div|ul|ol|table|td|section|span)$/;

/** Where an element is, from what it is and where the element around it is. */
export function regionOf(element: PageElement, classes: readonly string[], outer: Region): Region {
  const { name, attributes } = element;
  if (outer === 'dialog') return outer;
  const role = attributes['role'] ?? '';
  if (name === 'dialog' || role === 'dialog' || classes.some((token) => dialogWords.test(token))) {
    return 'dialog';
  }
  // What a page calls its main part is not its frame, whatever the box around it is called.
  if (name === 'main' || role === 'main') return 'main';
  if (outer === 'shell' || shellElements.has(name) || shellRoles.test(role)) return 'shell';
  const names = [...classes, attributes['id'] ?? ''];
  const isCalledShell =
    boxes.test(name) && names.some((token) => shellWords.test(token) && !ownHeader.test(token));
  return isCalledShell && !isFilledIn(element) ? 'shell' : outer;
}

/** More than the search that a frame may have: a form in a box of tabs is what the page is about. */
function isFilledIn(box: PageElement): boolean {
  let entries = 0;
  return has(box, (inner) => isEntry(inner) && ++entries > mostEntries);
}
