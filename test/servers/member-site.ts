import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback-server.ts';
import { idIn, SiteSessions } from './site-sessions.ts';

/** How the log-in of the site behaves; each is one way in which real ones go wrong. */
export interface MemberSiteOptions {
  /** Default `maria` and `correct horse`. */
  readonly user?: string;
  readonly password?: string;
  /** Default `password`. */
  readonly passwordField?: string;
  /** False leaves the hidden token out of the page; the server wants it all the same. */
  readonly showToken?: boolean;
  /** A second form, just like the first. */
  readonly twice?: boolean;
  /** How members are sent in: by a redirect, or by a page with a meta refresh. Default `redirect`. */
  readonly entrance?: 'redirect' | 'refresh';
  /** What visitors see who are not logged in: the log-in page under the page's own URL, or a redirect to it. */
  readonly wall?: 'in place' | 'redirect' | 'forbidden';
  /** The site shows what was typed, as careless ones do. */
  readonly echoes?: boolean;
}

export interface SeenSubmission {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface MemberSite {
  readonly origin: string;
  /** What was asked, in order. */
  readonly requests: readonly SeenSubmission[];
  readonly logIns: () => number;
  /** Forgets all sessions, as a server does that was started anew. */
  readonly expireSessions: () => void;
  /** From now on no session outlives the request that made it. */
  readonly refuseSessions: () => void;
  readonly changePassword: (password: string) => void;
  readonly close: () => Promise<void>;
}

/** A private site: a log-in with a token, three articles for members, a log-out on every page. */
export async function memberSite(options: MemberSiteOptions = {}): Promise<MemberSite> {
  const { user = 'maria', passwordField = 'password' } = options;
  let password = options.password ?? 'correct horse';
  const requests: SeenSubmission[] = [];
  const sessions = new SiteSessions();
  let refuses = false;

  const loginPage = (message = ''): string => {
    const hidden = options.showToken === false ? '' : sessions.tokenField();
    const form = `<form action="/session" method=post>${hidden}
      <input name=user><input type=password name=${passwordField}>
      <input type=checkbox name=stay value=1 checked><button>Log in</button></form>`;
    return `<!doctype html><title>Members only</title><p>${message}</p>${form}${options.twice === true ? form : ''}`;
  };
  const memberPage = (title: string): string =>
    `<!doctype html><title>${title}</title><h1>${title}</h1><p>Hello ${user}</p>
    <a href="/articles/1">One</a> <a href="/articles/2">Two</a> <a href="/session/end">Log out</a>`;

  const answer = (request: SeenSubmission, response: ServerResponse): ServerResponse => {
    const html = (status: number, page: string, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
      return response.end(page);
    };
    const { pathname } = new URL(request.target, 'http://site');
    const { cookie } = request.headers;
    if (pathname === '/login') return html(200, loginPage());
    if (pathname === '/plain-print') return html(200, '<title>Print</title>without any sign');
    if (pathname === '/session' && request.method === 'POST') {
      const fields = new URLSearchParams(request.body.toString());
      if (!sessions.takeToken(fields)) return html(403, '<title>Forgery</title>The token is wrong');
      if (fields.get('user') !== user || fields.get(passwordField) !== password) {
        const typed = options.echoes === true ? ` You typed ${fields.get(passwordField)}` : '';
        return html(200, loginPage(`Wrong password.${typed}`));
      }
      const headers = { 'set-cookie': sessions.begin() };
      if (refuses) sessions.endAll();
      if (options.entrance === 'refresh') {
        return html(200, '<meta http-equiv=refresh content="0; url=/home">One moment', headers);
      }
      return html(303, '', { ...headers, location: '/home' });
    }
    // Right after the log-in everything looks well, also on a site that forgets at once.
    const isFresh = refuses && pathname === '/home' && sessions.begun.includes(idIn(cookie));
    if (sessions.show(cookie) === null && !isFresh) {
      if (options.wall === 'redirect') return html(302, '', { location: `/login?next=${pathname}` });
      return html(options.wall === 'forbidden' ? 403 : 200, loginPage('Please log in.'));
    }
    if (pathname === '/session/end') {
      sessions.end(cookie);
      return html(303, '', { location: '/login' });
    }
    if (pathname === '/not-for-you') return html(403, memberPage('Not for you'));
    return html(200, memberPage(pathname));
  };

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url: target = '', headers } = incoming;
      const request = { method, target, headers, body: Buffer.concat(chunks) };
      requests.push(request);
      answer(request, response);
    });
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    origin,
    requests,
    logIns: () => sessions.begun.length,
    expireSessions: () => sessions.endAll(),
    changePassword: (changed) => {
      password = changed;
    },
    refuseSessions: () => {
      refuses = true;
      sessions.endAll();
    },
    close,
  };
}
