import { findCssUrls } from './html/css-urls.ts';
import { readHtml } from './html/read-html.ts';
import type { HtmlDocument } from './html/scan-html.ts';
import type { Link } from './link.ts';
import { type Charset, decodeText, detectCharset } from './text/charset.ts';
import { type Feed, scanFeed } from './xml/scan-feed.ts';
import { type Sitemap, scanSitemap } from './xml/scan-sitemap.ts';

/** A response body, read according to its type. */
export type ReadDocument =
  | { readonly type: 'html'; readonly charset: Charset; readonly html: HtmlDocument }
  | { readonly type: 'sitemap'; readonly charset: Charset; readonly sitemap: Sitemap }
  | { readonly type: 'feed'; readonly charset: Charset; readonly feed: Feed }
  | { readonly type: 'css'; readonly charset: Charset; readonly links: readonly Link[] }
  | { readonly type: 'text'; readonly charset: Charset; readonly text: string }
  /** Pictures, archives, programs: compared by their bytes only. */
  | { readonly type: 'other' };

type DocumentType = ReadDocument['type'];

/** Reads a body by its Content-Type, and by its first bytes where the Content-Type is missing or says only "XML". */
export function readDocument(bytes: Uint8Array, contentType: string | null): ReadDocument {
  const type = documentType(bytes, contentType);
  if (type === 'other') return { type };
  const charset = detectCharset(bytes, contentType);
  if (type === 'html') {
    return { type, charset, html: readHtml(bytes, charset.charset, { isXml: isXhtml(contentType) }) };
  }
  const text = decodeText(bytes, charset.charset);
  switch (type) {
    case 'sitemap':
      return { type, charset, sitemap: scanSitemap(text) };
    case 'feed':
      return { type, charset, feed: scanFeed(text) };
    case 'css':
      return { type, charset, links: cssLinks(text) };
    case 'text':
      return { type, charset, text };
  }
}

/** The type of a body. A sitemap in plain text is `text`: only the caller knows that it requested a sitemap. */
export function documentType(bytes: Uint8Array, contentType: string | null): DocumentType {
  const essence = essenceOf(contentType);
  if (essence === 'text/html') return 'html';
  if (essence === 'text/css') return 'css';
  if (
    essence === 'application/rss+xml' ||
    essence === 'application/atom+xml' ||
    essence === 'application/rdf+xml'
  ) {
    return 'feed';
  }
  const isXml =
    essence === 'text/xml' || essence === 'application/xml' || essence === 'application/xhtml+xml';
  if (isXml) return typeOfXml(bytes) ?? (essence === 'application/xhtml+xml' ? 'html' : 'text');
  if (essence === 'application/json' || essence.endsWith('+json'))
    return looksBinary(bytes) ? 'other' : 'text';
  if (essence === 'text/plain') return looksBinary(bytes) ? 'other' : (typeOfFeedXml(bytes) ?? 'text');
  if (essence.startsWith('text/')) return looksBinary(bytes) ? 'other' : 'text';
  return essence === '' || essence === 'unknown/unknown' ? sniff(bytes) : 'other';
}

export function isXhtml(contentType: string | null): boolean {
  return essenceOf(contentType) === 'application/xhtml+xml';
}

/** `Text/HTML; charset=x` is `text/html`. */
function essenceOf(contentType: string | null): string {
  // What nearly all answers say.
  if (contentType === 'text/html') return contentType;
  const essence = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[^\s/]+\/[^\s/]+$/.test(essence) ? essence : '';
}

/** The beginning of a body as text, precise enough to recognise its first tags. */
function headOf(bytes: Uint8Array): string {
  const head = bytes.subarray(0, 4096);
  const isWide = (head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0xff && head[1] === 0xfe);
  const text = isWide
    ? new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head)
    : Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return text.replace(/^\u{feff}|^\u{ef}\u{bb}\u{bf}/u, '');
}

/** The type by the root element; null for any other element. */
function typeOfXml(bytes: Uint8Array): 'sitemap' | 'feed' | 'html' | null {
  switch (rootName(headOf(bytes))) {
    case 'urlset':
    case 'sitemapindex':
      return 'sitemap';
    case 'rss':
    case 'feed':
    case 'rdf':
      return 'feed';
    case 'html':
      return 'html';
    default:
      return null;
  }
}

/** Some servers send feeds and sitemaps as plain text. */
function typeOfFeedXml(bytes: Uint8Array): 'sitemap' | 'feed' | null {
  const type = typeOfXml(bytes);
  return type === 'html' ? null : type;
}

function rootName(head: string): string {
  let position = 0;
  for (;;) {
    const rest = /^\s*/.exec(head.slice(position))?.[0].length ?? 0;
    position += rest;
    const isComment = head.startsWith('<!--', position);
    if (!isComment && !head.startsWith('<?', position) && !head.startsWith('<!', position)) break;
    const ending = isComment ? '-->' : '>';
    const at = head.indexOf(ending, position);
    if (at < 0) return '';
    position = at + ending.length;
  }
  return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(head.slice(position))?.[1]?.toLowerCase() ?? '';
}

/** Guesses the type when the server does not say it (in the spirit of the WHATWG's MIME Sniffing, section 7.1). */
function sniff(bytes: Uint8Array): DocumentType {
  const xml = typeOfXml(bytes);
  if (xml !== null) return xml;
  const head = headOf(bytes).trimStart();
  const isHtml =
    /^<(?:!doctype html|!--|(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[\s/>])/i;
  if (isHtml.test(head)) return 'html';
  return looksBinary(bytes) || head.startsWith('<?xml') ? 'other' : 'text';
}

/** Control characters that no text has in its first 1445 bytes (MIME Sniffing, section 5). */
function looksBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe)) return false;
  const head = bytes.subarray(0, 1445);
  return head.some(
    (byte) =>
      byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f),
  );
}

function cssLinks(text: string): readonly Link[] {
  const links: Link[] = [];
  findCssUrls(text, (kind, url) => links.push({ kind, url, rel: '' }));
  return links;
}
