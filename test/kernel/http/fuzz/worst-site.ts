import { createServer } from 'node:http';
import { listenOnLoopback } from '../../../fixtures/servers/loopback-server.ts';
import { type WorstKind, worstPage } from '../freeze/worst-pages.ts';

/** A site of the worst pages, each in two sizes, which its editors change once. */
export interface WorstSite {
  readonly url: string;
  readonly kinds: readonly WorstKind[];
  pathOf(kind: WorstKind, times: 1 | 2): string;
  edit(): void;
  close(): Promise<void>;
}

export async function worstSite(kinds: readonly WorstKind[], bytes: number): Promise<WorstSite> {
  let isEdited = false;
  const pathOf = (kind: WorstKind, times: 1 | 2) => `/${encodeURIComponent(kind)}/${times}`;
  const pages = new Map(
    kinds.flatMap((kind) => ([1, 2] as const).map((times) => [pathOf(kind, times), [kind, times] as const])),
  );
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page === undefined && request.url !== '/' ? 404 : 200, {
      'content-type': 'text/html',
    });
    if (page === undefined)
      response.end([...pages.keys()].map((path) => `<p><a href="${path}">${path}</a>`).join(''));
    else {
      const html = worstPage(page[0], bytes * page[1]);
      // Words that are all others, in elements that are the same.
      response.end(isEdited ? `${html.replaceAll(/x\b/g, 'y')}<p>edited` : html);
    }
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    url: `${origin}/`,
    kinds,
    pathOf,
    edit: () => {
      isEdited = true;
    },
    close,
  };
}
