// Runs as a separate process: HOSTS hosts on loopback that answer after MS milliseconds, PAGES pages each. Prints its origins; `/log` of the first tells
// when each page was asked for.
import { createServer } from 'node:http';
import { listenOnLoopback } from '../../test/fixtures/servers/loopback-server.ts';

const [hosts = 40, pages = 20, ms = 500] = process.argv.slice(2).map(Number);
const origins: string[] = [];
const asked: [string, number][] = [];

function bodyOf(host: number, page: string): string {
  const own = Array.from({ length: pages - 1 }, (_, number) => `<a href="/${number + 1}">${number + 1}</a>`);
  // All hosts are found on the first page of the first.
  const others = host === 0 ? origins.map((origin) => `<a href="${origin}/0">${origin}</a>`) : [];
  const links = page === '0' ? [...own, ...others].join(' ') : '';
  return `<!doctype html><title>Page ${page} of ${host}</title><p>The text of page ${page} of host ${host} occurs on no other page.</p>${links}`;
}

for (let host = 0; host < hosts; host++) {
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/log') return response.end(JSON.stringify(asked));
    const [, page] = /^\/(\w+)$/.exec(url) ?? [];
    if (page === undefined) return response.writeHead(404).end();
    asked.push([url, Date.now()]);
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(bodyOf(host, page)), ms);
    return response;
  });
  origins.push((await listenOnLoopback(server)).origin);
}
process.stdout.write(`${JSON.stringify(origins)}\n`);
