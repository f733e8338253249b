import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place, RunningServer } from '../application.ts';
import { unpackDebian } from './packages.ts';
import { freePort, startServer } from './server-process.ts';

/** nginx without its service. Returns the program. */
export async function unpackNginx(folder: string): Promise<string> {
  await unpackDebian(folder, 'nginx');
  return join(folder, 'usr/sbin/nginx');
}

/** Serves a folder of files as most static sites are served: compressed, with ETag and Last-Modified. */
export async function startNginx(place: Place, program: string, root: string): Promise<RunningServer> {
  const port = await freePort();
  const own = join(place.folder, 'nginx-run');
  await mkdir(join(own, 'temporary'), { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(own, 'nginx.conf'),
    `daemon off;
worker_processes 1;
pid ${own}/nginx.pid;
error_log ${own}/error.log;
user root;
events {}
http {
  ${temporary.map((name) => `${name}_temp_path ${own}/temporary/${name};`).join('\n  ')}
  types { text/html html; text/css css; application/javascript js; image/png png; application/atom+xml xml; }
  access_log off;
  gzip on;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    index index.html;
    absolute_redirect off;
  }
}
`,
  );
  return startServer({
    command: program,
    args: ['-c', join(own, 'nginx.conf'), '-e', join(own, 'error.log')],
    port,
    cwd: own,
    env: place.clock.environment(),
    log: join(place.folder, 'server.log'),
  });
}
