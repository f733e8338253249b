import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../../src/database/open-store.ts';
import { linkPage, type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { objectsOf, runTidemark, startTidemark } from '../../cli/run-tidemark.ts';

// Two ways to do one thing drift apart unless a test holds them together.
let folder: string;
let server: SiteServer;
let pages: Map<string, string>;
let requests: string[];
/** A page whose answer is held back, and the callback for its request. */
let held: { readonly target: string; readonly asked: () => void } | null = null;

const names = Array.from({ length: 12 }, (_, i) => `/page/${i}`);

function firstEdition(): Map<string, string> {
  return new Map([
    ['/', linkPage('/page/0', '/moved', '/gone', '/print/1')],
    ...names.map((name, i): [string, string] => [
      name,
      `<title>Page ${i}</title><p>What page ${i} says about tides.</p><a href="/page/${i + 1}">next</a>`,
    ]),
    ['/gone', '<title>Gone soon</title><p>Not for long.</p>'],
    ['/elsewhere', '<title>Elsewhere</title><p>Where the other one led.</p>'],
    ['/sitemap.xml', `<urlset><url><loc>${server.origin}/listed</loc></url></urlset>`],
    ['/listed', '<title>Listed</title><p>No page links here.</p>'],
    ['/robots.txt', `User-agent: *\nDisallow: /print/\nSitemap: ${server.origin}/sitemap.xml\n`],
  ]);
}

function edit(): void {
  pages.set(
    '/page/3',
    `<title>Page 3</title><p>What page 3 now says.</p><a href="/page/4">4</a><a href="/new">new</a>`,
  );
  pages.set('/new', '<title>New</title><p>Has just come.</p>');
  pages.delete('/gone');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-same-'));
  server = await serveSite((request, response) => {
    const { target, headers } = request;
    const condition = headers['if-none-match'];
    requests.push(condition === undefined ? target : `${target} if not ${condition}`);
    if (held?.target === target) {
      held.asked();
      return;
    }
    if (target === '/moved') {
      response.writeHead(301, { location: '/elsewhere' }).end();
      return;
    }
    const body = pages.get(target);
    const etag = `"${target.length}-${body?.length}"`;
    const status = body === undefined ? 404 : condition === etag ? 304 : 200;
    const type = /txt$/.test(target) ? 'text/plain' : /xml$/.test(target) ? 'application/xml' : 'text/html';
    response.writeHead(status, { 'content-type': type, ...(status !== 404 && { etag }) });
    response.end(status === 200 ? body : undefined);
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Seen {
  readonly requests: readonly string[];
  readonly events: readonly unknown[];
  readonly flags: readonly unknown[];
  readonly exitCode: number | null;
}

/** One way to name the site, with a data folder of its own. */
class Way {
  readonly #data: string;
  readonly #given: string;

  constructor(kind: 'address' | 'file') {
    this.#data = join(folder, kind);
    const { host } = new URL(server.origin);
    const file = join(folder, 'site.yaml');
    writeFileSync(file, `name: ${host}\nsource: ${server.origin}/\n`);
    this.#given = kind === 'address' ? `${server.origin}/` : file;
  }

  #args(options: readonly string[]): readonly string[] {
    return ['track', this.#given, '--json', '--data', this.#data, '--attempts', '1', ...options];
  }

  async track(...options: readonly string[]): Promise<Seen> {
    requests = [];
    const finished = await runTidemark(this.#args(options));
    if (finished.stdout === '') throw new Error(finished.stderr);
    return {
      requests,
      events: objectsOf(finished).map(withoutTimes),
      flags: await this.flags(),
      exitCode: finished.exitCode,
    };
  }

  async flags(): Promise<readonly unknown[]> {
    const store = await openStore({ kind: 'sqlite', folder: this.#data, access: 'read' });
    const [run] = await store.runs.list(1);
    const rows = await store.visits.flagged(run?.id ?? 0, { limit: 1000 });
    await store.close();
    return [run?.knownPages, ...rows.map(({ url, flag, reason }) => `${flag} ${url}: ${reason}`)];
  }

  /** Is killed once everything before a page is committed. */
  async killAt(target: string): Promise<void> {
    const asked = Promise.withResolvers<void>();
    held = { target, asked: () => asked.resolve() };
    requests = [];
    const child = startTidemark(this.#args([]));
    await asked.promise;
    await this.#committed(target);
    child.kill('SIGKILL');
    await once(child, 'close');
    held = null;
  }

  async #committed(target: string): Promise<void> {
    const store = await openStore({ kind: 'sqlite', folder: this.#data, access: 'read' });
    for (;;) {
      const [run] = await store.runs.list(1);
      const left = await store.frontier.next(run?.id ?? 0, new URL(server.origin).host, null, 1000);
      const asked = new Set(requests.map((request) => request.split(' ')[0]));
      const waiting = left.map(({ url }) => new URL(url).pathname).filter((path) => asked.has(path));
      // What was asked for before the page that is held back has left the frontier.
      if (waiting.length === 1 && waiting[0] === target) break;
      await setTimeout(5);
    }
    await store.close();
  }
}

/** What depends on the clock is not part of the comparison. */
function withoutTimes(event: unknown): unknown {
  const { ms: _, ...rest } = event as { ms?: number };
  return rest;
}

/** What both ways see of a visit: it must be the same. */
async function both(ways: readonly Way[], look: (way: Way) => Promise<Seen>): Promise<Seen> {
  const seen: Seen[] = [];
  for (const way of ways) seen.push(await look(way));
  const [address, file] = seen;
  if (address === undefined) throw new Error('nothing was seen');
  expect(file).toEqual(address);
  return address;
}

describe('an address and its two-line project file', () => {
  let ways: readonly Way[];

  beforeAll(() => {
    ways = [new Way('address'), new Way('file')];
  });

  test('send the same requests, tell the same events and give the same flags on the first visit', async () => {
    const {
      requests: asked,
      flags,
      exitCode,
    } = await both(ways, (way) => {
      pages = firstEdition();
      return way.track();
    });
    expect(exitCode).toBe(0);
    expect(asked).toContain('/listed');
    expect(asked).not.toContain('/print/1');
    // The counts of the run, the start, the pages, /gone, /elsewhere, the sitemap and what it lists.
    expect(flags).toHaveLength(1 + 1 + names.length + 4);
  });

  test('ask conditionally on the second, and find what changed', async () => {
    const { requests: asked, flags } = await both(ways, (way) => {
      pages = firstEdition();
      edit();
      return way.track();
    });
    expect(asked.filter((request) => request.includes(' if not ')).length).toBeGreaterThan(names.length);
    const lines = flags.slice(1).map((line) => String(line).replace(server.origin, '').split(':')[0]);
    expect(lines.filter((line) => !line?.startsWith('SAM'))).toEqual([
      'MIS /gone',
      'UPD /page/3',
      'NEW /new',
    ]);
  });

  test('leave pages alone that are not due', async () => {
    await both(ways, (way) => way.track());
    const { requests: asked, flags } = await both(ways, (way) => way.track('--due'));
    expect(flags[0]).toMatchObject({ notDue: expect.any(Number) });
    expect((flags[0] as { notDue: number }).notDue).toBeGreaterThan(5);
    expect(asked.length).toBeLessThan(names.length);
  });

  test('pause at a limit, and go on with another one', async () => {
    const { events } = await both(ways, (way) => way.track('--max-pages', '4'));
    expect(events.at(-1)).toMatchObject({ event: 'ended', state: 'paused', reason: '4 pages requested' });
    // What is typed with an address is kept with it; with a file it counts for one run.
    const resumed = await both(ways, (way) => way.track('--max-pages', '1000'));
    expect(resumed.events[0]).toMatchObject({ event: 'started', resumed: true });
  });

  test('go on after kill -9 where they were', async () => {
    for (const way of ways) await way.killAt('/page/6');
    const { requests: asked, events } = await both(ways, (way) => way.track());
    expect(events[0]).toMatchObject({ event: 'started', resumed: true });
    expect(events.at(-1)).toMatchObject({ event: 'ended', state: 'finished' });
    expect(asked.some((request) => request.startsWith('/page/2'))).toBe(false);
    expect(asked.some((request) => request.startsWith('/page/6'))).toBe(true);
  });
});
