import { beforeEach, describe, expect, test } from 'vitest';
import { discovered, startRun, visit } from '../../../test/kernel/database/sample-records.ts';
import { storeForEachTest } from '../../../test/kernel/database/store-for-each-test.ts';
import { pageVersion, sessionRule, trackingParts } from '../../../test/kernel/track/tracking-parts.ts';
import type { Answering } from '../../../test/sites/plain/site-server.ts';
import type { Store } from '../../database/store.ts';
import { segmentHtml } from '../../document/index.ts';
import { SeenMemory } from '../../track/index.ts';
import type { QueuedPage } from '../tables/frontier.ts';
import { wholePage } from './equality/equality.ts';
import { unjudged } from './judgement.ts';
import { PageTracker, type PageTrackerOptions } from './page-tracker.ts';
import { PageVersion } from './page-version.ts';

let store: Store;
storeForEachTest('sqlite', (opened) => {
  store = opened;
});

let pages: Map<string, string>;
let headers: Readonly<Record<string, string>>;
beforeEach(() => {
  pages = new Map();
  headers = {};
});

const servePages: Answering = ({ target }, response) => {
  const page = pages.get(target);
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html', ...headers });
  response.end(page);
};

/** A tracker of a site, and an engine that visits one page at a time. */
async function trackedSite(answering = servePages, options: Partial<PageTrackerOptions> = {}) {
  const parts = await trackingParts(answering);
  const { site, fetcher, knowledge, twins, visitor } = parts;
  const tracker = new PageTracker({
    store,
    knowledge,
    twins,
    images: null,
    pictures: null,
    replaced: null,
    notModified: null,
    visitor,
    asksConditionally: true,
    equalityFor: () => ({ by: 'view', view: wholePage }),
    acceptsUrlRule: () => true,
    run: 2,
    now: () => 2_000_000_000_000,
    ...options,
  });
  const { host } = new URL(site.origin);

  /** The page in the frontier of a new run. */
  const queued = async (path: string): Promise<QueuedPage> => {
    const { runId, projectId, commit } = await startRun(store);
    const url = `${site.origin}${path}`;
    const known = await store.pages.find(projectId, url);
    if (known === null) await commit({ discovered: [discovered('', { url, identity: url, host })] });
    else await commit({ revisits: [known.id] });
    const [page] = await store.frontier.next(runId, host, null, 1);
    if (page === undefined) throw new Error('nothing is queued');
    return page;
  };
  /** Visits a page that answers with content, and commits the visit. */
  const visitPage = async (path: string) => {
    const page = await queued(path);
    const answer = await fetcher.fetch({ ...tracker.requestFor(page), session: tracker.session.http });
    const { judgement, seen } = await tracker.content(page, PageVersion.of(answer));
    const run = await store.runs.latest((await store.projects.find('sample'))?.id ?? 0);
    await store.commit({
      projectId: run?.projectId ?? 0,
      runId: run?.id ?? 0,
      visits: [
        visit(page.id, {
          outcome: judgement.flag === 'ERR' ? 'error' : 'ok',
          bytes: answer.body.length,
          sha256: page.lastGood?.sha256 ?? null,
          etag: answer.headers.get('etag'),
          lastModified: answer.headers.get('last-modified'),
          headers: answer.headers.list(),
          ...judgement,
        }),
      ],
      bodies: judgement.bringsVersion
        ? [{ pageId: page.id, body: Uint8Array.from(answer.body), type: 'text/html' }]
        : [],
      contents: [],
      discovered: [],
      leftOut: [],
      memories: seen?.after ? [{ pageId: page.id, hashes: seen.after }] : [],
    });
    return judgement;
  };
  return { ...parts, tracker, queued, visitPage };
}

describe('conditional requests', () => {
  test.each([
    [{ etag: '"1"' }, { etag: '"1"' }],
    [{ 'last-modified': 'Mon, 16 Nov 2026 10:30:15 GMT' }, { lastModified: 'Mon, 16 Nov 2026 10:30:15 GMT' }],
  ])('use what the server sent: %j', async (sent, conditional) => {
    headers = sent;
    pages.set('/a', '<p>a');
    const { tracker, queued, visitPage, site } = await trackedSite();
    await visitPage('/a');
    expect(tracker.requestFor(await queued('/a'))).toEqual({ url: `${site.origin}/a`, conditional });
  });

  test('are plain without validators, and when the user wants no conditions', async () => {
    pages.set('/a', '<p>a');
    const plain = await trackedSite();
    await plain.visitPage('/a');
    expect(plain.tracker.requestFor(await plain.queued('/a'))).toEqual({ url: `${plain.site.origin}/a` });
    headers = { etag: '"1"' };
    const unconditional = await trackedSite(servePages, { asksConditionally: false });
    await unconditional.visitPage('/a');
    expect(unconditional.tracker.requestFor(await unconditional.queued('/a'))).toEqual({
      url: `${unconditional.site.origin}/a`,
    });
  });
});

describe('flags', () => {
  test('from the first visit to an edit', async () => {
    pages.set('/a', '<title>A</title><p>one');
    const { visitPage, tracker, queued } = await trackedSite();
    const first = await visitPage('/a');
    expect(first).toMatchObject({ flag: 'NEW', reason: 'first visit', bringsVersion: true });
    expect(first.signature).not.toBeNull();
    expect(await visitPage('/a')).toMatchObject({ flag: 'SAM', reason: 'the same bytes', signature: null });
    pages.set('/a', '<title>A</title><p >one');
    expect(await visitPage('/a')).toMatchObject({ flag: 'SAM', bringsVersion: false, signature: null });
    pages.set('/a', '<title>A</title><p>two');
    const edited = await visitPage('/a');
    expect(edited).toMatchObject({ flag: 'UPD', reason: '1 paragraph changed: different words' });
    expect(edited.signature).not.toEqual(first.signature);
    const page = await queued('/a');
    expect(tracker.notModified(page)).toMatchObject({ flag: 'SAM', reason: 'not modified (304)' });
    expect(tracker.status(page, 410)).toMatchObject({ flag: 'MIS', bringsVersion: false });
    expect(tracker.failure(page, 'FETCH_TIMEOUT', 'no answer')).toMatchObject({ flag: 'ERR' });
    expect(tracker.redirect(page, `${page.url}2`)).toMatchObject({ flag: 'MIS' });
    expect(tracker.redirect(page, page.url.replace('/a', '/login'))).toMatchObject({ flag: 'ERR' });
  });

  test('a URL that was never one of our pages cannot be missing, but it can fail', async () => {
    const { tracker, queued } = await trackedSite();
    const page = await queued('/never');
    expect(tracker.status(page, 404)).toBe(unjudged);
    expect(tracker.redirect(page, `${page.url}2`)).toBe(unjudged);
    const failing = { ...unjudged, flag: 'ERR' };
    expect(tracker.failure(page, 'FETCH_TIMEOUT', 'no answer')).toEqual({
      ...failing,
      reason: 'no answer (FETCH_TIMEOUT)',
    });
    expect(tracker.status(page, 500)).toEqual({ ...failing, reason: 'the server failed (500)' });
    const start = { ...page, depth: 0, linkKind: 'seed' };
    expect(tracker.status(start, 404)).toEqual({ ...failing, reason: 'not found (404)' });
    expect(tracker.redirect(start, `${page.url}2`)).toBe(unjudged);
  });

  test('a notice in place of a page is an error, unless the page always looked like that', async () => {
    pages.set('/a', '<title>Tides</title><p>High at noon');
    pages.set('/b', '<title>404 Not Found</title><p>What the status means');
    const { visitPage } = await trackedSite();
    await visitPage('/a');
    await visitPage('/b');
    pages.set('/a', '<title>404 Not Found</title><p>Nothing here');
    pages.set('/b', '<title>404 Not Found</title><p>What this status means');
    expect(await visitPage('/a')).toMatchObject({ flag: 'ERR' });
    expect(await visitPage('/b')).toMatchObject({ flag: 'UPD' });
  });
});

describe('the memory of seen segments', () => {
  const hashes = (html: string) => segmentHtml(Buffer.from(html)).leaves;

  test('has the last version and this one', async () => {
    const { tracker, queued, visitPage, site } = await trackedSite();
    pages.set('/a', '<p>one');
    await visitPage('/a');
    pages.set('/a', '<p>two');
    const page = await queued('/a');
    const { seen } = await tracker.content(page, pageVersion(`${site.origin}/a`, '<p>two'));
    const memory = SeenMemory.fromBytes(seen?.after ?? new Uint8Array());
    const unseen = (known: SeenMemory | null | undefined) =>
      known?.unseen(hashes('<p>one<p>two<p>three')).map(({ text }) => text);
    expect(unseen(memory)).toEqual(['three']);
    expect(unseen(seen?.before)).toEqual(['two', 'three']);
  });

  test('is not written again while nothing is new', async () => {
    const { tracker, queued, visitPage, site } = await trackedSite();
    for (const text of ['<p>one<p>two', '<p>one<p>three']) {
      pages.set('/a', text);
      await visitPage('/a');
    }
    pages.set('/a', '<p>one<p>two');
    const judged = await tracker.content(await queued('/a'), pageVersion(`${site.origin}/a`, '<p>one<p>two'));
    expect(judged.seen).toMatchObject({ after: null });
  });
});

describe('the first visit', () => {
  test('fetches two pages of each template twice, the start among them', async () => {
    for (const path of ['/', '/a', '/b']) pages.set(path, `<p>page ${path}`);
    const { tracker, visitPage, site } = await trackedSite();
    await tracker.probe(`${site.origin}/`);
    await visitPage('/a');
    await visitPage('/b');
    expect(site.pages()).toEqual(['/', '/', '/a', '/a', '/b']);
  });

  test('learns what differs, and says when URLs have new identities', async () => {
    let requests = 0;
    const { visitPage, knowledge, tracker, site } = await trackedSite((_, response) => {
      const mark = `${++requests}f2a9c81d07be653`;
      const links = ['a', 'b', 'c', 'd', 'e'].map((path) => `<a href="/${path}?mark=${mark}">${path}</a>`);
      response.setHeader('content-type', 'text/html');
      response.end(`<nav>${links.join(' ')}</nav><p>Seen ${requests} times by all`);
    });
    const { host } = new URL(site.origin);
    await visitPage('/a');
    expect(knowledge.urlRules(host)).toHaveLength(1);
    expect(knowledge.pageRules(host).map(({ kind }) => kind)).toEqual(['value']);
    expect(tracker.takeNewUrlRules()).toBe(true);
    expect(tracker.takeNewUrlRules()).toBe(false);
  });

  test('learns no rule about URLs that the user does not accept', async () => {
    let requests = 0;
    const answering: Answering = (_, response) => {
      const mark = `${++requests}f2a9c81d07be653`;
      const links = ['a', 'b', 'c', 'd', 'e'].map((path) => `<a href="/${path}?mark=${mark}">${path}</a>`);
      response.setHeader('content-type', 'text/html');
      response.end(links.join(' '));
    };
    const { visitPage, knowledge, tracker, site } = await trackedSite(answering, {
      acceptsUrlRule: () => false,
    });
    await visitPage('/a');
    expect(knowledge.urlRules(new URL(site.origin).host)).toEqual([]);
    expect(tracker.takeNewUrlRules()).toBe(false);
  });
});

describe('a session that ended', () => {
  /** A site that knows the sessions it gave out, and sends all others to its start page. */
  async function siteWithSessions() {
    const valid = new Set<string>();
    let sessions = 0;
    const parts = await trackedSite(({ target }, response) => {
      const mark = /mark=(\w+)/.exec(target)?.[1];
      response.setHeader('content-type', 'text/html');
      if (target.startsWith('/missing')) return void response.writeHead(404).end();
      if (mark !== undefined && valid.has(mark)) return void response.end('<p>a page');
      if (target !== '/') return void response.writeHead(302, { location: '/' }).end();
      const id = `${++sessions}f2a9c81d07be653`;
      valid.add(id);
      response.end(
        ['a', 'b', 'c', 'd', 'e'].map((path) => `<a href="/${path}?mark=${id}">${path}</a>`).join(' '),
      );
    });
    const { site, knowledge, tracker } = parts;
    knowledge.learnUrlRules(new URL(site.origin).host, [sessionRule(site.origin)]);
    await tracker.probe(`${site.origin}/`);
    await parts.visitPage('/a?mark=0f2a9c81d07be653');
    const ask = async (page: QueuedPage) =>
      parts.fetcher.fetch({
        ...tracker.requestFor(page),
        session: tracker.session.http,
        follow: () => false,
      });
    return { ...parts, valid, ask };
  }

  test('is replaced by that of a new visitor, which continues', async () => {
    const { valid, tracker, queued, ask, twins, site } = await siteWithSessions();
    const page = await queued('/a?mark=0f2a9c81d07be653');
    valid.clear();
    const answer = await ask(page);
    expect(answer.status).toBe(302);
    expect(await tracker.retryAsNewVisitor(page, answer)).toMatchObject({ status: 200 });
    expect((await ask(page)).status).toBe(200);
    const { url } = tracker.requestFor(page);
    await twins.request(page.url);
    expect(site.requests.at(-1)?.target).not.toBe(new URL(url).pathname + new URL(url).search);
  });

  test('is checked after redirects of any page, and after failures of known pages', async () => {
    const { tracker, queued, ask, valid } = await siteWithSessions();
    valid.clear();
    const unknown = await queued('/b?mark=0f2a9c81d07be653');
    expect(await tracker.retryAsNewVisitor(unknown, await ask(unknown))).toMatchObject({ status: 200 });
    const missing = await queued('/missing');
    expect(await tracker.retryAsNewVisitor(missing, await ask(missing))).toBeNull();
  });

  test('is not checked on a site without ids', async () => {
    const { tracker, queued, site, fetcher } = await trackedSite();
    const page = await queued('/never');
    const answer = await fetcher.fetch({ ...tracker.requestFor(page), session: tracker.session.http });
    const requests = site.requests.length;
    expect(await tracker.retryAsNewVisitor({ ...page, lastFlag: 'SAM' }, answer)).toBeNull();
    expect(site.requests).toHaveLength(requests);
  });
});
