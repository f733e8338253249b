import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '../../../../src/crawl/tables/project.ts';
import { openStore } from '../../../../src/database/open-store.ts';
import type { Store } from '../../../../src/database/store.ts';
import { listenOnLoopback } from '../../../fixtures/servers/loopback-server.ts';
import { runSite } from '../../../kernel/crawl/runs/run-site.ts';

/** What the editors of the site may do; each is done from the visit on whose number it has. */
export interface Edits {
  readonly footer?: number;
  readonly sidebar?: number;
  readonly price?: number;
  readonly secondPrice?: number;
  readonly gone?: number;
  readonly failing?: number;
}

/** A site of some pages with a frame that all of them share, visited with Tidemark. */
export interface HarbourSite {
  readonly origin: string;
  readonly folder: string;
  readonly store: Store;
  project(): Promise<Project>;
  /** Visits the site; its editors have done what is due by now. */
  visit(): Promise<void>;
  close(): Promise<void>;
}

const articles = 12;

/** Serves the site; `advance` lets its editors do what is due before the next visit. */
export async function serveHarbour(edits: Edits, { hasAdverts = false } = {}) {
  let visit = 1;
  let answers = 0;
  const isDone = (edit: number | undefined): boolean => edit !== undefined && visit >= edit;
  const adverts = ['Buy a boat', 'See the hills', 'Eat more cake', 'Rent a car', 'Learn to sail'];
  const page = (title: string, body: string, hasSidebar: boolean) => {
    const advert = hasAdverts ? `<div><p>${adverts[answers++ % adverts.length]} today</div>` : '';
    const sidebar = hasSidebar
      ? `<aside><h3>Latest</h3><p>Storm ${isDone(edits.sidebar) ? 'over' : 'ahead'}</aside>`
      : '';
    return `<title>${title}</title><main><h1>${title}</h1>${body}</main>${advert}${sidebar}<footer><p>© ${isDone(edits.footer) ? 2026 : 2025} Harbour Press</footer>`;
  };
  const bodyOf = (path: string): string | null => {
    const number = Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (path === '/') {
      const links = ['/prices', '/sale', '/help', ...Array.from({ length: articles }, (_, n) => `/p/${n}`)];
      return page('Home', links.map((link) => `<p><a href="${link}">About ${link}</a>`).join(''), false);
    }
    if (path === '/prices') {
      const price = isDone(edits.secondPrice) ? '14.20' : isDone(edits.price) ? '16.90' : '18.50';
      return page('Prices', `<h2>Tea</h2><p>Green tea costs € ${price} a tin.`, false);
    }
    if (path === '/sale') return isDone(edits.gone) ? null : page('Sale', '<p>All must go.', false);
    if (path === '/help') return isDone(edits.failing) ? '' : page('Help', '<p>Call us any time.', false);
    return number < articles
      ? page(`Chapter ${number}`, `<p>Words of chapter ${number}.`, number % 4 === 0)
      : null;
  };
  const server = createServer((request, response) => {
    const body = bodyOf(request.url ?? '/');
    response.writeHead(body === null ? 404 : body === '' ? 500 : 200, { 'content-type': 'text/html' });
    response.end(body ?? 'nothing here');
  });
  return { ...(await listenOnLoopback(server)), advance: () => void visit++ };
}

export async function harbourSite(edits: Edits, options = {}): Promise<HarbourSite> {
  const { origin, advance, close } = await serveHarbour(edits, options);
  let visits = 0;
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-told-'));
  const store = await openStore({ kind: 'sqlite', folder, access: 'write', command: 'test', thread: false });
  const project = async (): Promise<Project> => {
    const found = await store.projects.find('harbour');
    if (found === null) throw new Error('it was not visited yet');
    return found;
  };
  return {
    origin,
    folder,
    store,
    project,
    visit: async () => {
      if (visits++ > 0) advance();
      const url = visits === 1 ? `${origin}/` : null;
      const settings = { attempts: 1, ignoreRobots: true };
      await runSite(store, { project: 'harbour', url, settings, visits: 'changes' });
    },
    close: async () => {
      await store.close();
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
