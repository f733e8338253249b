// A site whose frontier has a chosen size: `/hub-N` lists a thousand new pages, and each of those links to one more,
// so that the number of waiting URLs stays the same while they are visited. Argument: the number of hubs.
import { createServer } from 'node:http';

const hubs = Number(process.argv[2] ?? 10);
const PER_HUB = 1000;

/** What happened since the last 'take'. */
export interface EndlessSiteVisits {
  readonly requests: number;
  /** Milliseconds since 1970 of the first and the last request. */
  readonly first: number;
  readonly last: number;
}

const paragraph =
  '<p>The water comes in over the flats, slowly at first, and then it is everywhere at once.</p>\n';
const filler = paragraph.repeat(40);

function page(title: string, links: Iterable<string>): string {
  let list = '';
  for (const path of links) list += `<li><a href="${path}">${path}</a></li>\n`;
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${filler}<ul>\n${list}</ul></html>`;
}

function* numbered(count: number, path: (n: number) => string): Iterable<string> {
  for (let n = 0; n < count; n++) yield path(n);
}

function contentOf(path: string): string | null {
  if (path === '/')
    return page(
      'All hubs',
      numbered(hubs, (n) => `/hub-${n}`),
    );
  const hub = /^\/hub-(\d+)$/.exec(path)?.[1];
  if (hub !== undefined)
    return page(
      `Hub ${hub}`,
      numbered(PER_HUB, (n) => `/leaf-${hub}-${n}-a`),
    );
  const leaf = /^\/leaf-(\d+)-(\d+)-(a+)$/.exec(path);
  if (leaf === null) return null;
  const [, ofHub = '', number = '', generation = ''] = leaf;
  // Nineteen known links, as on most sites, and a new one.
  const known = numbered(19, (n) => `/leaf-${ofHub}-${(Number(number) + n) % PER_HUB}-a`);
  return page(path, [...known, `/leaf-${ofHub}-${number}-${generation}a`]);
}

let visits: EndlessSiteVisits = { requests: 0, first: 0, last: 0 };
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const now = Date.now();
  visits = { requests: visits.requests + 1, first: visits.first || now, last: now };
  const content = contentOf(request.url ?? '');
  response.writeHead(content === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(content ?? 'There is no such page.');
});
process.on('message', () => {
  process.send?.(visits);
  visits = { requests: 0, first: 0, last: 0 };
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
