import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LargeBodies } from '../../database/content/large-bodies.ts';
import type { BulkInsert, Database, Writing } from '../../database/database.ts';
import { StoreError } from '../../database/errors.ts';
import { bringParts, knownVersions, noteVersions, type SchemaVersions } from '../../database/migrations.ts';
import { loadParts, type StorePart } from '../../database/store-part.ts';
import { type BackupPart, readFrames } from './backup-frames.ts';

export interface Restored {
  /** When the backup was taken. */
  readonly at: number;
  readonly rows: number;
}

/**
 * Restores a backup into an empty database in one transaction, completely or not at all. The tables come in the order of the backup, which is that of
 * `allStoreParts` and of their `tables`. Rows of an older schema go into tables of that schema, which are then migrated as the original database would
 * have been.
 */
export async function restoreBackup(
  database: Database,
  largeBodies: LargeBodies,
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<Restored> {
  const parts = await loadParts();
  return database.write(async (writing) => {
    const { db } = writing;
    await database.dialect.lockSchema(db);
    if (await database.dialect.hasTable(db, 'meta'))
      throw new StoreError(
        'STORE_NOT_EMPTY',
        'There is data here already, and a backup never overwrites any. Choose a new data folder or an empty database.',
      );
    const rows = new RowRestorer(writing);
    const bodies = new BodyRestorer(writing, largeBodies, folder);
    let start: { readonly schema: SchemaVersions; readonly at: number } | null = null;
    try {
      for await (const part of readFrames(bytes)) {
        if (start === null) {
          start = startOf(part, parts);
          await bringParts(db, database.dialect, parts, {}, start.schema);
          // The backup also contains the rows that the migrations insert here.
          for (const table of ['meta', 'id_block'] as const) await db.deleteFrom(table).execute();
        } else if (part.kind === 'rows') await rows.add(part);
        else if (part.kind === 'body') await bodies.add(part);
      }
      await bodies.end();
    } finally {
      await bodies.clean();
    }
    if (start === null) throw notABackup();
    await bringParts(db, database.dialect, parts, start.schema, knownVersions(parts));
    await noteVersions(db, parts);
    for (const each of parts) await each.noteRestore?.(db);
    return { at: start.at, rows: rows.count };
  });
}

function startOf(part: BackupPart, parts: readonly StorePart[]) {
  if (part.kind !== 'start' || part.format !== 'tidemark-backup-1') throw notABackup();
  const known = knownVersions(parts);
  for (const [name, version] of Object.entries(part.schema))
    if (version > (known[name] ?? 0))
      throw new StoreError(
        'STORE_TOO_NEW',
        `The backup has schema version ${version}, but this Tidemark knows only ${known[name] ?? 0}. Use the newer Tidemark that wrote it.`,
      );
  return part;
}

const notABackup = (): StoreError =>
  new StoreError('STORE_BACKUP_DAMAGED', 'This is not a backup that Tidemark knows.');

const plainName = /^[a-z][a-z0-9_]*$/;

class RowRestorer {
  readonly #writing: Writing;
  readonly #statements = new Map<string, BulkInsert>();
  count = 0;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  async add({ table, columns, rows }: Extract<BackupPart, { readonly kind: 'rows' }>): Promise<void> {
    if (![table, ...Object.keys(columns)].every((name) => plainName.test(name))) throw notABackup();
    const statement = this.#statements.get(table) ?? { kind: 'insert', table, given: columns, conflict: '' };
    this.#statements.set(table, statement);
    await this.#writing.bulk(statement, rows);
    this.count += rows.length;
  }
}

/** Joins the pieces of a body in a file, since a body may be larger than the memory. */
class BodyRestorer {
  readonly #writing: Writing;
  readonly #largeBodies: LargeBodies;
  readonly #file: string;
  #sha256: Uint8Array | null = null;
  #bytes = 0;

  constructor(writing: Writing, largeBodies: LargeBodies, folder: string) {
    this.#writing = writing;
    this.#largeBodies = largeBodies;
    this.#file = join(folder, `restored-body.${process.pid}.unfinished`);
  }

  async add({ sha256, piece }: Extract<BackupPart, { readonly kind: 'body' }>): Promise<void> {
    const isNext = this.#sha256 === null || Buffer.compare(this.#sha256, sha256) !== 0;
    if (isNext) await this.end();
    await writeFile(this.#file, piece, { flag: isNext ? 'w' : 'a', mode: 0o600 });
    // Copied, because `sha256` is a view of a larger buffer.
    this.#sha256 = Buffer.from(sha256);
    this.#bytes += piece.length;
  }

  async end(): Promise<void> {
    if (this.#sha256 === null) return;
    await synced(this.#file);
    const body = { sha256: this.#sha256, storedBytes: this.#bytes, source: { path: this.#file } };
    await this.#largeBodies.keep(this.#writing, body);
    // The store may have linked to this file instead of copying it, so the next body needs a new file.
    await this.clean();
    this.#sha256 = null;
    this.#bytes = 0;
  }

  clean(): Promise<void> {
    return rm(this.#file, { force: true });
  }
}

/** Flushes a file to disk. The store may link to it instead of copying it, and it must be on disk before the row that names it. */
async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
