import { expect, test } from 'vitest';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

const paths = ['/', '/a', '/b'];
let code = 0;

test.each([
  ['with the clock in their addresses', (at: number) => String(at)],
  ['with another code at every fetch', () => String(Math.trunc(++code * 7_919_317)).padStart(9, '3')],
])('pictures that run the jobs of a site are never asked for: %s', async (_, stamp) => {
  let at = 1_700_000_000;
  const site = await siteForThisTest(({ target }, response) => {
    if (!paths.includes(target)) return void response.writeHead(404).end();
    const links = paths.map((path) => `<a href="${path}">Page ${path}</a>`).join(' ');
    response.writeHead(200, { 'content-type': 'text/html', date: new Date(at * 1000).toUTCString() });
    const pixel = `<img src="/task.php?id=${target.length}&amp;${stamp(at)}" width=2 height=1 alt="">`;
    response.end(`<h1>Page ${target}</h1>${links}<p>It stays as it is.</p>${pixel}`);
  });
  const store = await storeForThisTest();
  for (let visit = 1; visit <= 3; visit++, at += 3600) {
    await runSite(store, { project: 'wiki', url: visit === 1 ? `${site.origin}/` : null, visits: 'changes' });
    const project = await store.projects.find('wiki');
    const run = await store.runs.latest(project?.id ?? 0);
    if (visit > 1) expect(await store.visits.flagTotals(run?.id ?? 0)).toMatchObject({ SAM: 3, UPD: 0 });
  }
  expect(site.pages().filter((target) => target.startsWith('/task.php'))).toEqual([]);
});
