import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, listening } from '../../test/fixtures/servers/server-program.ts';
import type { BenchSite, ServedRequest } from './bench-site.ts';
import { findProgram } from './find-program.ts';
import { pinnedToOneCore } from './pinned.ts';

/** Debian's openjdk-17-doc: pages written by a real tool for real readers, with a mean of 23.5 kB and 89 links. */
export const documentation = '/usr/share/doc/openjdk-17-doc/api';
export const scope = '/java.desktop/';

/** A folder of the documentation, and the page where a crawl of it begins. */
interface SitePart {
  readonly scope: string;
  readonly start: string;
}

export const oneModule: SitePart = { scope, start: `${scope}module-summary.html` };
/** Three times as many pages: starting the program weighs less. */
export const allModules: SitePart = { scope: '/', start: '/index.html' };

export interface NginxOptions {
  /** A copy of the documentation that may be changed, instead of the installed one. */
  readonly root?: string;
  /** Default: one module. */
  readonly part?: SitePart;
  /** False sends neither ETag nor Last-Modified, and never answers with 304. */
  readonly hasValidators?: boolean;
}

/** The Java documentation served by nginx; null when one of them is not installed. */
export async function nginxSite(
  folder: string,
  { root = documentation, part = oneModule, hasValidators = true }: NginxOptions = {},
): Promise<BenchSite | null> {
  const nginx = findProgram('nginx');
  if (nginx === null || !existsSync(join(root, part.scope))) return null;
  const port = await freePort();
  const log = join(folder, 'access.log');
  writeFileSync(log, '');
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, configurationOf(folder, log, port, root, hasValidators));
  const args = ['-p', folder, '-c', configuration, '-e', join(folder, 'error.log')];
  const pinned = pinnedToOneCore(nginx, args);
  const [command, commandArgs] = pinned ?? [nginx, args];
  const server = spawn(command, commandArgs, { stdio: 'inherit' });
  await listening(server, port);
  return {
    description: `openjdk-17-doc, served by nginx${pinned === null ? '' : ' on one core'}`,
    origin: `http://127.0.0.1:${port}`,
    start: part.start,
    scope: part.scope,
    pages: new Set(htmlFiles(root, part.scope)),
    takeRequests: requestReader(log),
    async stop() {
      server.kill();
      await once(server, 'exit');
    },
  };
}

function configurationOf(
  folder: string,
  log: string,
  port: number,
  root: string,
  hasValidators: boolean,
): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  types { text/html html; text/css css; application/javascript js; image/svg+xml svg; }
  log_format served '$status $request_uri';
  access_log ${log} served;
  sendfile on;
  keepalive_requests 1000000;
  ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${root};${hasValidators ? '' : ' etag off; if_modified_since off; max_ranges 0; add_header Last-Modified "";'} }
}
`;
}

/** Paths of the HTML files below a folder of the documentation. */
function htmlFiles(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${folder}${name}`);
}

/** nginx logs an answer after sending it, so the last line may come a moment after the client has finished. */
function requestReader(log: string): () => Promise<readonly ServedRequest[]> {
  let read = 0;
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const text = Buffer.alloc(statSync(log).size - read);
    const file = openSync(log, 'r');
    readSync(file, text, 0, text.length, read);
    closeSync(file);
    read += text.length;
    const lines = text.toString().split('\n').filter(Boolean);
    return lines.map((line) => ({ status: Number(line.slice(0, 3)), path: line.slice(4) }));
  };
}
