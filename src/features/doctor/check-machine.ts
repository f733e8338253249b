import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/index.ts';
import { packageFacts } from '../../config/index.ts';
import { StoreError } from '../../database/errors.ts';
import { openDataFolder, placeOfData, requireBodies } from '../../database/open-data-folder.ts';
import { findBrowser, packagedChromiumFolder } from '../../fetch/index.ts';

/** One thing that Tidemark needs or can use. */
interface MachineCheck {
  readonly name: string;
  /** `missing` is for optional things. */
  readonly state: 'ok' | 'missing' | 'broken';
  readonly found: string;
  /** What to do about it; null when nothing is wrong. */
  readonly advice: string | null;
}

const ok = (name: string, found: string): MachineCheck => ({ name, state: 'ok', found, advice: null });

const broken = (name: string, found: string, advice: string): MachineCheck => ({
  name,
  state: 'broken',
  found,
  advice,
});

/** Checks everything outside Tidemark that it depends on. Changes nothing. */
export async function checkMachine(config: Config, path: string): Promise<readonly MachineCheck[]> {
  const checks = [
    checkNode(),
    checkSqlite(),
    checkBrowser(config.browser, path),
    checkDataFolder(config.data),
  ];
  if (config.databaseUrl !== '') checks.push(await checkDatabase(config));
  else checks.push(...(await lostData(config)));
  if (config.bodies !== null) checks.push(await checkBodyPlace(config));
  return checks;
}

/** The PostgreSQL server, if it is configured. A database without tables is fine: the first run creates them. */
async function checkDatabase(config: Config): Promise<MachineCheck> {
  const { host, pathname } = new URL(config.databaseUrl);
  const found = `${host}${pathname}`;
  try {
    const store = await openDataFolder(config, 'read', 'tidemark doctor');
    await store.close();
    return ok('Database', found);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.code === 'STORE_MISSING') return ok('Database', `${found} (tables are made when needed)`);
    // The advice in the error is written for runs.
    return broken('Database', error.reason, 'Check that the server runs, and DATABASE_URL.');
  }
}

/** Problems of the database in the data folder; empty when it is fine or does not exist yet. */
async function lostData(config: Config): Promise<readonly MachineCheck[]> {
  try {
    const store = await openDataFolder(config, 'read', 'tidemark doctor');
    await store.close();
    return [];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.code !== 'STORE_LOST_WRITES') return [];
    return [broken('Database', error.reason, error.hint ?? '')];
  }
}

/** The bucket for bodies, if it is configured: a small object is written, read and removed. */
async function checkBodyPlace(config: Config): Promise<MachineCheck> {
  const { bucket, folder } = config.bodies ?? { bucket: '', folder: '' };
  try {
    placeOfData(config);
    await requireBodies(config);
    return ok('Bodies', `s3://${bucket}/${folder}`);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return broken('Bodies', error.reason, error.hint ?? '');
  }
}

/** The oldest SQLite whose WAL mode has no known way to lose a commit. */
const OLDEST_SQLITE = '3.51.3';

function checkNode(): MachineCheck {
  const needed = packageFacts().node;
  const found = process.versions.node;
  if (isAtLeast(found, needed)) return ok('Node', found);
  return broken('Node', found, `Install Node ${needed} or newer.`);
}

function checkSqlite(): MachineCheck {
  const found = process.versions['sqlite'] ?? 'none';
  if (isAtLeast(found, OLDEST_SQLITE)) return ok('SQLite', found);
  return broken('SQLite', found, `Needs ${OLDEST_SQLITE}, which a newer Node includes.`);
}

function checkBrowser(chosen: string, path: string): MachineCheck {
  if (chosen !== '' && !existsSync(chosen))
    return broken('Browser', `${chosen} does not exist`, 'Correct TIDEMARK_BROWSER.');
  const found = chosen === '' ? (findBrowser(path) ?? packagedChromiumFolder()) : chosen;
  if (found !== null) return ok('Browser', found);
  return {
    name: 'Browser',
    state: 'missing',
    found: 'none',
    advice:
      'Only pages built by scripts need one: install Chrome, Chromium or Edge, or the npm package @sparticuz/chromium, or set TIDEMARK_BROWSER.',
  };
}

function checkDataFolder(data: string): MachineCheck {
  const folder = resolve(data);
  const existing = nearestExisting(folder);
  const name = 'Data folder';
  const unusable = (reason: string) =>
    broken(name, `${folder}: ${reason}`, 'Choose another one with --data or TIDEMARK_DATA.');
  if (!statSync(existing).isDirectory()) return unusable(`${existing} is not a folder`);
  try {
    accessSync(existing, constants.W_OK);
    rmdirSync(mkdtempSync(join(existing, '.tidemark-check-'))); // a read-only disk passes access() for root
  } catch (error) {
    return unusable((error as Error).message);
  }
  const open = existing === folder ? readableByOthers(folder) : [];
  if (open.length > 0)
    return broken(
      name,
      `${folder}: other users of this machine may read ${open.join(', ')}`,
      `Run: chmod -R go-rwx '${folder.replaceAll("'", "'\\''")}'. Change passwords and secrets if another user may have read them.`,
    );
  return ok(name, existing === folder ? folder : `${folder} (created when needed)`);
}

/** Files that an older version made readable for all users. In a private folder, the permissions of files do not matter. */
function readableByOthers(folder: string): readonly string[] {
  // Windows has other permissions.
  if (process.platform === 'win32') return [];
  const isOpen = (path: string) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  if (!isOpen(folder)) return [];
  return ['tidemark.db', 'tidemark.db-wal', 'content'].filter((name) => isOpen(join(folder, name)));
}

function nearestExisting(folder: string): string {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  return existing;
}

function isAtLeast(version: string, oldest: string): boolean {
  const wanted = oldest.split('.').map(Number);
  const parts = version.split('.').map(Number);
  for (const [i, part] of wanted.entries()) {
    if ((parts[i] ?? 0) !== part) return (parts[i] ?? 0) > part;
  }
  return true;
}
