import { scanHtml } from '../html/scan-html.ts';
import { decodeText, detectCharset } from '../text/charset.ts';
import { collapseHtmlSpace } from '../text/white-space.ts';
import { type ElementNode, elementTree } from './element-tree.ts';

/** What pages are compared by: text, links, the words of links, what they say about themselves, and their elements. */
export interface PageParts {
  /** As `HtmlDocument.bodyText`. */
  readonly text: string;
  /** Addresses of links to other pages, as they are written. */
  readonly links: readonly string[];
  /** The words of these links. */
  readonly anchors: readonly string[];
  /** Title, language, and `meta` elements by their name or property. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly tree: ElementNode;
}

/** Reads a page of HTML in any encoding. Any bytes are a page. */
export function readPageParts(bytes: Uint8Array, contentType: string | null = null): PageParts {
  const { charset } = detectCharset(bytes, contentType);
  const { title, bodyText, language } = scanHtml(bytes, charset);
  const tree = elementTree(decodeText(bytes, charset));
  const links: string[] = [];
  const anchors: string[] = [];
  const metadata: Record<string, string> = { title, ...(language !== null && { language }) };
  const waiting: ElementNode[] = [tree];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const { name, attributes } = element;
    if (name === 'a' && attributes['href'] !== undefined) {
      links.push(attributes['href'].trim());
      anchors.push(collapseHtmlSpace(textIn(element)));
    }
    const called = attributes['name'] ?? attributes['property'];
    if (name === 'meta' && called !== undefined) metadata[called] = attributes['content'] ?? '';
    for (const child of element.children.toReversed()) if (typeof child !== 'string') waiting.push(child);
  }
  return { text: bodyText, links, anchors, metadata, tree };
}

function textIn(element: ElementNode): string {
  let text = '';
  const waiting: (ElementNode | string)[] = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') text += next;
    else waiting.push(...next.children.toReversed());
  }
  return text;
}
