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
import type { QueuedPage } from '../store/index.ts';
import { linkResolver, UrlError } from '../url/index.ts';

/** A link of a document, made absolute. */
export interface DocumentLink {
  /** Normalised. */
  readonly url: string;
  readonly kind: CandidateKind;
  readonly nofollow: boolean;
}

/** All links of a document that lead somewhere, each URL once, and how many could not be understood. */
export interface DocumentLinks {
  readonly links: readonly DocumentLink[];
  readonly invalid: readonly string[];
}

/** Resolves a document's links against where it was found, or its own `base`. */
export function documentLinks(document: ReadDocument, url: string): DocumentLinks {
  const { links, base } = linksOf(document);
  const resolve = linkResolver(base === null ? url : baseUrl(base, url));
  const charset = document.type === 'other' ? 'utf-8' : document.charset.charset;
  const found = new Map<string, DocumentLink>();
  const invalid: string[] = [];
  const written = new Set<string>();
  for (const link of links) {
    // The same address stands on a page many times, often with another fragment: one look is enough.
    const address = withoutFragment(link.url);
    const key = isNofollow(link) ? `${address} nofollow` : address;
    if (link.kind === 'page' && written.has(key)) continue;
    if (link.kind === 'page') written.add(key);
    const kind = candidateKind(link.kind);
    if (kind === null) continue;
    const target = absolute(encodeQuery(address, charset), resolve);
    if (target === null) invalid.push(link.url);
    else {
      const next = { url: target, kind, nofollow: isNofollow(link) };
      if (saysMore(next, found.get(target))) found.set(target, next);
    }
  }
  return { links: [...found.values()], invalid };
}

function withoutFragment(link: string): string {
  const hash = link.indexOf('#');
  return hash < 0 ? link : link.slice(0, hash);
}

/** The same address as picture and as link is a link; once with and once without nofollow, it may be followed. */
function saysMore(link: DocumentLink, known: DocumentLink | undefined): boolean {
  if (known === undefined) return true;
  const [isPart, wasPart] = [isEmbeddedKind(link.kind), isEmbeddedKind(known.kind)];
  return isPart === wasPart ? known.nofollow && !link.nofollow : wasPart;
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
  const resolved = absolute(base, linkResolver(url));
  return resolved === null || /^(?:data|javascript):/.test(resolved) ? url : resolved;
}

/** A page must not choose the log-in that is sent: what stands before the `@` of a link is cut. */
export function withoutLogin(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#@]*@/, '$1');
}

function absolute(link: string, resolve: (link: string) => string): string | null {
  try {
    const url = resolve(link);
    return url.includes('@') ? withoutLogin(url) : url;
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** The sitemap protocol allows 50 MB unpacked. */
const MOST_SITEMAP_BYTES = 52_428_800;

/** What a body is and says. What was asked for as a sitemap may also be a gzip file of its own, or a plain list of URLs. */
export function readPage(page: QueuedPage, body: Uint8Array, contentType: string | null): ReadDocument {
  if (page.linkKind !== 'listed') return readDocument(body, contentType);
  const unpacked = unpack(body);
  const document = readDocument(unpacked ?? body, unpacked === null ? contentType : null);
  if (document.type !== 'text') return document;
  return { type: 'sitemap', charset: document.charset, sitemap: scanSitemap(document.text) };
}

/** Whether the content rules should take a packed sitemap for what is in it. */
export function isPackedSitemap({ linkKind }: QueuedPage, body: Uint8Array): boolean {
  return linkKind === 'listed' && body[0] === 0x1f && body[1] === 0x8b;
}

function unpack(body: Uint8Array): Uint8Array | null {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return null;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_SITEMAP_BYTES });
  } catch {
    return null; // damaged or too large: a file like any other
  }
}
