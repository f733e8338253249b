// What it costs to fetch pages, and to hear that they have not changed, beside plain undici and bare sockets: `node bench/fetch.ts [pages] [concurrency]`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { egressPolicy, GuardedEgress, HttpFetcher, HttpSession } from '../src/fetch/index.ts';

const pages = Number(process.argv[2] ?? 20_000);
const concurrency = Number(process.argv[3] ?? 16);
const rounds = 5;

interface Contender {
  readonly name: string;
  /** The size of the body. */
  readonly fetch: (url: string, isConditional: boolean) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** The floor: sockets that look for the length of an answer and copy its body. It decodes nothing. */
function bareSockets(origin: string): Contender {
  const { hostname: host, port } = new URL(origin);
  const idle: BareSocket[] = [];
  const fetch = async (url: string, isConditional: boolean) => {
    const connection = idle.pop() ?? new BareSocket(host, Number(port));
    const size = await connection.ask(
      url.slice(origin.length),
      isConditional ? 'if-none-match: "1"\r\n' : '',
    );
    idle.push(connection);
    return size;
  };
  return {
    name: 'bare sockets',
    fetch,
    close: async () => {
      for (const { socket } of idle) socket.destroy();
    },
  };
}

class BareSocket {
  readonly socket: Socket;
  #body = Buffer.alloc(0);
  #missing = -1;
  #answered: (size: number) => void = () => undefined;

  constructor(host: string, port: number) {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(64 * 1024),
      callback: (length: number, bytes: Uint8Array) => this.#read((bytes as Buffer).subarray(0, length)),
    };
    this.socket = connect({ host, port, noDelay: true, onread });
  }

  ask(path: string, header: string): Promise<number> {
    this.#missing = -1;
    this.socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${header}\r\n`, 'latin1');
    return new Promise((resolve) => {
      this.#answered = resolve;
    });
  }

  #read(bytes: Buffer): boolean {
    let at = 0;
    if (this.#missing < 0) {
      at = bytes.indexOf('\r\n\r\n') + 4;
      this.#missing = Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', 0, at))?.[1] ?? 0);
      this.#body = Buffer.allocUnsafeSlow(this.#missing);
    }
    bytes.copy(this.#body, this.#body.length - this.#missing, at);
    this.#missing -= bytes.length - at;
    if (this.#missing === 0) this.#answered(this.#body.length);
    return true;
  }
}

/** undici's lowest layer, which only collects and decodes bodies. */
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
const contenders = [plainUndici(origin), tidemark(), bareSockets(origin)];
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
    const costs = figures.map(({ cpuMicroseconds }) => cpuMicroseconds);
    const cpu = `${Math.min(...costs).toFixed(1)} to ${Math.max(...costs).toFixed(1)}`;
    const share = ((100 * rate) / yardstick).toFixed(0);
    console.log(
      `${kind.padEnd(9)} ${name.padEnd(16)} ${Math.round(rate)} pages/s (${range}), ${share} %, ${cpu} us CPU a page`,
    );
  }
}
for (const contender of contenders) await contender.close();
server.kill();
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
