import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../errors.ts';
import { makePrivateFile } from './data-folder.ts';
import { sqliteFailure } from './sqlite-failure.ts';

/** Not `tidemark.db-...`, so that removing or replacing the database by such a pattern leaves the mark in place. */
const markName = 'high-water-mark';

/** Always written with the same length: a kill leaves the old digits or the new ones, and a full disk has room for them. */
const DIGITS = 10;

/**
 * The least number of commits that the database of a folder has. The database counts its commits in `user_version`, inside their
 * transactions; the mark is raised after a commit is synced. So it is never ahead, wherever the process is killed, and a database with
 * fewer commits has lost some.
 */
export function readMark(folder: string): number {
  try {
    return Number.parseInt(readFileSync(join(folder, markName), 'latin1'), 10) || 0;
  } catch {
    return 0;
  }
}

/** The mark of a folder whose lock this process holds. */
export class HighWaterMark {
  readonly #file: number;
  value: number;

  constructor(folder: string) {
    const path = join(folder, markName);
    makePrivateFile(path);
    this.value = readMark(folder);
    this.#file = openSync(path, 'r+');
  }

  /** Not synced: after a power failure the mark may be lower, and then it only detects less. */
  raise(commits: number): void {
    if (commits <= this.value) return;
    this.value = commits;
    try {
      writeSync(this.#file, `${String(commits).padStart(DIGITS, '0')}\n`, 0, 'latin1');
    } catch {
      // Committed data is safe without the mark.
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/**
 * Throws STORE_LOST_WRITES for a database that is missing, or older than the mark of its folder. The mark is read first: another process may be writing
 * to both.
 */
export function requireAllCommits(folder: string, file: string): void {
  const mark = readMark(folder);
  if (mark === 0) return;
  if (!existsSync(file))
    throw lostWrites(folder, `${file} is missing, although data was stored there`, 'begin with an empty one');
  const commits = commitsIn(file);
  if (commits >= mark) return;
  throw lostWrites(
    folder,
    `${file} has ${commits} of the ${mark} commits that were written to it: an older copy was put in its place, or its log ${basename(file)}-wal was removed`,
    'go on without what is lost',
  );
}

function commitsIn(file: string): number {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      return userVersion(database);
    } finally {
      database.close();
    }
  } catch (cause) {
    throw sqliteFailure(cause, file);
  }
}

export const userVersion = (database: DatabaseSync): number =>
  (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;

const lostWrites = (folder: string, reason: string, otherwise: string): StoreError =>
  new StoreError('STORE_LOST_WRITES', {
    reason,
    hint: `Put the newest tidemark.db and tidemark.db-wal back, or restore a backup into another folder. To ${otherwise}, remove ${join(folder, markName)}.`,
  });
