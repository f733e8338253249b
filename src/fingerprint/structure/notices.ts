import type { PageElement } from '../comparable-content.ts';
import {
  cellsOf,
  directText,
  elementsIn,
  has,
  hasHeading,
  isEntry,
  isSeen,
  meaningOf,
  ownText,
  seenText,
} from './element-facts.ts';
import { anywhere, type PartCollector, type PartPlace } from './part.ts';
import {
  activeWords,
  badWords,
  goodWords,
  headingElements,
  headingWords,
  messageWords,
  mistakeWords,
  noMessage,
  openWords,
  spokenTrouble,
  troubleWords,
} from './vocabulary.ts';
import { classesOf, masked, maskedHeading } from './wording.ts';

/** Notes what an element says about the page and its state. Returns whether it is a message; then everything in it belongs to the message. */
export function noticeIn(
  element: PageElement,
  classes: readonly string[],
  place: PartPlace,
  row: PageElement | null,
  found: PartCollector,
): boolean {
  if (noticeMessage(element, classes, place, found)) return true;
  noticeState(element, classes, place, found);
  noticeRemarks(element, place, found);
  noticeWords(element, classes, place, row, found);
  return false;
}

function noticeMessage(
  element: PageElement,
  classes: readonly string[],
  place: PartPlace,
  found: PartCollector,
): boolean {
  const { attributes } = element;
  const isMistake =
    attributes['aria-invalid'] === 'true' || classes.some((token) => mistakeWords.test(token));
  if (isMistake) found.add('trouble', anywhere, 'input', ['field']);
  const isMessage =
    attributes['role'] === 'alert' ||
    classes.some((token) => messageWords.test(token) && !noMessage.test(token));
  const isListed = place.path.some((around) => around === 'li' || around === 'td');
  if (!isMessage || isListed || place.region === 'shell' || seenText(element).trim() === '') return false;
  if (isBad(element)) found.add('trouble', anywhere, 'input', ['message']);
  else found.add('message', anywhere, '');
  // A class such as `error` may be on a whole form.
  return !isEntry(element) && !has(element, isEntry);
}

/** Whether a message, or anything in it, is marked as a failure. */
function isBad(element: PageElement): boolean {
  const classes = classesOf(element.attributes);
  if (classes.some((token) => goodWords.test(token))) return false;
  if (element.attributes['role'] === 'alert' || classes.some((token) => badWords.test(token))) return true;
  return elementsIn(element).some(isBad);
}

/** A longer text is not a menu entry, but what the entry leads to. */
const longestEntry = 40;

/** Notes which menu entry is marked, and what is unfolded. */
function noticeState(
  element: PageElement,
  classes: readonly string[],
  { region }: PartPlace,
  found: PartCollector,
): void {
  const { attributes } = element;
  const isShell = region === 'shell';
  const isOpen =
    attributes['aria-expanded'] === 'true' || (isShell && classes.some((token) => openWords.test(token)));
  const current = attributes['aria-current'] ?? 'false';
  const isActive = isShell && (current !== 'false' || classes.some((token) => activeWords.test(token)));
  if (!isOpen && !isActive) return;
  const text = masked(ownText(element));
  const isEntryOfMenu = text.length <= longestEntry && /\p{L}/u.test(text);
  if (isOpen) found.add('open', { region, path: [] }, '', isEntryOfMenu ? [text] : []);
  if (isActive && isEntryOfMenu) found.add('active', { region, path: [] }, '', [text]);
}

const remarkElements = /^(?:font|span|em|i|b|strong|small|p|div|label|ul)$/;

/** The label of the next field, not a remark on this one. */
const isLabelOfField = (element: PageElement): boolean =>
  (element.name === 'label' && element.attributes['for'] !== undefined) ||
  has(element, ({ name }) => name === 'input' || name === 'select');

/** Notes the text after a field: hints that are always there, and errors in the input. */
function noticeRemarks({ children }: PageElement, { region }: PartPlace, found: PartCollector): void {
  const field = children.findIndex((child) => typeof child !== 'string' && isEntry(child));
  if (field < 0 || region === 'shell') return;
  for (const child of children.slice(field + 1)) {
    if (
      typeof child !== 'string' &&
      (!remarkElements.test(child.name) || !isSeen(child) || isLabelOfField(child))
    )
      continue;
    const text = masked(typeof child === 'string' ? child : seenText(child));
    if (/\p{L}{2}/u.test(text)) found.add('remark', { region, path: [] }, '', [text]);
  }
}

/** Notes headings, and labels of fields, columns and values. */
function noticeWords(
  element: PageElement,
  classes: readonly string[],
  place: PartPlace,
  row: PageElement | null,
  found: PartCollector,
): void {
  const name = meaningOf(element);
  const isHeading = headingElements.test(name);
  if (isHeading || (classes.some((token) => headingWords.test(token)) && !hasHeading(element))) {
    const text = maskedHeading(seenText(element));
    if (text !== '') found.add('heading', place, isHeading ? name : '', [text]);
    if (place.region !== 'shell' && troubleWords.test(text)) found.add('trouble', anywhere, 'page');
    return;
  }
  const near: PartPlace = { region: place.region, path: place.path.slice(-1) };
  if (name === 'label' || name === 'dt' || name === 'th') {
    // A heading of a row with several cells is data; before a single cell, it names that cell.
    const isRowName = name === 'th' && row !== null && cellsOf(row) > 1;
    const text = masked(seenText(element));
    if (text !== '' && !isRowName) found.add('label', near, name, [text]);
    return;
  }
  const text = directText(element).trim();
  if (place.region !== 'shell' && spokenTrouble.test(text))
    found.add('trouble', anywhere, 'input', ['message']);
  if (text.length <= 40 && /\p{L}.*[:：]$/u.test(text)) found.add('label', near, ':', [masked(text)]);
}
