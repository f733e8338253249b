import { createReadStream, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { type SiteServer, serveSite } from '../../../../sites/plain/site-server.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Serves the files of a folder, and what is written over them. */
export function serveFolder(
  folder: string,
  written: Readonly<Record<string, string>> = {},
): Promise<SiteServer> {
  return serveSite(({ target }, response) => {
    const { pathname } = new URL(target, 'http://localhost');
    const path = normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const type = types[extname(path)] ?? 'application/octet-stream';
    const own = written[path];
    if (own !== undefined) return void response.writeHead(200, { 'content-type': type }).end(own);
    const file = join(folder, path);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
    response.writeHead(200, { 'content-type': type });
    createReadStream(file).pipe(response);
  });
}
