import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderForThisTest } from '../../extending/blocks-of-page.ts';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

export interface ShopSite {
  readonly origin: string;
  /** Where the data is. */
  readonly data: string;
  readonly file: string;
  /** What the site shows from now on, by path; null for 404. Every answer has another advert, and another `{session}`. */
  show(path: string, body: string | null): void;
  /** Whether a path answers 500 from now on. */
  fail(path: string, isFailing: boolean): void;
  /** Writes the project file: the source, and these lines. */
  project(lines: string): void;
}

/** A small site on loopback, and a project about it; both are gone at the end of the test. */
export async function shopForThisTest(): Promise<ShopSite> {
  const pages = new Map<string, string | null>();
  const failing = new Set<string>();
  let answers = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const session = createHash('md5').update(String(answers)).digest('hex');
    const body = pages.get(pathname)?.replaceAll('{session}', session) ?? null;
    const advert = `<aside><p>Advert ${(answers++ * 7919) % 9973}: price ${answers} €</p></aside>`;
    if (failing.has(pathname)) return void response.writeHead(500).end('it fails');
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html' });
    response.end(body === null ? 'nothing here' : `<title>Lamps</title><main>${body}</main>${advert}`);
  });
  const { origin, close } = await listenOnLoopback(server);
  onTestFinished(close);
  const folder = folderForThisTest();
  const file = join(folder, 'lamps.yaml');
  return {
    origin,
    data: join(folder, 'data'),
    file,
    show: (path, body) => void pages.set(path, body),
    fail: (path, isFailing) => void (isFailing ? failing.add(path) : failing.delete(path)),
    project: (lines) => writeFileSync(file, `name: lamps\nsource: ${origin}/\n${lines}`),
  };
}

export const lamp = (price: string): string =>
  `<h1>Desk lamp</h1><h2>Offer</h2><p>Our desk lamp has a price of ${price} € including tax.</p>`;
