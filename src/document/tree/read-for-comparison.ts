import { scanHtml } from '../html/scan-html.ts';
import { decodeText, detectCharset } from '../text/charset.ts';
import { collapseHtmlSpace } from '../text/white-space.ts';
import { type PageNode, pageTree } from './page-tree.ts';

/** What pages are compared by: text, links, the words of links, what they say about themselves, and their elements. */
interface PageForComparison {
  /** As `HtmlDocument.bodyText`. */
  readonly text: string;
  /** Addresses of links to other pages, as they are written. */
  readonly links: readonly string[];
  /** The words of these links. */
  readonly anchors: readonly string[];
  /** Title, language, and `meta` elements by their name or property. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly tree: PageNode;
}

/** Reads a page of HTML in any encoding. Any bytes are a page. */
export function readForComparison(bytes: Uint8Array, contentType: string | null = null): PageForComparison {
  const { charset } = detectCharset(bytes, contentType);
  const { title, bodyText, language } = scanHtml(bytes, charset);
  const tree = pageTree(decodeText(bytes, charset));
  const links: string[] = [];
  const anchors: string[] = [];
  const metadata: Record<string, string> = { title, ...(language !== null && { language }) };
  const waiting: PageNode[] = [tree];
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

function textIn(element: PageNode): string {
  let text = '';
  const waiting: (PageNode | string)[] = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') text += next;
    else waiting.push(...next.children.toReversed());
  }
  return text;
}
