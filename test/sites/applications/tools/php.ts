import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place, RunningServer } from '../application.ts';
import { needDebian } from './packages.ts';
import { freePort, startServer } from './server-process.ts';

const run = promisify(execFile);
const quiet = ['-d', 'error_reporting=0', '-d', 'display_errors=0', '-d', 'date.timezone=UTC'];

/** PHP with what all applications need of it. The CGI program keeps Debian from adding a web server. */
export const needPhp = (...extensions: readonly string[]) =>
  needDebian(
    ...['cli', 'cgi', 'opcache', 'xml', 'mbstring', 'gd', ...extensions].map((part) => `php8.2-${part}`),
  );

/** Serves a folder of PHP programs with PHP's own server. `router` is a script that sees every request first. */
export async function startPhp(place: Place, root: string, router?: string): Promise<RunningServer> {
  const port = await freePort();
  const settings = [...quiet, '-d', 'opcache.enable_cli=1', '-d', 'memory_limit=512M'];
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
  const settings = [...quiet, '-d', 'memory_limit=512M'];
  const { stdout } = await run('php', [...settings, ...args], {
    cwd,
    env: place.clock.environment(),
    maxBuffer: 2 ** 26,
  });
  return stdout;
}
