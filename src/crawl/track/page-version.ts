import { hash } from 'node:crypto';
import {
  decodeText,
  detectCharset,
  isMadeOfRecords,
  type ReadDocument,
  type RegionCutter,
  readDocument,
  type Segment,
  segmentFeed,
  segmentHtml,
  segmentRecords,
  segmentText,
} from '../../document/index.ts';
import type { ShownPage, Snapshot } from '../../track/index.ts';
import { documentLinks } from '../document-links.ts';

/** One fetch of a page. What it says is read when somebody asks: most visits end at the bytes. */
export class PageVersion {
  /** After redirects: what its links are relative to. */
  readonly url: string;
  readonly body: Uint8Array;
  readonly headers: { get(name: string): string | null };
  /** The Date of the response in milliseconds; null when the server did not say. */
  readonly #at: number | null;
  #document: ReadDocument | null;
  #snapshot: Snapshot | null = null;

  constructor(
    url: string,
    body: Uint8Array,
    headers: { get(name: string): string | null },
    document: ReadDocument | null = null,
  ) {
    this.url = url;
    this.body = body;
    this.headers = headers;
    const date = Date.parse(headers.get('date') ?? '');
    this.#at = Number.isNaN(date) ? null : date;
    this.#document = document;
  }

  get contentType(): string | null {
    return this.headers.get('content-type');
  }

  get document(): ReadDocument {
    this.#document ??= readDocument(this.body, this.contentType);
    return this.#document;
  }

  /** Of what it says (E3); null when it has no text for people. Equal ones are looked at more closely by `findAliases`. */
  get textSignature(): Uint8Array | null {
    const { document } = this;
    if (document.type !== 'html') return null;
    return hash('md5', `${document.html.title}\n${document.html.bodyText}`, 'buffer');
  }

  /** Everything that it leads to or shows, normalised. */
  get links(): readonly string[] {
    return documentLinks(this.document, this.url).links.map(({ url }) => url);
  }

  /** Whether there are words to compare; pictures and programs are compared by their bytes. */
  get hasText(): boolean {
    return this.document.type !== 'other';
  }

  get snapshot(): Snapshot {
    this.#snapshot ??= { segments: this.#segments(), at: this.#at };
    return this.#snapshot;
  }

  /** The same of its HTML after the cut; other documents have no regions. Null when it cannot be cut. */
  cut(cutter: RegionCutter): Snapshot | null {
    if (this.document.type !== 'html') return this.snapshot;
    const { charset } = detectCharset(this.body, this.contentType);
    const html = cutter(decodeText(this.body, charset));
    return html === null ? null : { segments: this.#segmentsOf(Buffer.from(html), 'utf-8'), at: this.#at };
  }

  #segments(): readonly Segment[] {
    const { type } = this.document;
    if (type === 'other') return [];
    const { charset } = detectCharset(this.body, this.contentType);
    if (type === 'html') return this.#segmentsOf(this.body, charset);
    const text = decodeText(this.body, charset);
    if (type === 'feed') return segmentFeed(text);
    return isMadeOfRecords(this.contentType) ? segmentRecords(text) : segmentText(text);
  }

  #segmentsOf(html: Uint8Array, charset: string): readonly Segment[] {
    const isXml = this.contentType?.startsWith('application/xhtml+xml') ?? false;
    return segmentHtml(html, charset, { isXml }).leaves;
  }

  /** What the recognisers of notices and walls look at; null for what is no page for people. */
  get shown(): ShownPage | null {
    const { document } = this;
    if (document.type !== 'html') return null;
    const { title, bodyText, links } = document.html;
    const hasPasswordField = /<input\b[^>]{0,500}?\btype\s{0,9}=\s{0,9}["']?password/i.test(
      Buffer.from(this.body.buffer, this.body.byteOffset, Math.min(this.body.length, MOST_SEARCHED)).toString(
        'latin1',
      ),
    );
    return { title, text: bodyText, links: links.map(({ url }) => url), hasPasswordField };
  }
}

/** A wall is a short page. */
const MOST_SEARCHED = 65_536;
