import type { PageElement } from '../comparable-content.ts';
import {
  columnsOf,
  controlLabel,
  has,
  isFilledTable,
  isSeen,
  meaningOf,
  regionOf,
  titleOf,
} from './element-facts.ts';
import { noticeIn } from './notices.ts';
import { anywhere, type Part, PartCollector, type PartPlace, type Region } from './part.ts';
import { logInWords, pager, textElements, wrappers } from './vocabulary.ts';
import { addressPattern, classesOf, masked, maskedHeading, maskedName, tellingClasses } from './wording.ts';

/** How many surrounding elements describe a location. More would separate locations that are the same to people. */
const pathLength = 3;

/** The parts of a page: what can be done on it, and what it says about itself, each once. */
export function readParts(tree: PageElement): ReadonlyMap<string, Part> {
  const found = new PartCollector();
  const title = titleOf(tree);
  if (title !== null) found.add('title', { region: 'shell', path: [] }, '', [maskedHeading(title)]);
  // Not recursive: pages may be nested deeper than calls.
  const waiting: (readonly [PageElement, PartPlace, PageElement | null])[] = [
    [tree, { region: 'main', path: [] }, null],
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [element, around, outerRow] = next;
    if (!isSeen(element)) continue;
    const row = meaningOf(element) === 'tr' ? element : outerRow;
    const inside = readElement(element, around, row, found);
    if (inside === null) continue;
    for (const child of element.children) {
      if (typeof child !== 'string') waiting.push([child, inside, row]);
    }
  }
  return found.parts;
}

/** Notes what an element is, and returns where its children are; null when nothing in it is a part of its own. */
function readElement(
  element: PageElement,
  around: PartPlace,
  row: PageElement | null,
  found: PartCollector,
): PartPlace | null {
  const name = meaningOf(element);
  const { attributes } = element;
  const classes = classesOf(attributes);
  const region = isOfEntry(element, around) ? around.region : regionOf(element, classes, around.region);
  const here: PartPlace = { region, path: around.path };
  if (region === 'dialog' && around.region !== 'dialog') found.add('dialog', here, '');
  if (noticeIn(element, classes, here, row, found) || readControl(element, here, found)) return null;
  if (name === 'form') {
    const names = [addressPattern(attributes['action'] ?? '') ?? '', maskedName(attributes['id'] ?? '')];
    found.add(
      'form',
      here,
      '',
      [],
      names.filter((each) => each !== ''),
    );
  }
  if (name === 'table')
    found.add('table', { region, path: [] }, isFilledTable(element) ? 'filled' : 'empty', [
      columnsOf(element),
    ]);
  if (name === 'iframe' || name === 'frame') found.add('frame', here, name);
  if (name === 'div') for (const token of tellingClasses(classes)) found.add('block', here, `.${token}`);
  else if (!textElements.has(name) && !wrappers.has(name) && !isProse(element, region))
    found.add('block', here, name, tellingClasses(classes));
  return { region, path: wrappers.has(name) ? here.path : [...here.path, name].slice(-pathLength) };
}

/** The head of an article or of an entry in a list, not of the page. */
const isOfEntry = ({ name }: PageElement, { path }: PartPlace): boolean =>
  (name === 'header' || name === 'footer') && path.some((around) => /^(?:article|li|td)$/.test(around));

const listsOfProse = /^(?:ul|ol|li|dl|dd|pre|blockquote|img)$/;

/** Lists and pictures in an article or a post differ from record to record, as its paragraphs do. */
function isProse(element: PageElement, region: Region): boolean {
  const { name, attributes } = element;
  if (region === 'shell' || !listsOfProse.test(name)) return false;
  return tellingClasses(classesOf(attributes)).length === 0 && !has(element, isControl);
}

const isControl = ({ name }: PageElement): boolean =>
  /^(?:a|button|input|select|textarea|form|table)$/.test(name);

/** Notes a button, a field or a link. Returns whether nothing else is in it. */
function readControl(element: PageElement, place: PartPlace, found: PartCollector): boolean {
  const { name, attributes } = element;
  const type = (attributes['type'] ?? '').toLowerCase();
  const isButton = name === 'button' || attributes['role'] === 'button';
  if (isButton || (name === 'input' && /^(?:submit|button|reset|image)$/.test(type))) {
    const text = masked(controlLabel(element));
    if (logInWords.test(text)) found.add('access', anywhere, 'log in');
    if (!pager.test(text)) found.add('button', place, '', [text]);
    return true;
  }
  if (name === 'input' || name === 'textarea' || name === 'select') {
    const called = maskedName(attributes['name'] ?? attributes['ng-model'] ?? attributes['id'] ?? '');
    const field = called || masked(attributes['placeholder'] ?? '');
    found.add('field', { ...place, path: [] }, `${name}:${type || 'text'}:${field}`);
    return true;
  }
  if (name !== 'a') return false;
  const text = masked(controlLabel(element));
  const target = addressPattern(attributes['href'] ?? '');
  if (logInWords.test(text)) found.add('access', anywhere, 'log in');
  if (!pager.test(text)) found.add('link', place, '', [text], target === null ? [] : [target]);
  const holdsOnlyText = element.children.every(
    (child) => typeof child === 'string' || textElements.has(child.name),
  );
  return place.region !== 'shell' && holdsOnlyText;
}
