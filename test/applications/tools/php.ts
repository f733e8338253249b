import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place, RunningServer } from '../application.ts';
import { freePort, startServer } from './server-process.ts';

const run = promisify(execFile);

/** Serves a folder of PHP programs with PHP's own server. `router` is a script that sees every request first. */
export async function startPhp(place: Place, root: string, router?: string): Promise<RunningServer> {
  const port = await freePort();
  const settings = ['-d', 'error_reporting=0', '-d', 'display_errors=0', '-d', 'date.timezone=UTC'];
  return startServer({
    command: 'php',
    args: [...settings, '-S', `127.0.0.1:${port}`, '-t', root, ...(router === undefined ? [] : [router])],
    port,
    cwd: root,
    env: { ...place.clock.environment(), PHP_CLI_SERVER_WORKERS: '4' },
    log: join(place.folder, 'server.log'),
  });
}

/** Runs a PHP program at the time of the place. */
export async function runPhp(place: Place, cwd: string, ...args: readonly string[]): Promise<string> {
  const settings = ['-d', 'error_reporting=0', '-d', 'date.timezone=UTC', '-d', 'memory_limit=512M'];
  const { stdout } = await run('php', [...settings, ...args], {
    cwd,
    env: place.clock.environment(),
    maxBuffer: 2 ** 26,
  });
  return stdout;
}
