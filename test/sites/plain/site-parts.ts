import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Random } from '../session-sites/random.ts';
import type { SeenRequest } from './site-server.ts';

/** Where the site lives, and what the crawl is told to fetch. */
export interface Surroundings {
  /** `http://site.test`, or with a port. */
  readonly origin: string;
  /** Another host on which the same server answers; nothing there belongs to the site. */
  readonly elsewhere: string;
  readonly assets: 'none' | 'images' | 'all';
}

/** What must become of an address: kept as a page, asked for but not kept, or never asked for. */
export type Fate = 'kept' | 'asked' | 'never';

/** One address of the site. The answer is written when everything is known. */
export interface Resource {
  readonly fate: Fate;
  /** How often it is asked for; 1 unless it sends the crawler back to itself. */
  readonly times: number;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly coding: Coding | null;
  body(): Buffer;
  /** Writes the whole answer instead, for those that depend on the request. */
  readonly answer: ((request: SeenRequest, response: ServerResponse) => void) | null;
}

export type Coding = 'gzip' | 'br' | 'deflate' | 'zstd';

const compress: Readonly<Record<Coding, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  br: (body) => brotliCompressSync(body),
  deflate: (body) => deflateSync(body),
  zstd: (body) => zstdCompressSync(body),
};

/** A page that may still get links. */
export class PageDraft {
  /** As the site itself spells it: path and query. */
  readonly target: string;
  readonly #head: string[] = [];
  readonly #body: string[] = [];

  constructor(target: string) {
    this.target = target;
  }

  head(html: string): void {
    this.#head.push(html);
  }

  add(html: string): void {
    this.#body.push(html);
  }

  html(): string {
    return `<!doctype html>\n<html><head><title>${this.target}</title>${this.#head.join('\n')}</head>\n<body>\n${this.#body.join('\n')}\n</body></html>\n`;
  }
}

/** The addresses of a site under construction, and the truth about them. */
export class SiteParts {
  readonly random: Random;
  readonly place: Surroundings;
  readonly #resources = new Map<string, Resource>();
  readonly #drafts: PageDraft[] = [];
  #kept = 0;
  #names = 0;

  constructor(random: Random, place: Surroundings) {
    this.random = random;
    this.place = place;
  }

  /** How many pages a crawl must keep, as far as it is built. */
  get kept(): number {
    return this.#kept;
  }

  /** HTML pages that others may link to. */
  get drafts(): readonly PageDraft[] {
    return this.#drafts;
  }

  get resources(): ReadonlyMap<string, Resource> {
    return this.#resources;
  }

  /** A number that no other address of the site has. */
  next(): number {
    return this.#names++;
  }

  /** An HTML page that is kept, with some text of its own. Later pages may be linked from it. */
  page(target: string, coding: Coding | null = null): PageDraft {
    const draft = this.closedPage(target, coding);
    this.#drafts.push(draft);
    return draft;
  }

  /** The same, but it gets no links besides those that are written now: it has a base, or asks not to be followed. */
  closedPage(target: string, coding: Coding | null = null): PageDraft {
    const draft = new PageDraft(target);
    const words = Array.from({ length: 20 }, () => this.random.text('abcdefghijklmnopqrstuvwxyz', 6));
    draft.add(`<p>${words.join(' ')}</p>`);
    this.document(target, 'text/html; charset=utf-8', () => Buffer.from(draft.html()), { coding });
    return draft;
  }

  /** Anything that is answered with 200. */
  document(
    target: string,
    type: string | null,
    body: () => Buffer,
    more: {
      readonly fate?: Fate;
      readonly coding?: Coding | null;
      readonly headers?: OutgoingHttpHeaders;
    } = {},
  ): void {
    this.#put(target, {
      fate: more.fate ?? 'kept',
      headers: { ...(type !== null && { 'content-type': type }), ...more.headers },
      coding: more.coding ?? null,
      body,
    });
  }

  redirect(target: string, status: number, location: string): void {
    this.#put(target, { fate: 'asked', status, headers: { location } });
  }

  broken(target: string, status: number): void {
    this.#put(target, {
      fate: 'asked',
      status,
      headers: { 'content-type': 'text/html' },
      body: () =>
        Buffer.from(`<h1>${status}</h1><a href="/never/linked-by-${status}">no content, no links</a>`),
    });
  }

  /** An address that is in the way somewhere but must not be asked for. */
  never(target: string): void {
    this.#put(target, {
      fate: 'never',
      headers: { 'content-type': 'text/html' },
      body: () => Buffer.from('nobody should read this'),
    });
  }

  /** A page whose answer depends on what was sent along. */
  special(target: string, times: number, body: Buffer, answer: NonNullable<Resource['answer']>): void {
    this.#put(target, { fate: 'kept', times, body: () => body, answer });
  }

  #put(target: string, resource: Partial<Resource>): void {
    if (this.#resources.has(target)) throw new Error(`${target} is there already`);
    const whole: Resource = {
      fate: 'asked',
      times: 1,
      status: 200,
      headers: {},
      coding: null,
      body: () => Buffer.alloc(0),
      answer: null,
      ...resource,
    };
    this.#resources.set(target, whole);
    if (whole.fate === 'kept') this.#kept++;
  }
}

export function send(resource: Resource, response: ServerResponse): void {
  const { status, headers, coding } = resource;
  const body = coding === null ? resource.body() : compress[coding](resource.body());
  response.writeHead(status, {
    ...headers,
    ...(coding !== null && { 'content-encoding': coding }),
    'content-length': String(body.length),
  });
  response.end(body);
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
