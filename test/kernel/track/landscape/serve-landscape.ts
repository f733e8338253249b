import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { type SeenRequest, serveSite } from '../../../sites/plain/site-server.ts';
import { diceFor } from './content.ts';
import { type Judged, judgeVisit, saidPosted } from './judge-landscape.ts';
import type { Site, Truth, Visit } from './landscape.ts';
import type { Moment } from './noise.ts';
import { renderPage } from './render.ts';

export interface ServedSite extends Judged {
  readonly origin: string;
  /** The site's clock, in milliseconds since 1970. It goes on with each request, as if a polite visitor asked. */
  now(): number;
  /** Goes to the next visit; false after the last. */
  advance(): boolean;
  /** Where a page is, without an id of a session. */
  addressOf(path: string): string;
  close(): Promise<void>;
}

/**
 * Serves a generated site on loopback, on a port of the system's choice if none is given. `/__truth`, `/__judge` and `/__advance` are for monitors
 * that are not in this process.
 */
export async function serveLandscape(site: Site, port = 0): Promise<ServedSite> {
  const running = new RunningSite(site);
  const server = await serveSite((request, response) => running.answer(request, response), port);
  return {
    origin: server.origin,
    now: () => running.now,
    advance: () => running.advance(),
    truth: () => running.truth(),
    pathOf: (address) => running.pathOf(address),
    addressOf: (path) => running.addressOf(path),
    asked: () => running.asked(),
    close: () => server.close(),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const sessionIn = /[?&]sid=([0-9a-f]{16})|;jsessionid=([0-9a-f]{16})/;

class RunningSite implements Judged {
  readonly #site: Site;
  #index = 0;
  #requests = 0;
  now: number;
  #asked = new Map<string, number>();
  readonly #hits = new Map<string, number>();
  readonly #seen = new Map<number, string[]>();

  constructor(site: Site) {
    this.#site = site;
    this.now = this.visit.at;
  }

  get visit(): Visit {
    const visit = this.#site.visits[this.#index];
    if (visit === undefined) throw new Error(`site ${this.#site.seed} has no visit ${this.#index + 1}`);
    return visit;
  }

  advance(): boolean {
    if (this.#index + 1 >= this.#site.visits.length) return false;
    this.#index++;
    this.now = this.visit.at;
    this.#asked = new Map();
    return true;
  }

  truth(): ReadonlyMap<string, Truth> {
    return this.visit.truth;
  }

  asked(): ReadonlyMap<string, number> {
    return this.#asked;
  }

  addressOf(path: string): string {
    if (path === '/') return '/';
    return {
      paths: path,
      html: `${path}.html`,
      query: `/index.php?page=${encodeURIComponent(path.slice(1))}`,
      slashes: `${path}/`,
    }[this.#site.addresses];
  }

  pathOf(address: string): string | null {
    const { pathname, searchParams } = new URL(address.replace(sessionIn, ''), 'http://site.example');
    const name = searchParams.get('page');
    const path = name === null ? pathname.replace(/\.html$/, '').replace(/(?<=.)\/$/, '') : `/${name}`;
    return this.visit.truth.has(path) ? path : null;
  }

  answer(request: SeenRequest, response: ServerResponse): void {
    if (request.target.startsWith('/__')) this.#control(request, response);
    else this.#answerVisitor(request, response);
  }

  #answerVisitor(request: SeenRequest, response: ServerResponse): void {
    const fresh = diceFor(this.#site.seed, 'request', ++this.#requests);
    this.now += 400 + fresh.below(1200);
    response.setHeader('date', new Date(this.now).toUTCString());
    const path = this.pathOf(request.target);
    if (path === null) {
      this.#otherFile(request.target, response);
      return;
    }
    this.#asked.set(path, (this.#asked.get(path) ?? 0) + 1);
    const { state, build, changedAt } = this.visit;
    const page = state.pages.get(path);
    if (page === undefined) {
      const status = this.#site.goneStatus;
      response.writeHead(
        status,
        status === 302 ? { location: '/' } : { 'content-type': 'text/html; charset=utf-8' },
      );
      return void response.end(
        status === 302 ? '' : `<!doctype html><title>${status}</title><h1>${status}</h1>`,
      );
    }
    const visitor = this.#visitorOf(request, response, fresh.below(1e9));
    const hits = 1 + (this.#hits.get(path) ?? 0);
    this.#hits.set(path, hits);
    const { seed } = this.#site;
    const moment: Moment = {
      language: this.#site.language,
      state,
      page,
      now: this.now,
      hits: { site: this.#requests * 3, page: hits + Math.floor((this.now - this.#firstAt()) / 1_800_000) },
      build,
      visitor,
      fresh,
      held: (minutes, name, scope) =>
        diceFor(seed, name, Math.floor(this.now / (minutes * 60_000)), scope === 'page' ? path : ''),
      fixed: (name) => diceFor(seed, 'fixed', name),
      link: (to) => this.#linked(this.addressOf(to), visitor.session),
    };
    const body = renderPage(this.#site.skin, this.#site.placed, moment);
    visitor.seen.push(path);
    this.#send(request, response, body, changedAt.get(path) ?? this.now);
  }

  #firstAt(): number {
    return this.#site.visits[0]?.at ?? this.now;
  }

  #send({ headers }: SeenRequest, response: ServerResponse, body: string, changedAt: number): void {
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    const { validators } = this.#site;
    if (validators === 'body') response.setHeader('etag', etag);
    if (validators === 'essence') response.setHeader('last-modified', new Date(changedAt).toUTCString());
    if (validators === 'always now') response.setHeader('last-modified', new Date(this.now).toUTCString());
    const isSame =
      (validators === 'body' && headers['if-none-match'] === etag) ||
      // Only the very time that was sent, as nginx does: a visitor's own clock may be another.
      (validators === 'essence' && headers['if-modified-since'] === new Date(changedAt).toUTCString());
    if (isSame) {
      response.writeHead(304);
      return void response.end();
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-language': this.#site.language.code,
    });
    response.end(body);
  }

  #visitorOf({ target, headers }: SeenRequest, response: ServerResponse, drawn: number) {
    const known = Number(/visitor=(\d+)/.exec(headers.cookie ?? '')?.[1] ?? Number.NaN);
    const id = Number.isNaN(known) ? drawn : known;
    if (this.#site.hasCookies && Number.isNaN(known))
      response.setHeader('set-cookie', `visitor=${id}; Path=/`);
    const seen = this.#seen.get(id) ?? [];
    this.#seen.set(id, seen);
    const inLink = sessionIn.exec(target);
    const session = inLink?.[1] ?? inLink?.[2] ?? id.toString(16).padStart(16, '7');
    return { id, isNew: Number.isNaN(known), seen, session };
  }

  #linked(address: string, session: string): string {
    if (this.#site.session === 'none') return address;
    if (this.#site.session === 'query')
      return `${address}${address.includes('?') ? '&amp;' : '?'}sid=${session}`;
    const [path = '', query] = address.split('?');
    return `${path};jsessionid=${session}${query === undefined ? '' : `?${query}`}`;
  }

  #otherFile(target: string, response: ServerResponse): void {
    if (target.startsWith('/go/')) {
      response.writeHead(302, { location: 'https://ads.example/' });
      return void response.end();
    }
    if (target.startsWith('/media/') || target.startsWith('/banners/')) {
      response.writeHead(200, { 'content-type': 'image/gif' });
      return void response.end(
        Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      );
    }
    const isKnown = target.startsWith('/cdn-cgi/');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      isKnown
        ? '<!doctype html><title>Email protection</title><p>This address is protected.</p>'
        : 'not here',
    );
  }

  #control({ target, method, body }: SeenRequest, response: ServerResponse): void {
    const [status, answer] = this.#controlled(`${method} ${target}`, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  #controlled(asked: string, body: string): readonly [status: number, answer: object] {
    if (asked === 'GET /__truth') return [200, this.#told()];
    if (asked === 'GET /__advance') return [this.advance() ? 200 : 410, this.#told()];
    if (asked !== 'POST /__judge') return [404, { error: 'GET /__truth, GET /__advance or POST /__judge' }];
    const said = saidPosted.safeParse(readJson(body));
    if (!said.success) return [400, { error: z.prettifyError(said.error) }];
    return [200, judgeVisit(this, this.#index + 1, said.data)];
  }

  /** What a judge in another process needs. */
  #told() {
    const { seed, kind, language, placed, visits } = this.#site;
    return {
      seed,
      kind: kind.name,
      language: language.code,
      noise: placed.map(({ noise }) => noise.name),
      visit: this.#index + 1,
      visits: visits.length,
      now: new Date(this.now).toISOString(),
      pages: [...this.visit.truth].map(([path, { right, edits }]) => ({
        address: this.addressOf(path),
        right,
        edits,
        requests: this.#asked.get(path) ?? 0,
      })),
    };
  }
}
