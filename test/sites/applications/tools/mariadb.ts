import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place, RunningServer } from '../application.ts';
import { needDebian } from './packages.ts';
import { freePort, startServer } from './server-process.ts';

const run = promisify(execFile);

export interface Database {
  readonly socket: string;
  install(): Promise<void>;
  start(): Promise<RunningServer>;
  /** Runs commands as root, while it is running. */
  command(sql: string): Promise<void>;
}

/** A MariaDB server of its own, with one empty database of this name. */
export function mariadb(place: Place, name: string): Database {
  const data = join(place.folder, 'mariadb');
  const socket = join(place.folder, 'mariadb.sock');
  const command = async (sql: string) => {
    await run('mariadb', ['--no-defaults', '-u', 'root', `--socket=${socket}`, '-e', sql]);
  };
  return {
    socket,
    command,
    async install() {
      await needDebian('mariadb-server-core', 'mariadb-client-core');
      await mkdir(data, { recursive: true });
      const options = [
        '--no-defaults',
        `--datadir=${data}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        '--user=root',
      ];
      await run('mariadb-install-db', options, { maxBuffer: 2 ** 24 });
    },
    async start() {
      const port = await freePort();
      const server = await startServer({
        command: 'mariadbd',
        args: [
          '--no-defaults',
          `--datadir=${data}`,
          `--socket=${socket}`,
          `--port=${port}`,
          '--bind-address=127.0.0.1',
          '--user=root',
          '--innodb-flush-log-at-trx-commit=0',
        ],
        port,
        cwd: data,
        // Its own times do not show, and it does not like a clock that jumps.
        env: process.env,
        log: join(place.folder, 'mariadb.log'),
      });
      if (!existsSync(join(data, name))) await command(`CREATE DATABASE ${name}`);
      return server;
    },
  };
}
