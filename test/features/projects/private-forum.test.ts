import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AccessError, findSecret } from '../../../src/access/index.ts';
import { CrawlError } from '../../../src/crawl/errors.ts';
import { StepError } from '../../../src/crawl/steps/step-error.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { exportWarc } from '../../../src/features/warc/export-warc.ts';
import { keptPaths, leftOutCount, readBack } from '../../kernel/crawl/crawl-scenario.ts';
import { type ForumOptions, type ForumSite, forumSite, member, truth } from './forum-site.ts';
import { runFile } from './run-file.ts';

const template = readFileSync(join(import.meta.dirname, 'private-forum.yaml'), 'utf8');
const wanted = truth('java', 'generics');
const environment = { FORUM_PASSWORD: member.password };

let folder: string;
let store: Store;
let forum: ForumSite | null = null;
let file: string;

async function serve(options: ForumOptions = {}): Promise<ForumSite> {
  forum = await forumSite(options);
  file = template.replaceAll('https://forum.example.org', forum.origin);
  return forum;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-projects-'));
  store = await openStore({ kind: 'sqlite', folder, access: 'write' });
});
afterEach(async () => {
  await forum?.close();
  forum = null;
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the project, which must fail. Returns the failure, and checks that nothing was kept. */
async function failure(given: Readonly<Record<string, string>> = environment): Promise<CrawlError> {
  const error = await runFile({ store, file, environment: given }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect((await readBack(store, 'java-generics')).kept).toEqual(new Map());
  if (!(error instanceof CrawlError)) throw error ?? new Error('the run went well');
  expect(error.message).not.toContain(member.password);
  return error;
}

describe('articles on one topic of one board of a private forum (B, section 3.4.6)', () => {
  test('the project file has under 30 lines', () => {
    expect(template.trimEnd().split('\n').length).toBeLessThan(30);
  });

  test('exactly the wanted pages are kept; log-in, search and adverts are not', async () => {
    const site = await serve();
    const outcome = await runFile({ store, file, environment });
    expect(keptPaths(outcome)).toEqual(wanted);
    expect(outcome.ending).toMatchObject({ state: 'finished', errors: 0, pages: wanted.length });
    expect(leftOutCount(outcome, 'log-out')).toBe(1);
    // The second session makes the further fetches.
    expect([site.logIns(), site.logOuts(), site.openSessions()]).toEqual([2, 2, 0]);
    expect(outcome.visits.filter(({ sha256 }) => sha256 !== null)).toHaveLength(wanted.length);
  });

  test('each rule reports what it let in and kept out', async () => {
    await serve();
    const { ending } = await runFile({ store, file, environment });
    expect(ending.rules.map(({ rule, letIn }) => [rule, letIn])).toEqual([
      [2, 2],
      [3, wanted.length],
      ['default', 0],
    ]);
    expect(ending.rules.at(-1)?.keptOut).toBeGreaterThan(10);
    expect(ending.rules[1]?.examples[0]).toContain('/boards/java/article/');
  });

  test('a session that ends again and again in the middle changes nothing', async () => {
    const site = await serve({ pagesPerSession: 7 });
    const outcome = await runFile({ store, file, environment });
    expect(keptPaths(outcome)).toEqual(wanted);
    expect(outcome.ending.errors).toBe(0);
    expect(site.logIns()).toBeGreaterThan(2);
  });

  test('nor does one that redirects to the log-in page', async () => {
    await serve({ pagesPerSession: 7, wall: 'redirect' });
    expect(keptPaths(await runFile({ store, file, environment }))).toEqual(wanted);
  });

  test('a link to log out is recognised by its text, even without rules', async () => {
    const site = await serve({ logout: '/bye' });
    file = file
      .replace(/rules:[\s\S]*(?=steps:)/, '')
      .replace('collect: { only', 'depth: 1\n    collect: { only');
    const outcome = await runFile({ store, file, environment });
    expect(outcome.ending).toMatchObject({ state: 'finished', errors: 0 });
    expect(leftOutCount(outcome, 'never follow')).toBe(1);
    expect([site.logIns(), site.logOuts()]).toEqual([2, 2]);
  });

  test('a search form sent by POST: the answer is not kept, its links are followed', async () => {
    await serve({ search: 'post' });
    const outcome = await runFile({ store, file, environment });
    expect(keptPaths(outcome)).toEqual(wanted);
  });

  test('one search for each word of a list', async () => {
    await serve({ search: 'post' });
    file = file.replace('q: generics', 'q: [generics, threads]');
    const both = [...wanted, ...truth('java', 'threads')].sort();
    expect(keptPaths(await runFile({ store, file, environment }))).toEqual(both);
  });

  test('the password is in nothing that the run leaves behind', async () => {
    await serve({ pagesPerSession: 7 });
    const { events } = await runFile({ store, file, environment });
    const project = await store.projects.find('java-generics');
    const runs = await store.runs.list(project?.id ?? 0);
    const warc = new PassThrough();
    const written = buffer(warc);
    await exportWarc(store, runs[0]?.id ?? 0, warc, { software: 'test', gzip: false, filename: 'run.warc' });
    await store.close();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const left: readonly Uint8Array[] = [
      Buffer.from(JSON.stringify([events, project, runs])),
      await written,
      ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))),
    ];
    for (const bytes of left) expect(findSecret(bytes, [member.password])).toBeNull();
    expect(left[1]?.length).toBeGreaterThan(10_000);
    store = await openStore({ kind: 'sqlite', folder, access: 'write' });
  });
});

describe('a run that is interrupted resumes in its step', () => {
  test('in the middle of the search: it logs in again, and does not search again', async () => {
    const site = await serve();
    const controller = new AbortController();
    site.onRequest((target) => {
      if (target === '/boards/java/article/10') controller.abort();
    });
    const first = await runFile({ store, file, environment, signal: controller.signal });
    expect(first.ending).toMatchObject({ state: 'paused', reason: 'interrupted' });
    expect(first.kept.size).toBeLessThan(wanted.length);
    const before = site.requests.length;
    const second = await runFile({ store, file, environment });
    expect(second.events[0]).toMatchObject({ event: 'started', resumed: true, run: 1 });
    expect(keptPaths(second)).toEqual(wanted);
    expect(second.ending.state).toBe('finished');
    const asked = site.requests.slice(before);
    expect(asked).toContain('POST /session');
    expect(asked.filter((request) => request.includes('article/1'))).not.toContain(
      'GET /boards/java/article/1',
    );
  });

  test('between two steps: what the next step needs from earlier ones is repeated', async () => {
    const site = await serve();
    const controller = new AbortController();
    site.onRequest((target) => {
      if (target === '/boards/java') controller.abort();
    });
    const first = await runFile({ store, file, environment, signal: controller.signal });
    expect(first.ending.state).toBe('paused');
    expect(first.kept.size).toBe(0);
    expect(keptPaths(await runFile({ store, file, environment }))).toEqual(wanted);
  });

  test('a project that was changed in the meantime starts a new run', async () => {
    const site = await serve();
    const controller = new AbortController();
    site.onRequest((target) => {
      if (target === '/boards/java/article/10') controller.abort();
    });
    await runFile({ store, file, environment, signal: controller.signal });
    file = file.replace('q: generics', 'q: modules');
    const { events } = await runFile({ store, file, environment });
    expect(events[0]).toMatchObject({ resumed: false, run: 2 });
  });
});

describe('what goes wrong names the step, and nothing is kept', () => {
  test('a wrong password', async () => {
    await serve();
    const error = await failure({ FORUM_PASSWORD: 'not that one' });
    expect(error.code).toBe('CRAWL_STEP_FAILED');
    expect(error.message).toMatch(/^step 1 \("log in"\): .*Members only.*That was not right/);
    expect(error.message).not.toContain('not that one');
    expect(error.cause).toMatchObject({ code: 'ACCESS_LOGIN_FAILED' });
    expect(error.cause instanceof AccessError && error.cause.page?.title).toBe('Members only');
    expect(error instanceof StepError && error.page?.url).toBe(`${forum?.origin}/session`);
  });

  test('a missing password', async () => {
    await serve();
    await expect(runFile({ store, file })).rejects.toMatchObject({
      code: 'ACCESS_SECRET_MISSING',
      message: expect.stringMatching(/field "password" of step 1 \("log in"\).*FORUM_PASSWORD/),
    });
    expect(forum?.requests).toEqual([]);
  });

  test('a changed log-in form', async () => {
    await serve({ passwordField: 'passphrase' });
    const error = await failure();
    expect(error.message).toMatch(/^step 1 \("log in"\): .*"password"/);
    expect(error.cause).toMatchObject({ code: 'ACCESS_LOGIN_FORM_CHANGED' });
  });

  test('a log-in form without its hidden token', async () => {
    await serve({ showToken: false });
    const error = await failure();
    expect(error.message).toMatch(/^step 1 \("log in"\): .*The token is wrong/);
  });

  test('two similar forms', async () => {
    await serve({ twoForms: true });
    const error = await failure();
    expect(error.message).toMatch(/^step 1 \("log in"\): .*2 forms/);
  });

  test('a changed search form', async () => {
    await serve();
    file = file.replace('q: generics', 'query: generics');
    const error = await failure();
    expect(error.message).toMatch(/^step 3 \("search"\): .*"query".*Board java/s);
    expect(error.cause).toMatchObject({ code: 'ACCESS_FORM_NOT_FOUND' });
  });

  test('a missing link', async () => {
    await serve();
    file = file.replace('follow: Java #', 'follow: Jva #');
    const error = await failure();
    expect(error.message).toMatch(/^step 2: .*"Jva"/);
    expect(error.cause).toMatchObject({ code: 'ACCESS_LINK_NOT_FOUND' });
  });

  test('a missing page', async () => {
    const site = await serve();
    file = `name: java-generics\nsource: ${site.origin}/\nsteps: [{ name: gone, open: /robots.txt }]\n`;
    const error = await failure();
    expect(error.message).toMatch(/^step 1 \("gone"\): .*robots\.txt answered 404/);
  });

  test('a session that ends in the middle, and no way back in', async () => {
    await serve({ pagesPerSession: 9, mostLogIns: 1 });
    const error = await runFile({ store, file, environment }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'CRAWL_STEP_FAILED',
      message: expect.stringMatching(/^step 3 \("search"\): log-in, /),
    });
    // Whatever is kept by then is wanted, and the set does not count as complete.
    const kept = keptPaths(await readBack(store, 'java-generics'));
    expect(kept.filter((path) => !wanted.includes(path))).toEqual([]);
    expect(kept.length).toBeLessThan(wanted.length);
  });
});
