import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { oddLinks } from '../../sites/plain/odd-links.ts';
import { serveSite } from '../../sites/plain/site-server.ts';
import { type Databases, databaseKinds, startDatabases } from '../database/store-databases.ts';
import { crawl, keptPaths, leftOutCount } from './crawl-scenario.ts';

describe.each(databaseKinds)('a crawl that keeps its pages in %s', (kind) => {
  let databases: Databases;

  beforeAll(async () => {
    databases = await startDatabases(kind);
  });
  afterAll(() => databases.stop());

  test('odd addresses as links neither stop a crawl nor lead out of it', async () => {
    const outside: string[] = [];
    const store = await openStore({ ...(await databases.fresh()), access: 'write' });
    const server = await serveSite((request, response) => {
      if (request.host !== `127.0.0.1:${server.port}`) outside.push(`${request.host} ${request.target}`);
      const links = oddLinks.map(
        (link) => `<a href="${link.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">x</a>`,
      );
      response.setHeader('content-type', 'text/html');
      response.end(request.target === '/' ? `${links.join('')}<a href="/last">x</a>` : '<p>a page');
    });
    expect(oddLinks.length).toBeGreaterThanOrEqual(100);
    const settings = { concurrency: 8, ignoreRobots: true };
    const outcome = await crawl({ store, url: `${server.origin}/`, settings });
    expect(outcome.ending).toMatchObject({ state: 'finished', errors: 0 });
    expect(keptPaths(outcome)).toContain('/last');
    expect(outside).toEqual([]);
    // Whatever was asked for is what a browser would ask for. A NUL in HTML means U+FFFD.
    const browser = oddLinks
      .map((link) => URL.parse(link.replaceAll('\0', '\ufffd'), `${server.origin}/`))
      .filter((url) => url?.origin === server.origin)
      .map((url) => `${url?.pathname}${url?.search}`);
    const wanted = new Set([...browser, '/', '/last'].map(spelledAlike));
    expect(server.pages().filter((target) => !wanted.has(spelledAlike(target)))).toEqual([]);
    expect(leftOutCount(outcome, 'not a URL')).toBeGreaterThan(10);
    expect(leftOutCount(outcome, 'unsupported scheme')).toBeGreaterThan(5);
    await store.close();
    await server.close();
  });
});

/** Escapes in upper case; those of letters, digits and `-._~` taken away (RFC 3986, section 6.2.2). */
function spelledAlike(target: string): string {
  return target.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
  });
}
