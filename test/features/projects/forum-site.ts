import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';
import { idIn, SiteSessions } from '../../fixtures/servers/site-sessions.ts';

/** How a forum may differ from the usual one. */
export interface ForumOptions {
  /** Sessions end after this many pages. */
  readonly pagesPerSession?: number;
  /** Default `password`. */
  readonly passwordField?: string;
  /** False: the page lacks the hidden token that the server wants. */
  readonly showToken?: boolean;
  /** Whether there is a second form that looks like the log-in form. */
  readonly twoForms?: boolean;
  /** How the search form is sent. Default `get`. */
  readonly search?: 'get' | 'post';
  /** How visitors are kept out: by the log-in page in place of every page, or by a redirect to it. */
  readonly wall?: 'in place' | 'redirect';
  /** Where the link to log out leads. Default `/logout`. */
  readonly logout?: string;
  /** Every page sends the cookie of the session again. */
  readonly renewsCookies?: boolean;
  /** Articles show members their own password, and link to it. */
  readonly showsSecret?: boolean;
  /** Refuses log-ins after this many. */
  readonly mostLogIns?: number;
}

export interface ForumSite {
  readonly origin: string;
  /** `METHOD target` of every request, in order. */
  readonly requests: readonly string[];
  readonly logIns: () => number;
  readonly logOuts: () => number;
  readonly openSessions: () => number;
  /** The cookie values of all sessions. */
  readonly sessionIds: () => readonly string[];
  /** Calls back when a target is about to be answered. */
  readonly onRequest: (watch: (target: string) => void) => void;
  readonly close: () => Promise<void>;
}

export const member = { user: 'kim', password: 'tr0ub4dor & 3 "quoted"' };

const boards = ['java', 'sailing', 'cooking'];
const topics = ['generics', 'threads', 'modules'];
const PER_PAGE = 4;

/** Articles 1 to 30 of each board; every third is about the same topic, every fourth has a second page of answers. */
const articles = boards.flatMap((board) =>
  Array.from({ length: 30 }, (_, i) => ({
    board,
    number: i + 1,
    topic: topics[i % topics.length] ?? '',
    pages: (i + 1) % 4 === 0 ? 2 : 1,
  })),
);
type Article = (typeof articles)[number];

const pathOf = ({ board, number }: Article, page = 1): string =>
  `/boards/${board}/article/${number}${page === 1 ? '' : `?answers=${page}`}`;

const about = (board: string, topic: string): readonly Article[] =>
  articles.filter((article) => article.board === board && article.topic === topic);

/** Paths of a board's articles on a topic, including their pages of answers. */
export const truth = (board: string, topic: string): readonly string[] =>
  about(board, topic)
    .flatMap((article) => Array.from({ length: article.pages }, (_, i) => pathOf(article, i + 1)))
    .sort();

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const link = (href: string, text = href): string => `<a href="${href}">${text}</a>`;

/**
 * A private forum: a log-in with a one-time token, three boards with a search in each, adverts, and a link to log out on
 * every page. It shows nothing to visitors who are not logged in.
 */
export async function forumSite(options: ForumOptions = {}): Promise<ForumSite> {
  const {
    passwordField = 'password',
    pagesPerSession = Number.POSITIVE_INFINITY,
    logout = '/logout',
  } = options;
  const requests: string[] = [];
  const sessions = new SiteSessions();
  let logOuts = 0;
  let watch: (target: string) => void = () => undefined;

  const loginPage = (message: string): string => {
    const form = `<form action="/session" method="post">${options.showToken === false ? '' : sessions.tokenField()}
      <input name="user"><input type="password" name="${passwordField}"><button>Log in</button></form>`;
    return `<!doctype html><title>Members only</title><p>${message}</p>${form}${options.twoForms === true ? form : ''}`;
  };
  const memberPage = (title: string, content: string): string => `<!doctype html><title>${title}</title>
    <nav>${boards.map((board) => link(`/boards/${board}`, board === 'java' ? 'Java' : board)).join(' ')}
    ${link('/account', member.user)} ${link(logout, 'Log out')}</nav>
    <aside>${link('/adverts/1', 'Buy boats')} ${link('https://adverts.example/2', 'More')}</aside>${content}`;
  const articleLinks = (list: readonly Article[]): string =>
    list.map((article) => `<li>${link(pathOf(article), `${article.topic} ${article.number}`)}`).join('\n');

  const boardPage = (board: string): string => {
    const method = options.search ?? 'get';
    const form = `<form action="/boards/${board}/search" method="${method}">${method === 'post' ? sessions.tokenField() : ''}
      <input name="q"><select name="sort"><option value="new" selected>new</option><option>old</option></select></form>`;
    return memberPage(`Board ${board}`, form + articleLinks(articles.filter((each) => each.board === board)));
  };
  const resultPage = (board: string, query: URLSearchParams): string => {
    const topic = query.get('q') ?? '';
    const page = Number(query.get('page') ?? 1);
    const found = about(board, topic);
    const next = `/boards/${board}/search?q=${topic}&amp;sort=${query.get('sort')}&amp;page=${page + 1}`;
    const more = page * PER_PAGE < found.length ? link(next, 'next') : '';
    return memberPage(
      `Results for ${topic}`,
      articleLinks(found.slice((page - 1) * PER_PAGE, page * PER_PAGE)) + more,
    );
  };
  const articlePage = (article: Article): string => {
    const answers = Array.from({ length: article.pages }, (_, i) => link(pathOf(article, i + 1), `${i + 1}`));
    const elsewhere = articles.filter(
      ({ board, topic }) => board !== article.board && topic === article.topic,
    );
    return memberPage(
      `${article.topic} ${article.number}`,
      `<article>About ${article.topic}.</article>${answers.join(' ')} Elsewhere: ${articleLinks(elsewhere.slice(0, 3))}
      ${options.showsSecret === true ? `${escaped(member.password)} ${link(`/boards/java/article/1?key=${encodeURIComponent(member.password)}`)}` : ''}
      ${link(`/users/${article.number}`, 'the author')} ${link(`/boards/${article.board}/answer/${article.number}`, 'answer')}`,
    );
  };

  const answer = (
    method: string,
    url: URL,
    cookie: string,
    body: URLSearchParams,
  ): readonly [number, string, object?] => {
    const { pathname, searchParams } = url;
    if (pathname === '/robots.txt') return [404, ''];
    if (pathname === '/login') return [200, loginPage('')];
    if (pathname === '/session' && method === 'POST') {
      if (!sessions.takeToken(body)) return [403, '<title>Forged</title>The token is wrong.'];
      const isRight = body.get('user') === member.user && body.get(passwordField) === member.password;
      if (!isRight || sessions.begun.length >= (options.mostLogIns ?? Number.POSITIVE_INFINITY))
        return [200, loginPage('That was not right.')];
      return [303, '', { 'set-cookie': sessions.begin(), location: '/home' }];
    }
    const shown = sessions.show(cookie);
    if (shown === null || shown >= pagesPerSession) {
      sessions.end(cookie);
      if (options.wall === 'redirect') return [302, '', { location: `/login?next=${pathname}` }];
      return [200, loginPage('Please log in.')];
    }
    if (pathname === logout) {
      sessions.end(cookie);
      logOuts++;
      return [200, '<title>Good bye</title>'];
    }
    const [, board = '', part = '', number = ''] =
      /^\/boards\/(\w+)(?:\/(\w+))?(?:\/(\d+))?$/.exec(pathname) ?? [];
    const article = articles.find((each) => each.board === board && String(each.number) === number);
    const renewed = options.renewsCookies === true ? { 'set-cookie': `sid=${idIn(cookie)}; Path=/` } : {};
    if (part === 'article' && article !== undefined) return [200, articlePage(article), renewed];
    if (part === 'search') {
      if (method === 'POST' && !sessions.takeToken(body)) return [403, 'The token is wrong.'];
      return [200, resultPage(board, method === 'POST' ? body : searchParams)];
    }
    if (boards.includes(board) && part === '') return [200, boardPage(board)];
    return [
      200,
      memberPage(pathname, `<p>Something else. ${link('/boards/java/article/2', 'not this')}</p>`),
    ];
  };

  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      requests.push(`${method} ${url}`);
      watch(url);
      const body = new URLSearchParams(Buffer.concat(chunks).toString());
      const [status, page, more] = answer(method, new URL(url, 'http://forum'), headers.cookie ?? '', body);
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...more });
      response.end(page);
    });
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    origin,
    requests,
    logIns: () => sessions.begun.length,
    logOuts: () => logOuts,
    openSessions: () => sessions.openCount,
    sessionIds: () => sessions.begun,
    onRequest: (callback) => {
      watch = callback;
    },
    close,
  };
}
