import { storedVersions } from '../../crawl/history/page-versions.ts';
import { textOfBody } from '../../crawl/history/text-of-body.ts';
import type { ListedPage } from '../../crawl/tables/page.ts';
import { numberAfter, partFrom } from '../../http/json-values.ts';
import { pageWithId, projectCalled, versionAsOf } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import { diffJson } from '../../presentation/diff/page-diff.ts';
import { PageDiffer } from './diff-page.ts';
import { explainPage } from './explain-page.ts';
import { lifeJson } from './life/page-life.ts';
import type { pageEndpoints } from './page-endpoints.ts';
import { regionsOfPage } from './regions-of-page.ts';

export function pageServices({ store }: ServiceContext): ServicesOf<typeof pageEndpoints> {
  return {
    listPages: async ({ project: name, after, limit, which }) => {
      const { id } = await projectCalled(store, name);
      const rows = await store.pages.list(id, { after: numberAfter(after), limit: limit + 1, which });
      const { items, next } = partFrom(rows, limit, (page) => page.id);
      return { items: items.map(pageRow), next };
    },
    showPage: async ({ project, file }) => pageRow((await pageWithId(store, project, file)).page),
    listVersions: async ({ project, file, after, limit }) => {
      const before = numberAfter(after, Number.POSITIVE_INFINITY);
      const { versions } = await storedVersions(store, await pageWithId(store, project, file));
      const older = versions.filter(({ run }) => run.number < before);
      const { items, next } = partFrom(older.slice(0, limit + 1), limit, ({ run }) => run.number);
      return {
        items: items.map(({ run, until, visit, sha256 }) => ({
          run: run.number,
          until: until.number,
          at: visit.at,
          sha256,
          bytes: visit.bytes,
          type: visit.type,
        })),
        next,
      };
    },
    diffPage: async ({ project: name, file, from, to, noise, whole }) => {
      const { project, page } = await pageWithId(store, name, file);
      const differ = await PageDiffer.of(store, project);
      try {
        return diffJson(await differ.diff(page, { from, to }, { isWhole: whole }), noise);
      } finally {
        await differ.close();
      }
    },
    explainPage: async ({ project, file }) =>
      lifeJson(await explainPage(store, await pageWithId(store, project, file))),
    readText: async ({ project: name, file, run, from, length }) => {
      const { page } = await pageWithId(store, name, file);
      const { visit, sha256 } = await versionAsOf(store, name, file, run);
      const body = await store.contents.read(sha256);
      const said = visit.headers.find(([header]) => header.toLowerCase() === 'content-type')?.[1];
      const text = await textOfBody(page.url, body, said ?? visit.type);
      return { file, url: page.url, text: text.slice(from, from + length), from, total: text.length };
    },
    showRegions: async ({ project, file, selector, after, limit }) => {
      const found = await pageWithId(store, project, file);
      const { versions } = await storedVersions(store, found);
      const before = numberAfter(after, Number.POSITIVE_INFINITY);
      const older = versions.filter(({ run }) => run.number < before);
      const { items, next } = partFrom(older.slice(0, limit + 1), limit, ({ run }) => run.number);
      const looked = await regionsOfPage(store, items, selector);
      return {
        items: looked.map(({ version: { run, until, visit, sha256 }, count, regions }) => ({
          run: run.number,
          until: until.number,
          at: visit.at,
          sha256,
          count,
          regions,
        })),
        next,
      };
    },
  };
}

const pageRow = ({ id, lastFlag, ...page }: ListedPage) => ({ ...page, file: String(id), flag: lastFlag });
