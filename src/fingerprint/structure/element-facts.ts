import type { PageElement } from '../comparable-content.ts';
import type { Region } from './part.ts';
import {
  dialogWords,
  headingElements,
  ownHeader,
  shellElements,
  shellRoles,
  shellWords,
} from './vocabulary.ts';
import { classesOf, masked, maskedName, tellingClasses } from './wording.ts';

const meanings: Readonly<Record<string, string>> = {
  row: 'tr',
  gridcell: 'td',
  cell: 'td',
  columnheader: 'th',
  listitem: 'li',
  list: 'ul',
  grid: 'table',
  table: 'table',
};

/** What an element is, if need be by its role: a grid of divs is a table. */
export function meaningOf({ name, attributes }: PageElement): string {
  return meanings[attributes['role'] ?? ''] ?? name;
}

export function elementsIn({ children }: PageElement): readonly PageElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** Whether any element inside this one is wanted. */
export function has(element: PageElement, isWanted: (inner: PageElement) => boolean): boolean {
  return elementsIn(element).some((child) => isWanted(child) || has(child, isWanted));
}

export function hasHeading(element: PageElement): boolean {
  return has(element, ({ name }) => headingElements.test(name));
}

/** A field for text or a choice, not a checkbox or a radio button. */
export function isEntry({ name, attributes }: PageElement): boolean {
  if (name === 'select' || name === 'textarea') return true;
  const type = attributes['type'] ?? '';
  return name === 'input' && !/^(?:hidden|submit|button|reset|image|checkbox|radio)$/i.test(type);
}

/** Limits for reading a text: names of things are short, and pages are long. */
const longestText = 400;
const mostNodes = 2000;

/** The visible text of an element. */
export function seenText(element: PageElement, isRead = isSeen): string {
  let text = '';
  let left = mostNodes;
  const waiting: (PageElement | string)[] = [element];
  for (let next = waiting.pop(); next !== undefined && text.length < longestText; next = waiting.pop()) {
    if (left-- === 0) break;
    if (typeof next === 'string') text += next;
    else if (next === element || (isSeen(next) && isRead(next))) waiting.push(...next.children.toReversed());
  }
  return text;
}

/** The text of the element itself, without that of elements inside. */
export function directText({ children }: PageElement): string {
  return children.filter((child) => typeof child === 'string').join(' ');
}

/** The visible text without lists inside: for an open menu entry, without the entries below it. */
export function ownText(element: PageElement): string {
  return seenText(element, ({ name }) => name !== 'ul' && name !== 'ol');
}

/** What a control is called: what it says, or else what its picture or its id says. */
export function controlLabel(element: PageElement): string {
  const { attributes } = element;
  return (
    seenText(element).trim() ||
    attributes['value'] ||
    attributes['aria-label'] ||
    attributes['title'] ||
    attributes['alt'] ||
    pictureOf(element) ||
    maskedName(attributes['id'] ?? '')
  );
}

function pictureOf(element: PageElement): string {
  for (const child of elementsIn(element)) {
    const { attributes } = child;
    const classes = tellingClasses(classesOf(attributes)).join(' ');
    const found = attributes['alt'] || attributes['title'] || classes || pictureOf(child);
    if (found) return found;
  }
  return '';
}

/** The rows of a table, without those of its head. */
function rowsOfTable(table: PageElement): readonly PageElement[] {
  return elementsIn(table).flatMap((child) => {
    if (!isSeen(child)) return [];
    if (meaningOf(child) === 'tr') return [child];
    return child.name === 'tbody' ? rowsOfTable(child) : [];
  });
}

export function cellsOf(row: PageElement): number {
  return elementsIn(row).filter((cell) => meaningOf(cell) === 'td').length;
}

/** Whether a table shows anything: a single cell says that there is nothing. */
export function isFilledTable(table: PageElement): boolean {
  return rowsOfTable(table).some((row) => {
    const names = elementsIn(row).filter((cell) => meaningOf(cell) === 'th').length;
    return cellsOf(row) > 0 && cellsOf(row) + names > 1;
  });
}

/** The names of a table's columns, by which it is the same table on another page. */
export function columnsOf(table: PageElement): string {
  const rows = elementsIn(table).flatMap((child) => (child.name === 'thead' ? elementsIn(child) : [child]));
  const [first] = rows.filter((row) => meaningOf(row) === 'tr').concat(rowsOfTable(table));
  return first === undefined || cellsOf(first) > 0 ? '' : masked(seenText(first));
}

export function titleOf(tree: PageElement): string | null {
  for (const child of elementsIn(tree)) {
    if (child.name === 'title') return seenText(child);
    if (child.name !== 'html' && child.name !== 'head') continue;
    const title = titleOf(child);
    if (title !== null) return title;
  }
  return null;
}

/** Invisible elements, and those that count as pictures. */
const unseen = new Set(
  'head script style noscript template link meta base param source track wbr svg math canvas'.split(' '),
);
const hiding =
  /^(?:hide|hidden|ng-hide|d-none|is-hidden|uk-hidden|invisible|sr-only|visually-hidden|display-none|js-hidden|ui-helper-hidden|ui-helper-hidden-accessible|v-cloak)$/;
/** Elements that are shown only while they are open; `isOpen` says whether they are. */
const opened = /^(?:modal|uk-modal|reveal|ui-dialog-content|tab-pane|popover-content|lightbox)$/;
const open = /^(?:in|show|shown|open|opened|active|is-active|is-open|uk-open|visible|showing)$/;
const shown = /display\s*:\s*(?:block|flex|grid)/i;
const notShown = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether the element is visible, as far as the page itself shows. */
export function isSeen({ name, attributes }: PageElement): boolean {
  if (unseen.has(name) || attributes['hidden'] !== undefined) return false;
  if (name === 'input' && attributes['type']?.toLowerCase() === 'hidden') return false;
  if (name === 'dialog') return attributes['open'] !== undefined;
  const style = attributes['style'] ?? '';
  if (notShown.test(style)) return false;
  const classes = classesOf(attributes);
  if (classes.some((token) => hiding.test(token))) return false;
  if (!classes.some((token) => opened.test(token))) return true;
  return isOpen(classes) || shown.test(style);
}

function isOpen(classes: readonly string[]): boolean {
  return classes.some((token) => open.test(token));
}

/** The frame around a page has at most this many fields to fill in. */
const mostEntries = 2;

const boxes = /^(?:div|ul|ol|table|td|section|span)$/;

/** The region of an element, from the element itself and the region around it. */
export function regionOf(element: PageElement, classes: readonly string[], outer: Region): Region {
  const { name, attributes } = element;
  if (outer === 'dialog') return outer;
  const role = attributes['role'] ?? '';
  if (name === 'dialog' || role === 'dialog' || classes.some((token) => dialogWords.test(token))) {
    return 'dialog';
  }
  // The element that a page marks as its main part is not in its frame, whatever the box around it is called.
  if (name === 'main' || role === 'main') return 'main';
  if (outer === 'shell' || shellElements.has(name) || shellRoles.test(role)) return 'shell';
  const names = [...classes, attributes['id'] ?? ''];
  const isCalledShell =
    boxes.test(name) && names.some((token) => shellWords.test(token) && !ownHeader.test(token));
  return isCalledShell && !isFilledIn(element) ? 'shell' : outer;
}

/** Whether a box has more fields than the search that a frame may have: a form in a box of tabs is what the page is about. */
function isFilledIn(box: PageElement): boolean {
  let entries = 0;
  return has(box, (inner) => isEntry(inner) && ++entries > mostEntries);
}
