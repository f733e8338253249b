import { expect, test } from 'vitest';
import { reportRun } from '../../../src/features/reports/report-run.ts';
import { runSite } from '../../kernel/crawl/runs/run-site.ts';
import { siteForThisTest, storeForThisTest } from '../../kernel/crawl/runs/site-for-this-test.ts';
import { linkPage, pagesOf } from '../../sites/plain/site-server.ts';

const frame = (body: string) =>
  `<!doctype html><title>Harbour</title><nav><a href="/">Home</a> <a href="/boats">Boats</a></nav><main>${body}</main>`;
const sentences = Array.from(
  { length: 60 },
  (_, n) => `Boat ${n} lay ${n + 2} hours on the sand of bay ${n * 7}.`,
);
const essay = sentences.join(' ');

test('classes are of pages with nearly the same text; another record on the template is no near-duplicate', async () => {
  const copies = [1, 2, 3].map((n) => `/copy-${n}`);
  const records = [1, 2, 3].map((n) => `/record-${n}`);
  const site = await siteForThisTest(
    pagesOf({
      '/': linkPage('/essay', ...copies, ...records),
      '/essay': frame(`<h1>Essay</h1><p>${essay}</p>`),
      ...Object.fromEntries(
        copies.map((path, n) => [
          path,
          frame(`<h1>Essay</h1><p>${essay}</p><p>Copy ${n + 1}, read at 1${n}:30</p>`),
        ]),
      ),
      ...Object.fromEntries(
        records.map((path, n) => [
          path,
          frame(
            `<h1>Boat</h1><p>${sentences.slice(10 * n, 10 * n + 12).join(' ')}</p><p>All rights reserved.</p>`,
          ),
        ]),
      ),
    }),
  );
  const store = await storeForThisTest();
  await runSite(store, { project: 'harbour', url: `${site.origin}/`, settings: { attempts: 1 } });
  const project = await store.projects.find('harbour');
  if (project === null) throw new Error('no project');
  const { nearDuplicates } = await reportRun(store, project);
  const paths = nearDuplicates?.map(({ of, pages }) =>
    [of, ...pages].map(({ url }) => new URL(url).pathname).toSorted(),
  );
  expect(paths).toEqual([[...copies, '/essay'].toSorted()]);
});
