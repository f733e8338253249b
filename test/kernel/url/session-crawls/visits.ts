import type { RunSettings } from '../../../../src/crawl/run/run-settings.ts';
import { runSite } from '../../crawl/runs/run-site.ts';
import { siteForThisTest, storeForThisTest } from '../../crawl/runs/site-for-this-test.ts';

/** A request, taken apart. */
export interface Asked {
  /** Without its port. */
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly cookie: string;
  /** 1, 2, 3 ... */
  readonly visit: number;
}

/** A page by its name in the truth; null is 404. */
export type Reply = { readonly key: string; readonly body: string } | { readonly location: string } | null;

export interface IdSite {
  /** `http://www.site.example/`: all hosts are served. */
  readonly start: string;
  /** Every page of the truth, the start included. */
  readonly pages: readonly string[];
  answer(asked: Asked): Reply;
}

/** What visits to a site got wrong: pages that were lost, doubled or flagged wrongly. Nothing on these sites ever changes. */
export async function mistakesOfVisits(
  site: IdSite,
  visits: number,
  settings: Partial<RunSettings> = {},
): Promise<{ readonly mistakes: readonly string[]; readonly learned: readonly string[] }> {
  const mistakes: string[] = [];
  /** Which page an address showed when it was last asked for. */
  const shown = new Map<string, string>();
  let visit = 1;
  const server = await siteForThisTest(({ host, target, headers }, response) => {
    const { pathname, searchParams } = new URL(target, 'http://x');
    const asked = { host: host.replace(/:\d+$/, ''), path: pathname, query: searchParams, visit };
    const reply = site.answer({ ...asked, cookie: headers.cookie ?? '' });
    if (reply === null) response.writeHead(404).end();
    else if ('location' in reply) response.writeHead(302, { location: reply.location }).end();
    else {
      shown.set(`http://${host}${target}`, reply.key);
      response.writeHead(200, { 'content-type': 'text/html' }).end(reply.body);
    }
  });
  const store = await storeForThisTest();
  const all = { proxy: server.origin, ignoreRobots: true, maxPages: 400, ...settings };
  for (; visit <= visits; visit++) {
    await runSite(store, { project: 'p', url: visit === 1 ? site.start : null, settings: all });
    const project = await store.projects.find('p');
    const [run] = await store.runs.list(project?.id ?? 0);
    const flagged = await store.visits.flagged(run?.id ?? 0, { limit: 1000 });
    const found = new Map<string, (typeof flagged)[number][]>();
    for (const visited of flagged) {
      const [last] = await store.visits.ofPage(visited.pageId, 1);
      const page = shown.get(last?.finalUrl ?? visited.url) ?? `an unknown page, ${visited.url}`;
      found.set(page, [...(found.get(page) ?? []), visited]);
    }
    for (const page of site.pages) if (!found.has(page)) mistakes.push(`visit ${visit} lost ${page}`);
    for (const [page, visited] of found) {
      if (visited.length > 1) mistakes.push(`visit ${visit} has ${page} ${visited.length} times`);
      const wanted = visit === 1 ? 'NEW' : 'SAM';
      for (const { flag, reason } of visited)
        if (flag !== wanted) mistakes.push(`visit ${visit}: ${page} is ${flag}, ${reason}`);
    }
  }
  const project = await store.projects.find('p');
  const rules = await store.learned.list(project?.id ?? 0);
  const learned = rules
    .filter(({ kind }) => kind === 'url')
    .map(({ id, state }) => `${state} ${id.slice(id.indexOf(' ') + 1)}`);
  return { mistakes, learned };
}

/** A page of words and links. */
export function pageOf(
  key: string,
  links: readonly string[],
): { readonly key: string; readonly body: string } {
  const anchors = links.map((link, n) => `<li><a href="${link.replaceAll('&', '&amp;')}">Link ${n}</a></li>`);
  return {
    key,
    body: `<!doctype html><title>${key}</title><h1>${key}</h1><p>The text of ${key} stays.</p><ul>${anchors.join('')}</ul>`,
  };
}
