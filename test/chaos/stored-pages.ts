import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ChaosSite } from './chaos-site.ts';

interface PageRow {
  readonly url: string;
  readonly queued: 0 | 1;
  readonly outcome: string | null;
  /** In hexadecimal; empty when there is none. */
  readonly sha256: string;
  readonly foundOn: number | null;
  readonly foundOnVisited: 0 | 1;
}

/** What a killed crawler left on disk. */
export interface StoredPages {
  /** Path to what its visit says, without pages that are still queued. */
  readonly visited: ReadonlyMap<string, string>;
  readonly isFinished: boolean;
  /** Files that were being written. */
  readonly unfinishedFiles: number;
  /** What is only possible when part of a commit, or of a file, was stored without the rest. */
  readonly halves: readonly string[];
}

/**
 * Reads the tables themselves: a store shows a page only when everything about it is right. Opens the database for reading
 * only, so that the next crawler has to repair what the kill left.
 */
export function storedPages(folder: string, site: ChaosSite): StoredPages {
  const database = new DatabaseSync(join(folder, 'tidemark.db'), { readOnly: true, timeout: 10_000 });
  try {
    const pages = database.prepare(everyPage).all() as unknown as readonly PageRow[];
    const unfinished = readdirSync(join(folder, 'content')).filter((name) => name.endsWith('.unfinished'));
    const run = database.prepare('SELECT state FROM run ORDER BY id DESC LIMIT 1').get();
    const health = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
    return {
      visited: new Map(
        pages
          .filter(({ outcome }) => outcome !== null)
          .map(({ url, outcome, sha256 }) => [pathOf(url), `${outcome} ${sha256}`]),
      ),
      isFinished: run?.['state'] === 'finished',
      unfinishedFiles: unfinished.length,
      halves: [
        ...halfCommitted(pages, site),
        ...halfKept(database, folder),
        ...(health === 'ok' ? [] : [`the database is damaged: ${health}`]),
      ],
    };
  } finally {
    database.close();
  }
}

const everyPage = `
  SELECT page.url, page.queued, visit.outcome, lower(hex(visit.sha256)) AS sha256, page.found_on AS foundOn,
    EXISTS (SELECT 1 FROM visit WHERE run_id = page.run_id AND page_id = page.found_on) AS foundOnVisited
  FROM page LEFT JOIN visit ON visit.run_id = page.run_id AND visit.page_id = page.id`;

const pathOf = (url: string): string => new URL(url).pathname;

function* halfCommitted(pages: readonly PageRow[], site: ChaosSite): Generator<string> {
  const known = new Set(pages.map(({ url }) => pathOf(url)));
  for (const { url, queued, outcome, foundOn, foundOnVisited } of pages) {
    if (outcome === null && queued === 0) yield `${url} has left the frontier without a visit`;
    if (outcome !== null && queued === 1) yield `${url} has a visit and is still in the frontier`;
    if (foundOn !== null && foundOnVisited === 0) yield `${url} was found on a page that has no visit`;
    if (outcome === null) continue;
    for (const link of site.get(pathOf(url))?.links ?? []) {
      if (!known.has(link)) yield `${url} has a visit, but ${link}, which it links to, is unknown`;
    }
  }
}

function* halfKept(database: DatabaseSync, folder: string): Generator<string> {
  const namesOf = (sql: string) => database.prepare(sql).all() as { sha256: string; bytes: number }[];
  const withoutContent = namesOf(`SELECT DISTINCT lower(hex(sha256)) AS sha256 FROM visit
    WHERE sha256 IS NOT NULL AND sha256 NOT IN (SELECT sha256 FROM content)`);
  for (const { sha256 } of withoutContent) yield `a visit names content ${sha256}, which is not there`;
  const withoutVisit = namesOf(`SELECT lower(hex(sha256)) AS sha256 FROM content
    WHERE sha256 NOT IN (SELECT sha256 FROM visit WHERE sha256 IS NOT NULL)`);
  for (const { sha256 } of withoutVisit) yield `content ${sha256} is there, but no visit names it`;
  const inFiles = namesOf(`SELECT lower(hex(sha256)) AS sha256, stored_bytes AS bytes FROM content
    WHERE data IS NULL`);
  for (const { sha256, bytes } of inFiles) {
    const file = join(folder, 'content', sha256.slice(0, 2), sha256.slice(2));
    if (!existsSync(file)) yield `the file of content ${sha256} is not there`;
    else if (statSync(file).size !== bytes) yield `the file of content ${sha256} is not whole`;
  }
}
