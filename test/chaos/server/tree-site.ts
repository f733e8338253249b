import { createServer } from 'node:http';
import { listenOnLoopback } from '../../fixtures/servers/loopback-server.ts';

/** A tree of pages in which nearly every page is linked from one place only: a link that is lost loses all below it. */
export interface TreeSite {
  /** Where a project begins that collects this many pages. */
  start(project: string): string;
  readonly pages: number;
  close(): Promise<void>;
}

export async function treeSite(pages: number): Promise<TreeSite> {
  const server = createServer((request, response) => {
    const [, project = '', number = '0'] = /^\/([\w-]+)\/(\d*)$/.exec(request.url ?? '') ?? [];
    const own = Number(number);
    if (project === '' || own >= pages) return response.writeHead(404).end();
    const links = [3 * own + 1, 3 * own + 2, 3 * own + 3].filter((child) => child < pages);
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(
      `<!doctype html><title>Page ${own}</title><p>Tide number ${own} of ${project}.</p>
      ${links.map((child) => `<p><a href="/${project}/${child}">Tide ${child}</a></p>`).join('')}`,
    );
  });
  const { origin, close } = await listenOnLoopback(server);
  return { start: (project) => `${origin}/${project}/0`, pages, close };
}
