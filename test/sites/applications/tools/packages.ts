import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NotInstalled } from './not-installed.ts';

const run = promisify(execFile);
const quiet = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** What was fetched stays here for the next time. */
const shelf = join(tmpdir(), 'tidemark-applications-shelf');

let isListFresh = false;

/** Another program that installs something holds the lock for a while. */
const WAIT = ['-o', 'DPkg::Lock::Timeout=300'];

async function apt(what: string, args: readonly string[], cwd?: string): Promise<void> {
  try {
    if (!isListFresh) await run('apt-get', [...WAIT, 'update'], { env: quiet });
    isListFresh = true;
    await run('apt-get', [...WAIT, ...args], { env: quiet, cwd, maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new NotInstalled(what, lastLines(error));
  }
}

/** Installs programs and libraries from Debian; only such as start no service. */
export async function needDebian(...names: readonly string[]): Promise<void> {
  const missing = [];
  for (const name of names) if (!(await isInstalled(name))) missing.push(name);
  if (missing.length > 0)
    await apt(missing.join(', '), ['install', '-y', '--no-install-recommends', ...missing]);
}

async function isInstalled(name: string): Promise<boolean> {
  try {
    const { stdout } = await run('dpkg-query', ['--status', name]);
    return /^Status: .* installed$/m.test(stdout);
  } catch {
    return false;
  }
}

/**
 * Copies what packages of Debian contain into `folder`, without installing them: no service is started, no web server
 * is set up, and the application is as it came.
 */
export async function unpackDebian(folder: string, ...names: readonly string[]): Promise<void> {
  const kept = join(shelf, 'debian');
  await mkdir(kept, { recursive: true });
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    const stored = async () => (await readdir(kept)).find((file) => file.startsWith(`${name}_`));
    if ((await stored()) === undefined) await apt(name, ['download', name], kept);
    const file = await stored();
    if (file === undefined) throw new NotInstalled(name, 'apt-get download left no file');
    await run('dpkg', ['-x', join(kept, file), folder]);
  }
}

/** A folder with `node_modules` that has these packages. */
export async function needNpm(application: string, ...packages: readonly string[]): Promise<string> {
  const folder = join(shelf, 'npm', application);
  if (existsSync(join(folder, 'complete'))) return folder;
  const half = `${folder}.half`;
  await rm(half, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(half, { recursive: true });
  await writeFile(join(half, 'package.json'), JSON.stringify({ private: true }));
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: half, maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new NotInstalled(packages.join(', '), lastLines(error));
  }
  await writeFile(join(half, 'complete'), '');
  await rename(half, folder);
  return folder;
}

function lastLines(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return (stderr || message || String(error)).trim().split('\n').slice(-3).join(' / ');
}
