import '../test/fixtures/program/use-features.ts';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { DiscoveredPage } from '../src/crawl/tables/page.ts';
import type { NewVisit } from '../src/crawl/tables/visit.ts';
import { type PackedContent, packContent } from '../src/database/content/packed-content.ts';
import { openStore } from '../src/database/open-store.ts';
import type { Store } from '../src/database/store.ts';
import type { StoreOptions } from '../src/database/store-options.ts';
import { visit } from '../test/kernel/database/sample-records.ts';

// Usage: node bench/store.ts [sqlite | thread | a postgres:// URL] [pages] [queued rows]
const [kind = 'sqlite', pageCount = '20000', rowCount = '1000000'] = process.argv.slice(2);
const pagesToCommit = Number(pageCount);
const rowsToQueue = Number(rowCount);
const batchSize = 64;
const newUrlsPerPage = 5;

const words = 'tide mark page site change crawl news shop river stone light paper green seven open'.split(
  ' ',
);
let seed = 42;
const random = (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 4_294_967_296) * below);
};

function page(number: number): Buffer {
  let html = `<!doctype html><title>Page ${number}</title><body>`;
  while (html.length < 23_000) {
    html += `<p class="text"><a href="/section/${random(900)}/${random(90_000)}">${words[random(15)]}</a> `;
    for (let n = 0; n < 40; n += 1) html += `${words[random(15)]}${random(50)} `;
    html += '</p>\n';
  }
  return Buffer.from(html);
}

function discovered(number: number): DiscoveredPage {
  const url = `https://www.example-${number % 7}.org/section/${number % 900}/a-readable-title-${number}.html`;
  return {
    identity: url,
    identityHash: createHash('md5').update(url).digest(),
    url,
    host: `www.example-${number % 7}.org`,
    depth: Math.floor(Math.log10(number + 1)),
    foundOn: number,
    linkKind: 'a',
  };
}

const headers: [string, string][] = [
  ['content-type', 'text/html; charset=utf-8'],
  ['date', 'Tue, 14 Nov 2023 22:13:20 GMT'],
  ['server', 'nginx'],
  ['etag', '"65a3f0-59d8"'],
  ['last-modified', 'Mon, 13 Nov 2023 10:00:00 GMT'],
  ['cache-control', 'max-age=600'],
  ['vary', 'accept-encoding'],
];

function kept(pageId: number, { bytes, sha256 }: PackedContent): NewVisit {
  return visit(pageId, {
    at: 1_700_000_000_000 + pageId,
    headers,
    bytes,
    sha256,
    etag: '"65a3f0-59d8"',
    lastModified: 'Mon, 13 Nov 2023 10:00:00 GMT',
    durationMs: 12,
    flag: 'NEW',
    reason: 'first visit',
    bringsVersion: true,
  });
}

const memory = () => `${Math.round(process.memoryUsage().rss / 1_048_576)} MB`;
const rate = (count: number, ms: number) => `${Math.round((count / ms) * 1000).toLocaleString('en')}/s`;
const say = (what: string, figure: string) => console.log(`${what.padEnd(58)} ${figure}`);

async function startRun(store: Store, name: string) {
  const project = await store.projects.create({ name, startUrl: 'x', settings: '{}', createdAt: 1 });
  const run = await store.runs.begin(project.id, { startedAt: 1, settings: '{}' });
  return { projectId: project.id, runId: run.id, visits: [], contents: [], discovered: [], leftOut: [] };
}

/** Commits of 64 pages, one after the other. Building the batches is not counted. */
async function commitPages(store: Store): Promise<void> {
  const empty = await startRun(store, 'pages');
  const bodies = Array.from({ length: 2_000 }, (_, number) => packContent(page(number), 'text/html'));
  const packed = bodies.reduce((sum, { data }) => sum + data.length, 0) / bodies.length;
  let next = pagesToCommit;
  await store.commit({
    ...empty,
    discovered: Array.from({ length: pagesToCommit }, (_, n) => discovered(n)),
  });
  let busy = 0;
  let handedOver = 0;
  const laps: number[] = [];
  let done = 0;
  for (const { host } of await store.frontier.hosts(empty.runId)) {
    for (;;) {
      const pages = await store.frontier.next(empty.runId, host, null, batchSize);
      const first = pages.filter(({ id }) => id <= pagesToCommit);
      if (first.length === 0) break;
      const contents = first.map(({ id, identityHash }) => {
        const body = bodies[id % bodies.length] as PackedContent;
        // A different body for each page, not packed here.
        return { ...body, sha256: Buffer.concat([identityHash, body.sha256.subarray(0, 16)]) };
      });
      const links = Array.from({ length: first.length * newUrlsPerPage }, () => discovered(next++));
      const start = performance.now();
      const committing = store.commit({
        ...empty,
        visits: first.map(({ id }, place) => kept(id, contents[place] as PackedContent)),
        contents,
        discovered: links.map((link) => ({ ...link, depth: 9 })),
        leftOut: [
          { reason: 'known already', count: first.length * 85, exampleUrl: 'https://www.example.org/' },
        ],
        savedState: '{"pages":1}',
      });
      handedOver += performance.now() - start;
      await committing;
      const lap = performance.now() - start;
      busy += lap;
      laps.push(lap);
      done += first.length;
      if (done % 10_240 < batchSize) say(`  after ${done} pages`, `${rate(done, busy)}, memory ${memory()}`);
    }
  }
  laps.sort((a, b) => a - b);
  const at = (share: number) => (laps[Math.floor(laps.length * share)] ?? 0).toFixed(1);
  say(
    `commit: ${batchSize} pages (${Math.round(packed)} bytes packed), ${newUrlsPerPage} new URLs each`,
    rate(done, busy),
  );
  if (kind === 'thread')
    say("  of that on the caller's thread", `${(handedOver / laps.length).toFixed(2)} ms a commit`);
  say('  a commit takes (median, 99 %, longest), ms', `${at(0.5)}, ${at(0.99)}, ${laps.at(-1)?.toFixed(1)}`);
}

async function queuePages(store: Store) {
  const empty = await startRun(store, 'frontier');
  let busy = 0;
  const size = 2_000;
  for (let start = 0; start < rowsToQueue; start += size) {
    const batch = Array.from({ length: size }, (_, n) => discovered(start + n));
    const from = performance.now();
    await store.commit({ ...empty, discovered: batch });
    busy += performance.now() - from;
    if ((start + size) % 250_000 === 0)
      say(`  after ${start + size} URLs`, `${rate(start + size, busy)}, ${memory()}`);
  }
  say(`discovered URLs, ${size} a commit`, rate(rowsToQueue, busy));
  return empty.runId;
}

async function readFrontier(store: Store, runId: number): Promise<void> {
  let after = null;
  const laps: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const start = performance.now();
    const pages = await store.frontier.next(runId, 'www.example-3.org', after, batchSize);
    laps.push(performance.now() - start);
    after = pages.at(-1) ?? null;
  }
  laps.sort((a, b) => a - b);
  say(
    `frontier.next, ${batchSize} of ${rowsToQueue} queued (median, longest)`,
    `${laps[100]?.toFixed(2)}, ${laps.at(-1)?.toFixed(2)} ms`,
  );
  let start = performance.now();
  await store.frontier.hosts(runId);
  say('frontier.hosts', `${(performance.now() - start).toFixed(0)} ms`);
  start = performance.now();
  let bytes = 0;
  for await (const part of store.frontier.identityHashes(runId)) bytes += part.length;
  say(`identityHashes of ${bytes / 16}`, `${(performance.now() - start).toFixed(0)} ms, memory ${memory()}`);
}

const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'));
const place: StoreOptions = kind.startsWith('postgres:')
  ? { kind: 'postgres', url: kind, access: 'write' }
  : { kind: 'sqlite', folder, access: 'write', thread: kind === 'thread' };
console.log(
  `${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.version}, ${place.kind === 'sqlite' ? kind : 'postgres'}`,
);
const store = await openStore(place);
if (pagesToCommit > 0) await commitPages(store);
if (rowsToQueue > 0) await readFrontier(store, await queuePages(store));
await store.close();
await rm(folder, { recursive: true });
