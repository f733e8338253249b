// A crawl by Crawlee: arguments are the folder with its packages, start, scope and concurrency.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The part of Crawlee used here; it is not installed where types are checked. */
interface CrawleeHttp {
  readonly HttpCrawler: new (
    options: HttpCrawlerOptions,
  ) => {
    run(starts: readonly string[]): Promise<unknown>;
    addRequests(urls: readonly string[]): Promise<unknown>;
  };
}

interface HttpCrawlerOptions {
  readonly minConcurrency: number;
  readonly maxConcurrency: number;
  readonly requestHandler: (context: {
    readonly request: { readonly loadedUrl: string };
    readonly body: string | Buffer;
    pushData(data: object): Promise<void>;
  }) => Promise<void>;
}

interface Htmlparser2 {
  readonly Parser: new (handler: {
    onopentag(name: string, attributes: Readonly<Record<string, string>>): void;
    ontext(text: string): void;
    onclosetag(name: string): void;
  }) => { end(text: string): void };
}

const [folder = '', start = '', scope = '', concurrency = '16'] = process.argv.slice(2);
const { resolve } = createRequire(join(folder, 'package.json'));
const load = async <T>(name: string) => (await import(pathToFileURL(resolve(name)).href)) as T;
const { HttpCrawler } = await load<CrawleeHttp>('@crawlee/http');
const { Parser } = await load<Htmlparser2>('htmlparser2');

const seen = new Set([start]);

function read(html: string, base: string): { readonly title: string; readonly urls: readonly string[] } {
  const urls: string[] = [];
  let title = '';
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, { href }) {
      inTitle = name === 'title';
      if (name !== 'a' || href === undefined) return;
      const url = URL.parse(href, base);
      if (url === null) return;
      url.hash = '';
      if (seen.has(url.href) || !url.href.startsWith(scope) || !url.pathname.endsWith('.html')) return;
      seen.add(url.href);
      urls.push(url.href);
    },
    ontext(text) {
      if (inTitle) title += text;
    },
    onclosetag() {
      inTitle = false;
    },
  });
  parser.end(html);
  return { title, urls };
}

const crawler = new HttpCrawler({
  minConcurrency: Number(concurrency),
  maxConcurrency: Number(concurrency),
  async requestHandler({ request, body, pushData }) {
    const { title, urls } = read(body.toString(), request.loadedUrl);
    await pushData({ url: request.loadedUrl, title });
    if (urls.length > 0) await crawler.addRequests(urls);
  },
});
await crawler.run([start]);
