import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPages } from '../../../../src/crawl/history/find-page.ts';
import { addProject } from '../../../../src/crawl/projects/add-project.ts';
import type { RunSettings } from '../../../../src/crawl/run/run-settings.ts';
import { openStore } from '../../../../src/database/open-store.ts';
import { PageDiffer } from '../../../../src/features/reports/diff-page.ts';
import { explainPage } from '../../../../src/features/reports/explain-page.ts';
import { lifeText } from '../../../../src/features/reports/life/life-text.ts';
import { diffText } from '../../../../src/presentation/diff/diff-text.ts';
import { withoutColors } from '../../../../src/presentation/terminal/styled-text.ts';
import { listenOnLoopback } from '../../../fixtures/servers/loopback-server.ts';
import { runSite } from '../../crawl/runs/run-site.ts';

/** `UPD 1 paragraph changed: different words`, by path. */
export type Flags = Readonly<Record<string, string>>;

/** A site of a few pages, and a user who visits it with Tidemark. */
export interface SmallSite {
  readonly origin: string;
  /** What is served from now on. A function is called at every request. */
  serve(pages: Readonly<Record<string, string | (() => string)>>): void;
  /** How often each path was requested since the last call. */
  takeRequests(): Readonly<Record<string, number>>;
  /** Visits all pages, with these settings from now on. */
  visit(settings?: Partial<RunSettings>): Promise<Flags>;
  /** Visits all pages by a project file; `modules` are files in the same folder. */
  visitByFile(file: string, modules?: Readonly<Record<string, string>>): Promise<Flags>;
  /** What `tidemark diff` prints about a page of the project that was visited last. */
  diff(
    path: string,
    options?: { readonly isWhole?: boolean; readonly asOfNow?: boolean },
  ): Promise<readonly string[]>;
  /** What `tidemark explain` prints about it. */
  explain(path: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function smallSite(): Promise<SmallSite> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-equality-'));
  const store = await openStore({ kind: 'sqlite', folder, access: 'write', command: 'test', thread: false });
  let pages: Readonly<Record<string, string | (() => string)>> = {};
  let requests: Record<string, number> = {};
  let visited = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests[path] = (requests[path] ?? 0) + 1;
    const page = pages[path];
    response.statusCode = page === undefined ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(typeof page === 'function' ? page() : page);
  });
  const { origin, close } = await listenOnLoopback(server);

  const run = async (project: string, url: string | null, settings: Partial<RunSettings>) => {
    visited = project;
    const ending = await runSite(store, {
      project,
      url,
      settings: { attempts: 1, ignoreRobots: true, ...settings },
      visits: 'changes',
      onEvent: () => undefined,
      signal: new AbortController().signal,
    });
    if (ending.state !== 'finished') throw new Error(`the visit ${ending.state}: ${ending.reason}`);
    const found = await store.projects.find(project);
    const latest = found === null ? null : await store.runs.latest(found.id);
    const rows = latest === null ? [] : await store.visits.flagged(latest.id, { limit: 100 });
    return Object.fromEntries(
      rows.map((row) => [new URL(row.url).pathname, `${row.flag} ${row.reason}`.replaceAll(origin, '')]),
    );
  };
  const pageAt = async (path: string) => {
    const project = await store.projects.find(visited);
    const [found] = await findPages(store, project === null ? [] : [project], `${origin}${path}`);
    if (found === undefined) throw new Error(`${path} was never visited`);
    return found;
  };
  return {
    origin,
    serve: (given) => {
      pages = given;
    },
    takeRequests: () => {
      const taken = requests;
      requests = {};
      return taken;
    },
    visit: (settings = {}) => run('watched', `${origin}/`, settings),
    visitByFile: async (file, modules = {}) => {
      for (const [name, code] of Object.entries(modules)) await writeFile(join(folder, name), code);
      const text = `name: by-file\nsource: ${origin}/\n${file}`;
      await addProject(store, { text, fileName: 'project.yaml', folder });
      return run('by-file', null, {});
    },
    diff: async (path, options) => {
      const { project, page } = await pageAt(path);
      const diff = await (await PageDiffer.of(store, project)).diff(page, {}, options);
      return [...diffText(diff, { ink: withoutColors, width: 200, withNoise: false })];
    },
    explain: async (path) => {
      return [...lifeText(await explainPage(store, await pageAt(path)), { ink: withoutColors, width: 200 })];
    },
    close: async () => {
      await close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
