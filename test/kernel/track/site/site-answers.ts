import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Random, randomOf } from '../../../sites/session-sites/random.ts';
import type { Session } from './addresses.ts';
import { LastDraws } from './noise/draws.ts';
import type { Pen } from './render/pen.ts';
import { renderPage } from './render/render-page.ts';
import { failureReply, notFound, type Reply, redirect, reply } from './reply.ts';
import { essence, type ShownPage, shownPages } from './shown-page.ts';
import type { Site } from './site.ts';
import type { SiteState } from './state.ts';

/** Where the server's calendar begins: nothing may depend on the day of the test. */
const firstAt = Date.UTC(2026, 2, 9, 8, 17, 23);
const betweenVisits = (24 + 5) * 3_600_000;

export interface Request {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Answers requests to the site. It knows the sessions of this visit, and what every page showed last. */
export class SiteAnswers {
  readonly #site: Site;
  readonly #lastDraws = new LastDraws();
  readonly #counts = new Map<string, number>();
  readonly #startedAt = performance.now();
  #sessions = new Map<string, Session>();
  /** How many requests came with a session's id. */
  readonly #uses = new Map<string, number>();
  #responses = 0;
  #visit = 1;
  #state: SiteState;
  #shown: ReadonlyMap<string, ShownPage>;

  constructor(site: Site) {
    this.#site = site;
    this.#state = stateAt(site, 1);
    this.#shown = shownPages(this.#state);
  }

  get visit(): number {
    return this.#visit;
  }

  advance(): void {
    this.#visit += 1;
    this.#sessions = new Map();
    this.#state = stateAt(this.#site, this.#visit);
    this.#shown = shownPages(this.#state);
  }

  /** The Date of every reply is the server's own time, which also appears on pages. */
  to(request: Request): Reply {
    this.#responses += 1;
    const random = randomOf(`response ${this.#site.seed} ${this.#responses}`);
    const at = firstAt + (this.#visit - 1) * betweenVisits + (performance.now() - this.#startedAt);
    const { headers, ...rest } = this.#replyTo(request, random, at);
    const tracking: Readonly<Record<string, string>> =
      this.#site.noise.has('tracking cookie', 'home') && headers['set-cookie'] === undefined
        ? { 'set-cookie': `track=${random.text('0123456789abcdef', 20)}; Path=/` }
        : {};
    return { ...rest, headers: { date: new Date(at).toUTCString(), ...tracking, ...headers } };
  }

  #replyTo(request: Request, random: Random, at: number): Reply {
    const { target } = request;
    if (target === '/robots.txt') return reply(404, 'text/plain', 'no rules');
    if (target.startsWith('/assets/')) return reply(200, 'text/css', '/* the same at every visit */');
    if (target.startsWith('/img/')) return this.#image(target);
    const { style, noise } = this.#site;
    const { id } = style.read(target);
    const known = this.#knownSession(id, request);
    if (known === undefined && id !== null && noise.isStrict && !style.redirects) return redirect(302, '/');
    const session = known ?? this.#openSession(random);
    const key = this.#site.keyOf(target);
    if (!style.redirects || id === session.id) return this.#page(key, session, request, random, at);
    const { headers, ...rest } = redirect(302, style.write(key, session));
    return { ...rest, headers: { ...headers, 'set-cookie': `sid=${session.id}; Path=/` } };
  }

  #image(target: string): Reply {
    const path = target.replace(/\?.*/, '');
    const build = /\.(b[0-9a-f]{16})\.png$/.exec(path)?.[1];
    const address = build === undefined ? path : path.replace(`.${build}`, '');
    // Files of a build never change.
    const visits = [...this.#site.script.keys()].map((index) => index + 1);
    const builtAt = visits.find((visit) => this.#buildAt(visit) === build) ?? this.#visit;
    const version = stateAt(this.#site, builtAt).imageVersions.get(address) ?? 0;
    return reply(200, 'image/png', `\u0089PNG ${address} ${version}`);
  }

  #buildAt(visit: number): string {
    return `b${hash(`build ${this.#site.seed} ${visit}`)}`;
  }

  #knownSession(id: string | null, { headers }: Request): Session | undefined {
    const cookie = /\bsid=([^;]+)/.exec(headers.cookie ?? '')?.[1];
    const session = this.#sessions.get(id ?? '') ?? this.#sessions.get(cookie ?? '');
    if (session === undefined) return undefined;
    const uses = (this.#uses.get(session.id) ?? 0) + 1;
    this.#uses.set(session.id, uses);
    if (uses <= (this.#site.noise.sessionLife ?? Number.POSITIVE_INFINITY)) return session;
    this.#sessions.delete(session.id);
    return undefined;
  }

  #openSession(random: Random): Session {
    const session = this.#site.newSession(random);
    this.#sessions.set(session.id, session);
    return session;
  }

  #page(key: string, session: Session, { headers }: Request, random: Random, at: number): Reply {
    const { noise, style, hasHashedImages } = this.#site;
    const answer = this.#state.pages.find((page) => page.key === key)?.answer;
    if (answer?.is === 'moved') return redirect(answer.status, style.write(answer.to, session));
    if (answer?.is === 'failing') return failureReply(answer.how);
    const page = this.#shown.get(key);
    if (page === undefined) return notFound(answer?.is === 'gone' ? answer.status : 404);
    const content = (): Reply =>
      reply(200, 'text/html; charset=utf-8', renderPage(this.#penFor(page, session, random, at)));
    if (noise.kinds.length > 0 || noise.session !== null || hasHashedImages) return content();
    // Only a page without noise has a version that the server can name.
    const etag = `"${hash(essence(page))}"`;
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' };
    const { headers: plain, ...rest } = content();
    return { ...rest, headers: { ...plain, etag } };
  }

  #penFor(page: ShownPage, session: Session, random: Random, at: number): Pen {
    const { noise, look, style, adverts, tokenField, hasHashedImages } = this.#site;
    const { key, template } = page;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const has: Pen['has'] = (kind) => noise.has(kind, template);
    const token = random.text('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 20);
    const tokened = (address: string): string => {
      if (!has('link token') && !has('token per link')) return address;
      const value = has('link token') ? token : random.text('0123456789abcdef', 12);
      return `${address}${address.includes('?') ? '&' : '?'}${tokenField}=${value}`;
    };
    const build = this.#buildAt(this.#visit);
    return {
      page,
      look,
      has,
      at,
      build,
      adverts,
      firstAt,
      draws: { random, count, anew: (place, draw) => this.#lastDraws.anew(key, place, draw) },
      // The address of the front page has no id, because visitors type it.
      url: (to) => (to === '/' ? style.write(to, session) : tokened(style.write(to, session))),
      imageUrl: (address) => {
        const named = hasHashedImages ? address.replace(/\.png$/, `.${build}.png`) : address;
        return has('image of the moment') ? `${named}?v=${Math.round(at)}${count}` : named;
      },
    };
  }
}

function stateAt(site: Site, visit: number): SiteState {
  const found = site.script[visit - 1];
  if (found === undefined) throw new Error(`the site has no visit ${visit}`);
  return found.state;
}
