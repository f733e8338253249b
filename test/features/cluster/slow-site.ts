import { createServer } from 'node:http';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

export interface SlowSite {
  readonly origin: string;
  /** What was asked for, and when. */
  readonly asked: readonly { readonly path: string; readonly at: number }[];
  /** Returns when so many pages were asked for. */
  reaches(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A site whose first page links to all others. Each takes its time. */
export async function slowSite(pages: number, ms: number): Promise<SlowSite> {
  const asked: { path: string; at: number }[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const list = Array.from({ length: pages }, (_, number) => `<a href="/p${number}">${number}</a>`).join(' ');
  const server = createServer(({ url: path = '' }, response) => {
    if (path === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    asked.push({ path, at: performance.now() });
    for (const { count, resolve } of waiting) if (asked.length >= count) resolve();
    const body = path === '/' ? list : `<p>Page ${path} tells its own story, in words of its own.</p>`;
    setTimeout(
      () => response.setHeader('content-type', 'text/html').end(`<title>${path}</title>${body}`),
      ms,
    );
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    origin,
    asked,
    reaches: (count) =>
      new Promise((resolve) => {
        if (asked.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close,
  };
}
