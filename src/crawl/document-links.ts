import { gunzipSync } from 'node:zlib';
import {
  encodeQuery,
  isNofollow,
  type Link,
  type ReadDocument,
  readDocument,
  scanSitemap,
} from '../document/index.ts';
import { type CandidateKind, candidateKind } from '../project/index.ts';
import { normalizeUrl, standardRulesKeepingFragment } from '../url/index.ts';
import { absolute, ByFolder, dependsOnFile, resolvedLinks } from './resolved-links.ts';
import type { QueuedPage } from './tables/frontier.ts';

/** A link of a document, made absolute. */
export interface DocumentLink {
  /** Normalised. */
  readonly url: string;
  readonly kind: CandidateKind;
  readonly nofollow: boolean;
}

/** The links of a document, each URL once, and the links that are not valid URLs. */
interface DocumentLinks {
  readonly links: readonly DocumentLink[];
  readonly invalid: readonly string[];
  /** How many links were left out because there are too many. */
  readonly tooMany: number;
}

/** Different addresses per document. No page that people use has more, and a page with a million would fill the memory. A sitemap may have 50,000. */
export const MOST_LINKS = 100_000;

/**
 * Resolves a document's links against its `base`, or against its own URL. A fragment is a location within a page, unless scripts
 * build the pages: then it may be a route.
 */
export function documentLinks(
  document: ReadDocument,
  url: string,
  { isRendered = false, most = MOST_LINKS }: { readonly isRendered?: boolean; readonly most?: number } = {},
): DocumentLinks {
  const { links, base } = linksOf(document);
  const resolvedBase = base === null ? url : baseUrl(base, url);
  const charset = document.type === 'other' ? 'utf-8' : document.charset.charset;
  const distinct =
    document.type === 'html' && !isRendered && charset === 'utf-8' ? document.html.distinctLinks : null;
  const known = distinct && distinct.length < most ? resolvedOnce(distinct, resolvedBase) : null;
  if (known !== null) return { links: known, invalid: [], tooMany: 0 };
  const resolve = isRendered ? resolvedRoutes(resolvedBase) : resolvedLinks(resolvedBase);
  const found = new Map<string, DocumentLink>();
  const invalid: string[] = [];
  const addresses = new Set<string>();
  let tooMany = document.type === 'html' ? (document.html.moreLinks ?? 0) : 0;
  for (const link of links) {
    if (found.size + invalid.length >= most) {
      tooMany++;
      continue;
    }
    // A page often has the same address many times, with different fragments: once is enough.
    const address = isRendered && isRoute(link.url) ? link.url : withoutFragment(link.url);
    const nofollow = isNofollow(link);
    if (link.kind === 'page') {
      const before = addresses.size;
      if (addresses.add(nofollow ? `${address} nofollow` : address).size === before) continue;
    }
    const kind = candidateKind(link.kind);
    if (kind === null) continue;
    const target = resolve(encodeQuery(address, charset));
    if (target === null) invalid.push(link.url);
    else {
      const next = { url: target, kind, nofollow };
      if (replaces(next, found.get(target))) found.set(target, next);
    }
  }
  return { links: [...found.values()], invalid, tooMany };
}

/** The links that `distinctLinks` of documents led to, so that each is resolved once in a folder; null for one of a kind that is not followed. */
const linksInFolders = new ByFolder<Link, DocumentLink | null>();

/** The same as `documentLinks` for links that are each there once; null when one of them is not a URL. */
function resolvedOnce(links: readonly Link[], base: string): readonly DocumentLink[] | null {
  // On most pages all links are known.
  let resolve: ((link: string) => string | null) | null = null;
  const known = linksInFolders.of(base);
  const found = new Map<string, DocumentLink>();
  for (const link of links) {
    let next = known?.find(link);
    if (next === undefined) {
      const kind = candidateKind(link.kind);
      resolve ??= resolvedLinks(base);
      const url = kind === null ? null : resolve(withoutFragment(link.url));
      if (kind !== null && url === null) return null;
      next = kind === null || url === null ? null : { url, kind, nofollow: isNofollow(link) };
      if (!dependsOnFile(link.url)) known?.add(link, next);
    }
    if (next !== null && replaces(next, found.get(next.url))) found.set(next.url, next);
  }
  return [...found.values()];
}

/** `#/about` and `#!about`, but not `#/`, which is the page itself. */
export function isRoute(link: string): boolean {
  return /#(?:\/|!\/?)[^/!]/.test(link);
}

function resolvedRoutes(base: string): (link: string) => string | null {
  const resolve = resolvedLinks(base);
  const route = (link: string) => normalizeUrl(link, { base, rules: standardRulesKeepingFragment });
  return (link) => (isRoute(link) ? absolute(link, route) : resolve(link));
}

function withoutFragment(link: string): string {
  const hash = link.indexOf('#');
  return hash < 0 ? link : link.slice(0, hash);
}

/** A link replaces a picture with the same address, and a link that may be followed replaces one with nofollow. */
function replaces(link: DocumentLink, known: DocumentLink | undefined): boolean {
  if (known === undefined) return true;
  const [isEmbedded, wasEmbedded] = [isEmbeddedKind(link.kind), isEmbeddedKind(known.kind)];
  return isEmbedded === wasEmbedded ? known.nofollow && !link.nofollow : wasEmbedded;
}

function isEmbeddedKind(kind: CandidateKind): boolean {
  return kind === 'image' || kind === 'asset';
}

function linksOf(document: ReadDocument): { links: readonly Link[]; base: string | null } {
  switch (document.type) {
    case 'html':
      return { links: document.html.links, base: document.html.base };
    case 'feed':
      return { links: document.feed.links, base: document.feed.base };
    case 'sitemap':
      return { links: document.sitemap.entries.map(({ kind, url }) => ({ kind, url, rel: '' })), base: null };
    case 'css':
      return { links: document.links, base: null };
    default:
      return { links: [], base: null };
  }
}

/** `data:` and `javascript:` cannot be a base (HTML, "set the frozen base URL"). */
function baseUrl(base: string, url: string): string {
  const resolved = resolvedLinks(url)(base);
  return resolved === null || /^(?:data|javascript):/.test(resolved) ? url : resolved;
}

/** The sitemap protocol allows 50 MB unpacked. */
const MOST_SITEMAP_BYTES = 52_428_800;

/** Reads a body. A sitemap may also be a gzip file, or a plain list of URLs. */
export function readPage(page: QueuedPage, body: Uint8Array, contentType: string | null): ReadDocument {
  if (page.linkKind !== 'listed') return readDocument(body, contentType);
  const unpacked = unpack(body);
  const document = readDocument(unpacked ?? body, unpacked === null ? contentType : null);
  if (document.type !== 'text') return document;
  return { type: 'sitemap', charset: document.charset, sitemap: scanSitemap(document.text) };
}

/** Whether the content rules should judge a gzip file as the sitemap inside it. */
export function isPackedSitemap({ linkKind }: QueuedPage, body: Uint8Array): boolean {
  return linkKind === 'listed' && body[0] === 0x1f && body[1] === 0x8b;
}

function unpack(body: Uint8Array): Uint8Array | null {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return null;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_SITEMAP_BYTES });
  } catch {
    return null; // damaged or too large: treated like any other file
  }
}
