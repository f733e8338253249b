import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkPage, pagesOf, type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';
import { objectsOf, runTidemark } from '../../cli/run-tidemark.ts';
import { advertSite } from './advert-site.ts';

let data: string;
let server: SiteServer;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tidemark-notices-'));
});
afterEach(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

const track = (...options: readonly string[]) =>
  runTidemark(['track', `${server.origin}/`, '--project', 'site', '--data', data, ...options]);

test('a run says how many addresses differ only in a drawn part, in its summary and in its report', async () => {
  server = await serveSite(
    advertSite({
      advert: (code) => `/ad?rid=${code()}`,
      answer: (_target, response, { page, advertLink }) =>
        page(response, 'Boats', `<p>Fine boats.</p>${advertLink()}`),
    }),
  );
  const { stdout } = await track();
  const sentence = /(\d+) of (\d+) new addresses differ only in query parameter "rid" of \/ad, which/;
  const [, rotating, all] = sentence.exec(stdout) ?? [];
  expect(Number(rotating)).toBeGreaterThan(5);
  expect(Number(all) - Number(rotating)).toBe(14);
  expect((await runTidemark(['report', 'site', '--data', data])).stdout).toMatch(sentence);
  const [report] = objectsOf(await runTidemark(['report', 'site', '--json', '--data', data]));
  expect(report).toMatchObject({ notices: [expect.stringMatching(sentence)] });
});

test.each([
  ['its links', linkPage('/a', '/b').replaceAll('<a ', '<a rel="nofollow" ')],
  ['the page', `<meta name="robots" content="nofollow">${linkPage('/a', '/b')}`],
])('a start page that asks robots not to follow %s says so, and how to follow them', async (_what, start) => {
  server = await serveSite(pagesOf({ '/': start, '/a': '<p>One.</p>', '/b': '<p>Two.</p>' }));
  const first = await track('--json');
  const notice = expect.stringMatching(/^2 links were not followed.*\(nofollow\).*--follow-nofollow/);
  expect(objectsOf(first).at(-1)).toMatchObject({ event: 'ended', pages: 1, notices: [notice] });
  const followed = await track('--follow-nofollow', '--json');
  expect(objectsOf(followed).at(-1)).toMatchObject({ event: 'ended', pages: 3, notices: [] });
});
