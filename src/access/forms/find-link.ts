import { AccessError } from '../errors.ts';
import { nearestNames } from './nearest-names.ts';
import { ancestor, type Element, type PageTree, parsePage, select, visibleText } from './page-tree.ts';

/** Which link of a page is meant. With both, both must match. */
export interface LinkWish {
  /** Its text: all of it, or part of it when no link has exactly this text. Case and space do not matter. */
  readonly text?: string;
  /** A CSS selector for the link itself, for something in it, or for something around a single link. */
  readonly selector?: string;
}

interface PageLink {
  readonly url: string;
  readonly text: string;
}

/** The absolute URL of the one link that is meant. Throws when none or several match, and shows what the page has. */
export function findLink(html: string, url: string, wish: LinkWish): string {
  const page = parsePage(html, url);
  const links = wish.selector === undefined ? linksAmong(page, page.elements) : selected(page, wish.selector);
  const found = wish.text === undefined ? links : withText(links, wish.text);
  const [first, another] = [...new Set(found.map((link) => link.url))];
  if (first !== undefined && another === undefined) return first;
  if (first === undefined) throw new AccessError('ACCESS_LINK_NOT_FOUND', notFound(page, links, wish));
  throw new AccessError(
    'ACCESS_LINK_AMBIGUOUS',
    `several links of ${url} are ${describeWish(wish)}: ${list(found)}. Describe the one you mean more precisely.`,
  );
}

/** All links of a page that can be followed by their texts, each once. */
export function linksByText(html: string, url: string): readonly PageLink[] {
  const page = parsePage(html, url);
  const links = linksAmong(
    page,
    page.elements.filter(({ name }) => name !== 'link'),
  );
  return [...new Map(links.map((link) => [`${link.url} ${link.text}`, link])).values()];
}

function selected(page: PageTree, selector: string): readonly PageLink[] {
  const isAround = new Set<object>();
  const links = select(page, selector).flatMap((element) => {
    const self = linksAmong(page, [element]);
    if (self.length > 0) return self;
    const around = ancestor(element, 'a');
    if (around !== null) return linksAmong(page, [around]);
    isAround.add(element);
    return [];
  });
  if (isAround.size === 0) return links;
  // In the order of the source, so that a parent comes before its children.
  const inner = page.elements.filter((element) => {
    const { parent } = element;
    if (parent === null || !isAround.has(parent)) return false;
    isAround.add(element);
    return true;
  });
  return [...links, ...linksAmong(page, inner)];
}

function linksAmong(page: PageTree, elements: readonly Element[]): readonly PageLink[] {
  return elements.flatMap((element) => {
    const { name, attribs } = element;
    const href = attribs['href'];
    if ((name !== 'a' && name !== 'area' && name !== 'link') || href === undefined) return [];
    const url = URL.parse(href.trim(), page.baseUrl);
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    return [{ url: url.href, text: visibleText(element) || labelOf(element) }];
  });
}

/** For a link that shows only a picture. */
function labelOf(element: Element): string {
  const own = element.attribs['aria-label'] ?? element.attribs['title'] ?? element.attribs['alt'];
  if (own !== undefined) return own.trim();
  const open = element.children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('attribs' in node)) continue;
    const alt = node.name === 'img' ? node.attribs['alt'] : undefined;
    if (alt !== undefined) return alt.trim();
    open.push(...node.children.toReversed());
  }
  return '';
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\u{a0}]+/gu, ' ')
    .trim()
    .toLowerCase();

function withText(links: readonly PageLink[], text: string): readonly PageLink[] {
  const wanted = fold(text);
  const exact = links.filter((link) => fold(link.text) === wanted);
  return exact.length > 0 ? exact : links.filter((link) => fold(link.text).includes(wanted));
}

function notFound(page: PageTree, links: readonly PageLink[], wish: LinkWish): string {
  const missing = `no link of ${page.url} is ${describeWish(wish)}`;
  const all = links.length > 0 ? links : linksAmong(page, page.elements);
  if (all.length === 0) return `${missing}: the page has no links`;
  const near =
    wish.text === undefined
      ? []
      : nearestNames(
          wish.text,
          all.map(({ text }) => text),
          5,
        );
  if (near.length > 0) return `${missing}. Similar: ${near.map((text) => `"${text}"`).join(', ')}`;
  return `${missing}. There are ${list(all)}`;
}

function describeWish({ text, selector }: LinkWish): string {
  const parts = [
    text === undefined ? [] : [`called "${text}"`],
    selector === undefined ? [] : [`matched by ${selector}`],
  ].flat();
  return parts.length === 0 ? 'possible' : parts.join(' and ');
}

function list(links: readonly PageLink[]): string {
  const shown = links.slice(0, 8).map(({ text, url }) => `"${text.slice(0, 60)}" (${url})`);
  return shown.join(', ') + (links.length > 8 ? `, and ${links.length - 8} more` : '');
}
