import '../fixtures/program/use-features.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Run } from '../../src/crawl/tables/run.ts';
import type { PageVisit } from '../../src/crawl/tables/visit.ts';
import { openStore } from '../../src/database/open-store.ts';
import type { Store } from '../../src/database/store.ts';
import type { ChaosSite, SitePage } from './chaos-site.ts';
import type { Fault, FaultKind } from './fault.ts';

const fault = (kind: FaultKind, what: string): Fault => ({ kind, life: null, what });

/** Compares everything that the finished crawl stored with the truth, through a newly opened store. */
export async function checkCrawl(
  folder: string,
  project: string,
  site: ChaosSite,
): Promise<readonly Fault[]> {
  const faults = [...damage(folder)];
  const store = await openStore({ kind: 'sqlite', folder, access: 'read' });
  try {
    const id = (await store.projects.find(project))?.id ?? 0;
    const runs = await store.runs.list(id);
    for (const run of runs) faults.push(...(await unfinished(store, run)));
    if (runs.length !== 1)
      faults.push(fault('run not finished', `there are ${runs.length} runs instead of 1`));
    const visits = await all(
      (after) => store.visits.ofRun(runs[0]?.id ?? 0, { after, limit: 1000 }),
      'pageId',
    );
    const pages = await all((after) => store.pages.list(id, { after, limit: 1000, which: 'all' }), 'id');
    faults.push(...twice(pages, 'page'), ...twice(visits, 'visit'));
    faults.push(...differences(visits, site), ...(await wrongBodies(store, visits, site)));
    return faults;
  } finally {
    await store.close();
  }
}

function* damage(folder: string): Generator<Fault> {
  const database = new DatabaseSync(join(folder, 'tidemark.db'), { readOnly: true });
  for (const row of database.prepare('PRAGMA integrity_check').all()) {
    if (row['integrity_check'] !== 'ok') yield fault('database damaged', String(row['integrity_check']));
  }
  database.close();
  for (const name of readdirSync(join(folder, 'content'))) {
    if (name.endsWith('.unfinished')) yield fault('unfinished file left', name);
  }
}

async function unfinished(store: Store, run: Run): Promise<readonly Fault[]> {
  const queued = await store.frontier.count(run.id);
  return [
    ...(run.state === 'finished' ? [] : [fault('run not finished', `run ${run.number} is ${run.state}`)]),
    ...(queued === 0 ? [] : [fault('run not finished', `${queued} pages are still in the frontier`)]),
  ];
}

/** A whole listing, read page by page. */
async function all<Key extends string, Row extends Readonly<Record<Key, number>>>(
  part: (after: number) => Promise<readonly Row[]>,
  key: Key,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const more = await part(rows.at(-1)?.[key] ?? 0);
    if (more.length === 0) return rows;
    rows.push(...more);
  }
}

const pathOf = ({ url }: { readonly url: string }): string => new URL(url).pathname;

function* twice(rows: readonly { readonly url: string }[], name: string): Generator<Fault> {
  const known = new Set<string>();
  for (const { url } of rows) {
    if (known.has(url)) yield fault('page stored twice', `${url} has more than one ${name}`);
    known.add(url);
  }
}

function* differences(visits: readonly PageVisit[], site: ChaosSite): Generator<Fault> {
  const stored = new Map(visits.map((visit) => [pathOf(visit), visit]));
  for (const path of stored.keys()) if (!site.has(path)) yield fault('page unknown to the site', path);
  for (const [path, page] of site) {
    const visit = stored.get(path);
    if (visit === undefined) yield fault('page missing', path);
    else if (describe(visit) !== truthOf(page)) {
      yield fault('visit wrong', `${path} is stored as ${describe(visit)} instead of ${truthOf(page)}`);
    }
  }
}

const hex = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('hex');
const describe = ({ status, outcome, sha256, bytes }: PageVisit): string =>
  `${status} ${outcome} ${bytes} ${hex(sha256)}`;
const truthOf = ({ status, outcome, sha256, bytes }: SitePage): string =>
  `${status} ${outcome} ${bytes} ${sha256}`;

/** Reads every body back: the visit could be right about it, and the body half-written. */
async function wrongBodies(
  store: Store,
  visits: readonly PageVisit[],
  site: ChaosSite,
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const checked = new Set<string | null>([null]);
  for (const visit of visits) {
    const name = hex(visit.sha256);
    if (visit.sha256 === null || checked.has(name)) continue;
    checked.add(name);
    try {
      const body = await store.contents.read(visit.sha256);
      const truth = site.get(pathOf(visit))?.body();
      if (truth?.equals(body) !== true)
        faults.push(fault('body wrong', `${visit.url} is not what was served`));
    } catch (error) {
      faults.push(fault('body wrong', `${visit.url}: ${error instanceof Error ? error.message : error}`));
    }
  }
  return faults;
}
