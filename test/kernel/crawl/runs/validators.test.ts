import { expect, test } from 'vitest';
import { runSite } from './run-site.ts';
import { siteForThisTest, storeForThisTest } from './site-for-this-test.ts';

/** Tracks a page so many times; gives what each visit asked for and what it was answered. */
async function visits(
  many: number,
  {
    validators,
    repeats,
  }: { readonly validators: Readonly<Record<string, string>>; readonly repeats: boolean },
) {
  const seen: { readonly etag: unknown; readonly since: unknown; readonly status: number }[] = [];
  const server = await siteForThisTest(({ target, headers }, response) => {
    if (target === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    const { 'if-none-match': etag = null, 'if-modified-since': since = null } = headers;
    const isKnown = etag === validators['etag'] || since === validators['last-modified'];
    const status = isKnown ? 304 : 200;
    seen.push({ etag, since, status });
    response.writeHead(status, { 'content-type': 'text/html', ...((repeats || !isKnown) && validators) });
    response.end(isKnown ? undefined : '<title>Steady</title><p>Always the same.</p>');
  });
  const store = await storeForThisTest();
  for (let visit = 1; visit <= many; visit++) {
    await runSite(store, { project: 'steady', url: `${server.origin}/`, settings: { twin: false } });
  }
  return seen;
}

const byEtag = { etag: '"v1"' };
const byDate = { 'last-modified': 'Mon, 02 Mar 2026 08:00:00 GMT' };

test.each([true, false])('an ETag is sent back at every visit; the 304 repeats it: %s', async (repeats) => {
  expect(await visits(4, { validators: byEtag, repeats })).toEqual([
    { etag: null, since: null, status: 200 },
    ...Array.from({ length: 3 }, () => ({ etag: '"v1"', since: null, status: 304 })),
  ]);
});

test.each([true, false])('so is a date; the 304 repeats it: %s', async (repeats) => {
  expect(await visits(4, { validators: byDate, repeats })).toEqual([
    { etag: null, since: null, status: 200 },
    ...Array.from({ length: 3 }, () => ({ etag: null, since: byDate['last-modified'], status: 304 })),
  ]);
});
