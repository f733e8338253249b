import { hash } from 'node:crypto';
import type { Store } from '../../database/store.ts';
import {
  decodeText,
  detectCharset,
  isMadeOfRecords,
  type Leaves,
  leavesOf,
  type ReadDocument,
  readDocument,
  readInPieces,
  segmentFeed,
  segmentHtml,
  segmentRecords,
  segmentText,
  signatureOfText,
} from '../../document/index.ts';
import type { FetchResult } from '../../fetch/index.ts';
import { type PageSigns, type ShownPage, type Snapshot, signsOf, snapshotOf } from '../../track/index.ts';
import { documentLinks } from '../document-links.ts';

/** How many links are used to learn how a site forms its addresses. Those of a page of 500,000 links took 60 MB in two versions. */
const LEARNED_FROM = 10_000;

/** Log-in walls and error pages are short: a password field and other signs are searched for only in this many bytes. */
const MOST_SEARCHED = 65_536;

/** One fetch of a page. It is parsed only when needed: for most visits, comparing the bytes is enough. */
export class PageVersion {
  /** After redirects; its links are relative to this. */
  readonly url: string;
  readonly body: Uint8Array;
  readonly headers: { get(name: string): string | null };
  /** Whether a browser rendered it. Links to `#/about` then lead to other pages. */
  readonly isRendered: boolean;
  /** When the response was created, in milliseconds: its Date header, or our own time when the server sends none. Null for files. */
  readonly #at: number | null;
  #sha256: Uint8Array | null = null;
  #document: ReadDocument | null;
  #snapshot: Snapshot | null = null;
  #links: readonly string[] | null = null;
  #textSignature: Uint8Array | null = null;

  constructor(
    url: string,
    body: Uint8Array,
    headers: { get(name: string): string | null },
    document: ReadDocument | null = null,
    isRendered = false,
    receivedAt: number | null = null,
  ) {
    this.url = url;
    this.body = body;
    this.headers = headers;
    this.isRendered = isRendered;
    const date = Date.parse(headers.get('date') ?? '');
    this.#at = Number.isNaN(date) ? receivedAt : date;
    this.#document = document;
  }

  get contentType(): string | null {
    return this.headers.get('content-type');
  }

  static of({ url, body, headers, source, startedAt, durationMs }: FetchResult): PageVersion {
    return new PageVersion(url, body, headers, null, source !== undefined, startedAt + durationMs);
  }

  /** Whether the body is the stored one. */
  hasBody({ sha256, bytes }: { readonly sha256: Uint8Array | null; readonly bytes: number | null }): boolean {
    if (sha256 === null || (bytes !== null && bytes !== this.body.length)) return false;
    this.#sha256 ??= hash('sha256', this.body, 'buffer');
    return Buffer.compare(this.#sha256, sha256) === 0;
  }

  get document(): ReadDocument {
    this.#document ??= readDocument(this.body, this.contentType);
    return this.#document;
  }

  /** Reads the body piece by piece: computes `document` and `snapshot` without blocking other work. */
  *readInPieces(): Generator<void, void> {
    if (this.#document !== null && this.#snapshot !== null) return;
    const { document, leaves, textSignature } = yield* readInPieces(this.body, this.contentType);
    this.#textSignature = textSignature;
    this.#document ??= document;
    this.#snapshot ??= snapshotOf(leaves, this.#at, this.#modifiedAt);
  }

  get #modifiedAt(): number | null {
    const date = Date.parse(this.headers.get('last-modified') ?? '');
    return Number.isNaN(date) ? null : date;
  }

  /** Whether a cache between us and the site answered, according to the headers. */
  get isFromCache(): boolean {
    const { headers } = this;
    if (Number(headers.get('age') ?? 0) > 0) return true;
    return ['x-cache', 'cf-cache-status', 'x-cache-status', 'x-proxy-cache'].some((name) =>
      /\bhit\b/i.test(headers.get(name) ?? ''),
    );
  }

  /** The hash of title and text; null when it has no text for people. `findAliases` compares pages with equal hashes further. */
  get textSignature(): Uint8Array | null {
    const { document } = this;
    if (document.type !== 'html') return null;
    const { html } = document;
    this.#textSignature ??= signatureOfText(html.title, html.bodyBytes ?? html.bodyText);
    return this.#textSignature;
  }

  /** The normalised addresses of its links and resources; for a page with very many, enough to learn from. */
  get links(): readonly string[] {
    const { isRendered } = this;
    this.#links ??= documentLinks(this.document, this.url, { isRendered, most: LEARNED_FROM }).links.map(
      ({ url }) => url,
    );
    return this.#links;
  }

  /** Whether there are words to compare. Pictures and programs are compared by their bytes. */
  get hasText(): boolean {
    return this.document.type !== 'other';
  }

  get snapshot(): Snapshot {
    this.#snapshot ??= snapshotOf(this.#leaves(), this.#at, this.#modifiedAt);
    return this.#snapshot;
  }

  /** Null for anything but HTML. */
  get html(): string | null {
    if (this.document.type !== 'html') return null;
    return decodeText(this.body, detectCharset(this.body, this.contentType).charset);
  }

  /** A snapshot of the chosen regions; null when the HTML cannot be split. Other documents have no regions. */
  cut(cutter: (html: string) => string | null): Snapshot | null {
    const whole = this.html;
    if (whole === null) return this.snapshot;
    const html = cutter(whole);
    if (html === null) return null;
    return snapshotOf(this.#leavesOf(Buffer.from(html), 'utf-8'), this.#at, this.#modifiedAt);
  }

  #leaves(): Leaves {
    const { type } = this.document;
    if (type === 'other') return leavesOf([]);
    const { charset } = detectCharset(this.body, this.contentType);
    if (type === 'html') return this.#leavesOf(this.body, charset);
    const text = decodeText(this.body, charset);
    if (type === 'feed') return leavesOf(segmentFeed(text));
    return isMadeOfRecords(this.contentType) ? segmentRecords(text) : segmentText(text);
  }

  #leavesOf(html: Uint8Array, charset: string): Leaves {
    const isXml = this.contentType?.startsWith('application/xhtml+xml') ?? false;
    return segmentHtml(html, charset, { isXml }).list;
  }

  /** The input of `recogniseProblem`; null for anything but HTML. */
  get shown(): ShownPage | null {
    const { document } = this;
    if (document.type !== 'html') return null;
    const { title, bodyText, links } = document.html;
    const hasPasswordField = /<input\b[^>]{0,500}?\btype\s{0,9}=\s{0,9}["']?password/i.test(this.#beginning);
    return { title, text: bodyText, links: links.map(({ url }) => url), hasPasswordField };
  }

  /** The signs of HTML; other documents have none. */
  get signs(): PageSigns {
    return this.document.type === 'html' ? signsOf(this.#beginning) : new Set();
  }

  get #beginning(): string {
    const { buffer, byteOffset, length } = this.body;
    return Buffer.from(buffer, byteOffset, Math.min(length, MOST_SEARCHED)).toString('latin1');
  }
}

/** The version of a page as it was fetched: its body, and the headers that say how to read it. */
export async function storedVersion(
  { visits, contents }: Pick<Store, 'visits' | 'contents'>,
  page: {
    readonly pageId: number;
    readonly url: string;
    readonly sha256: Uint8Array | null;
    readonly versionRunId: number;
  },
): Promise<PageVersion> {
  const visit = await visits.find(page.versionRunId, page.pageId);
  const headers = new Map(visit?.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const body = page.sha256 === null ? new Uint8Array() : await contents.read(page.sha256);
  const url = visit?.finalUrl ?? page.url;
  return new PageVersion(url, body, { get: (name) => headers.get(name) ?? null }, null, false, visit?.at);
}
