import { createServer, type Server } from 'node:http';

/** The news of section 5.6 of the Smart Crawler paper: topics, articles by number, "more" pages, and a search on another host. */
export interface NewsSite {
  readonly url: string;
  /** Where the search shows its results. */
  readonly search: string;
  /** An article is corrected, and one is added. */
  moveOn(): void;
  close(): Promise<void>;
}

interface Article {
  readonly path: string;
  readonly title: string;
  readonly topic: 'technology' | 'finance' | 'sports';
  readonly text: string;
}

const articles: readonly Article[] = [
  [
    '/060525/195/t1.html',
    'technology',
    'A chip that sleeps between two words',
    'It uses a tenth of the power.',
  ],
  [
    '/060524/195/t2.html',
    'technology',
    'Google opens an office in Taipei',
    'Forty engineers begin in autumn.',
  ],
  ['/060525/2/f1.html', 'finance', 'The market closes higher', 'Shares of makers of screens rose most.'],
  ['/060524/2/f2.html', 'finance', 'Google pays for a startup', 'The price was not told.'],
  ['/060525/7/s1.html', 'sports', 'The rowers win by a length', 'The river was calm.'],
].map(([path = '', topic, title = '', text = '']) => ({
  path,
  topic: topic as Article['topic'],
  title,
  text,
}));

const later: Article = {
  path: '/060526/195/t3.html',
  topic: 'technology',
  title: 'A cable under the strait',
  text: 'It is 180 kilometres long.',
};

export async function startNewsSite(): Promise<NewsSite> {
  let known = articles;
  let requests = 0;
  const page = (title: string, body: string, after = '') =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>
<nav><a href="/">News</a> <a href="/technology/">Technology</a> <a href="/finance/">Finance</a> <a href="/sports/">Sports</a></nav>
<main><h1>${title}</h1>${body}</main><aside>Advert ${requests++}: buy a boat</aside>${after}</body></html>`;
  const list = (topic: string, from: number, to?: number) =>
    `<ul>${known
      .filter((article) => article.topic === topic)
      .slice(from, to)
      .map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`)
      .join('')}</ul>`;
  const form =
    '<form action="/search.php"><label>Search <input name="p"></label><input type="hidden" name="c" value="all"><button>Go</button></form>';
  const results = await listening((url) => {
    const word = url.searchParams.get('p') ?? '';
    const found = known.filter(({ title }) => word !== '' && title.includes(word));
    const links = found.map(({ path, title }) => `<p><a href="${news.url}${path}">${title}</a></p>`);
    return `<!doctype html><title>Found: ${word}</title><h1>Found: ${word}</h1>${links.join('')}`;
  });
  const news = await listening((url) => {
    const article = known.find(({ path }) => path === url.pathname);
    if (article !== undefined) return page(article.title, `<p>${article.text}</p>`);
    const topic = url.searchParams.get('newsclass') ?? '';
    if (url.pathname === '/more.php') return page(`More ${topic}`, list(topic, 1));
    if (url.pathname === '/search.php')
      return page(
        'Search',
        `<p><a href="${results.url}/found?p=${url.searchParams.get('p')}">Results</a></p>`,
      );
    const [, section = ''] = /^\/(technology|finance|sports)\/$/.exec(url.pathname) ?? [];
    if (section !== '')
      return page(section, `${list(section, 0, 1)}<a href="/more.php?newsclass=${section}">More</a>`, form);
    return url.pathname === '/' ? page('The news', '<p>What happened today.</p>', form) : null;
  });
  return {
    url: `${news.url}/`,
    search: results.url,
    moveOn() {
      known = [...articles, later].map((article) =>
        article.path === '/060525/2/f1.html' ? { ...article, title: 'The market closes lower' } : article,
      );
    },
    async close() {
      await news.close();
      await results.close();
    },
  };
}

async function listening(answer: (url: URL) => string | null) {
  const server: Server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '/', 'http://news'));
    if (body === null)
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
