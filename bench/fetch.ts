// What it costs to fetch pages, and to hear that they have not changed, beside plain undici: `node bench/fetch.ts [pages] [concurrency]`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { egressPolicy, GuardedEgress, HttpFetcher, HttpSession } from '../src/fetch/index.ts';

const pages = Number(process.argv[2] ?? 20_000);
const concurrency = Number(process.argv[3] ?? 16);
const rounds = 3;

interface Contender {
  readonly name: string;
  /** The size of the body. */
  readonly fetch: (url: string, isConditional: boolean) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** The reference: undici's lowest layer, which only collects and decodes bodies. */
function plainUndici(origin: string): Contender {
  const agent = new Agent({ connections: 64, pipelining: 1, allowH2: false });
  const fetch = (url: string, isConditional: boolean) =>
    new Promise<number>((resolve, reject) => {
      const chunks: Buffer[] = [];
      let encoded = false;
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: () => undefined,
        onResponseStart: (_, _status, headers) => {
          encoded = headers['content-encoding'] === 'gzip';
        },
        onResponseData: (_, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => {
          const body = Buffer.concat(chunks);
          resolve((encoded ? gunzipSync(body) : body).length);
        },
        onResponseError: (_, error) => reject(error),
      };
      const headers = isConditional ? ['if-none-match', '"1"'] : [];
      agent.dispatch({ origin, path: url.slice(origin.length), method: 'GET', headers }, handler);
    });
  return { name: 'undici dispatch', fetch, close: () => agent.close() };
}

function tidemark(): Contender {
  const egress = new GuardedEgress({ policy: egressPolicy({ allowedHosts: ['127.0.0.1'] }) });
  const fetcher = new HttpFetcher({ egress, userAgent: 'Tidemark/bench' });
  const session = new HttpSession();
  const conditional = { etag: '"1"' };
  const fetch = async (url: string, isConditional: boolean) => {
    const result = await fetcher.fetch({ url, session, ...(isConditional && { conditional }) });
    if (result.status !== (isConditional ? 304 : 200)) throw new Error(`${url}: ${result.status}`);
    return result.body.length;
  };
  return { name: 'HttpFetcher', fetch, close: () => fetcher.close() };
}

interface Figure {
  readonly pagesPerSecond: number;
  /** Of this process only. On a busy machine it says more than the clock. */
  readonly cpuMicroseconds: number;
}

async function measure(contender: Contender, kind: string): Promise<Figure> {
  let next = 0;
  const stream = async () => {
    while (next < pages) await contender.fetch(`${origin}/${kind}/${next++}`, kind === 'unchanged');
  };
  const cpu = process.cpuUsage();
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, stream));
  const { user, system } = process.cpuUsage(cpu);
  return {
    pagesPerSecond: (pages * 1000) / (performance.now() - started),
    cpuMicroseconds: (user + system) / pages,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

async function startServer(): Promise<{ readonly server: ChildProcess; readonly origin: string }> {
  const server = fork(new URL('./fetch-server.ts', import.meta.url));
  const [port] = (await once(server, 'message')) as [number];
  return { server, origin: `http://127.0.0.1:${port}` };
}

const { server, origin } = await startServer();
const contenders = [plainUndici(origin), tidemark()];
for (const kind of ['plain', 'gzip', 'unchanged']) {
  const found = new Map<string, Figure[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      found.get(contender.name)?.push(await measure(contender, kind));
    }
  }
  const [yardstick = 1] = [...found.values()].map((figures) =>
    median(figures.map((each) => each.pagesPerSecond)),
  );
  for (const [name, figures] of found) {
    const rates = figures.map(({ pagesPerSecond }) => pagesPerSecond);
    const rate = median(rates);
    const range = `${Math.round(Math.min(...rates))} - ${Math.round(Math.max(...rates))}`;
    const cpu = median(figures.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(0);
    const share = ((100 * rate) / yardstick).toFixed(0);
    console.log(
      `${kind.padEnd(9)} ${name.padEnd(16)} ${Math.round(rate)} pages/s (${range}), ${share} %, ${cpu} us CPU a page`,
    );
  }
}
for (const contender of contenders) await contender.close();
server.kill();
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
