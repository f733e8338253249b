import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

/** A small site that its editors change once, with some noise on every page. */
export interface EditedSite {
  readonly url: string;
  /** The name of its project. */
  readonly host: string;
  /** Publishes the second version: one page edited, one removed, one added. */
  edit(): void;
  /** Paths that were asked for, in order. */
  readonly requests: readonly string[];
  /** From now on requests for the path wait; `asked` resolves when one arrives. */
  hold(path: string): { readonly asked: Promise<void>; release(): void };
  close(): Promise<void>;
}

const articles = ['tides', 'moon', 'harbour', 'storm', 'gauge', 'chart'];

export async function editedSite(): Promise<EditedSite> {
  let edited = false;
  let answers = 0;
  const requests: string[] = [];
  const held = new Map<string, { readonly waiting: ServerResponse[]; readonly noteAsked: () => void }>();

  const paths = () => {
    const known = edited ? articles.filter((name) => name !== 'storm') : articles;
    return [...known, ...(edited ? ['pier'] : [])].map((name) => `/${name}`);
  };
  const bodyOf = (path: string): string | null => {
    if (path === '/')
      return paths()
        .map((each) => `<p><a href="${each}">About ${each.slice(1)}</a></p>`)
        .join('');
    if (!paths().includes(path)) return null;
    const height = path === '/gauge' && edited ? '4.2' : '3.1';
    return `<p>The height is ${height} metres at ${path.slice(1)}.</p>`;
  };
  function answer(path: string, response: ServerResponse): void {
    const body = bodyOf(path);
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html' });
    answers += 1;
    // Noise: another word in every answer.
    const token = createHash('sha256').update(String(answers)).digest('hex').slice(0, 12);
    response.end(`<!doctype html><title>${path}</title>${body ?? ''}<p class="token">visitor${token}</p>`);
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const stop = held.get(path);
    if (stop === undefined) return answer(path, response);
    stop.waiting.push(response);
    stop.noteAsked();
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    url: `${origin}/`,
    host: new URL(origin).host,
    edit: () => {
      edited = true;
    },
    requests,
    hold(path) {
      const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
      const waiting: ServerResponse[] = [];
      held.set(path, { waiting, noteAsked });
      return {
        asked,
        release() {
          held.delete(path);
          for (const response of waiting) answer(path, response);
        },
      };
    },
    close,
  };
}
