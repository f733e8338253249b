import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/database/open-store.ts';
import { type Finished, runTidemark } from '../../kernel/cli/run-tidemark.ts';
import { runSite } from '../../kernel/crawl/runs/run-site.ts';
import { type SeenRequest, serveSite } from '../../sites/plain/site-server.ts';

/** A small shop that was tracked three times, and a user who looks at what was found. */
export interface TrackedShop {
  readonly origin: string;
  readonly data: string;
  tidemark(...args: readonly string[]): Promise<Finished>;
  /** The object that a command prints. */
  object<T>(...args: readonly string[]): Promise<T>;
  remove(): Promise<void>;
}

/** Three visits: in the second the chair is dearer, a page is gone and one is new; in the third one more is broken. */
export async function trackedShop(): Promise<TrackedShop> {
  const data = await mkdtemp(join(tmpdir(), 'tidemark-report-'));
  const shop = new Shop();
  const server = await serveSite((request, response) => shop.answer(request, response));
  const store = await openStore({
    kind: 'sqlite',
    folder: data,
    access: 'write',
    command: 'test',
    thread: false,
  });
  for (shop.visit = 1; shop.visit <= 3; shop.visit++) {
    await runSite(store, {
      project: 'shop',
      url: shop.visit === 1 ? `${server.origin}/` : null,
      settings: { assets: 'images', attempts: 1 },
      visits: 'changes',
      onEvent: () => undefined,
      signal: new AbortController().signal,
    });
  }
  await store.projects.create({
    name: 'empty',
    startUrl: 'https://e.example/',
    settings: '{}',
    createdAt: 1,
  });
  await store.close();
  await server.close();
  const tidemark = (...args: readonly string[]) => runTidemark([...args, '--data', data]);
  return {
    origin: server.origin,
    data,
    tidemark,
    object: async <T>(...args: readonly string[]) => {
      const { stdout, stderr } = await tidemark(...args, '--json');
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as T;
    },
    remove: () => rm(data, { recursive: true, force: true }),
  };
}

/** Adverts and session ids rotate all the time. */
class Shop {
  visit = 1;
  #rotating = 0;

  answer({ target }: SeenRequest, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(target, 'http://shop');
    const session = searchParams.get('sid') ?? this.#draw('session').slice(0, 16);
    if (pathname === '/logo.png') {
      const bytes = `\u0089PNG\u0000${this.visit < 2 ? 'old' : 'a newer one'}`;
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(bytes, 'latin1'));
    }
    const body = this.#page(pathname, session);
    response.writeHead(body === null ? 404 : body === '' ? 500 : 200, { 'content-type': 'text/html' });
    response.end(body ?? 'nothing here');
  }

  #page(path: string, session: string): string | null {
    const link = (to: string): string => `<li><a href="${to}?sid=${session}">${to.slice(1)}</a>`;
    switch (path) {
      case '/': {
        const paths = ['/chairs', '/tables', '/sale', '/help', ...(this.visit < 2 ? [] : ['/lamps'])];
        return `<title>Shop</title><h1>Shop</h1><img src="/logo.png"><ul>${paths.map(link).join('')}</ul>`;
      }
      case '/chairs':
        return this.#article(
          'Chairs',
          `<h2>Prices</h2><p>The oak chair costs ${this.visit < 2 ? 29 : 31} euros.`,
        );
      case '/tables':
        return this.#article('Tables', '<p>Tables of beech and of elm.');
      case '/sale':
        return this.visit < 2 ? this.#article('Sale', '<p>Everything must go.') : null;
      case '/help':
        return this.visit < 3 ? this.#article('Help', '<p>Call us <b>any</b> time.') : '';
      case '/lamps':
        return this.visit < 2
          ? null
          : this.#article('Lamps', '<p>=cmd|calc <script>alert(1)</script>Bright lamps.');
      default:
        return null;
    }
  }

  #article(title: string, text: string): string {
    const letters = this.#draw('advert').replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
    const advert = letters.match(/.{6}/g)?.slice(0, 5).join(' ');
    return `<title>${title}</title><h1>${title}</h1>${text}<aside><p>Buy ${advert}</aside><p>Open all day.`;
  }

  #draw(what: string): string {
    return createHash('sha256')
      .update(`${what} ${this.#rotating++}`)
      .digest('hex')
      .replace(/^\d/, 'a');
  }
}
