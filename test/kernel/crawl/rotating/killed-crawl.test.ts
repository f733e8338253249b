import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveSite } from '../../../sites/plain/site-server.ts';
import { objectsOf, runTidemark, startTidemark } from '../../cli/run-tidemark.ts';
import { advertSite } from './advert-site.ts';

test('a crawl that is killed while it learns what is drawn goes on with what it knew, and ends with the same pages', async () => {
  const data = await mkdtemp(join(tmpdir(), 'tidemark-drawn-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  let onRequest = (): void => undefined;
  const answering = advertSite({
    pages: 40,
    advert: (code) => `/ad?rid=${code()}`,
    answer: (_target, response, { page, advertLink }) =>
      page(response, 'Boats', `<h1>Boats</h1><p>Fine boats.</p>${advertLink()}`),
  });
  const server = await serveSite((request, response) => {
    onRequest();
    answering(request, response);
  });
  onTestFinished(() => server.close());
  const args = ['track', `${server.origin}/`, '--project', 'ads', '--quiet', '--data', data];

  /** Kills the crawl at the n-th advert after the rule, or when the rule is being learned. */
  const killAtAdvert = async (number: number) => {
    const adverts = () => server.pages().filter((target) => target.startsWith('/ad?')).length;
    const last = adverts() + number;
    const child = startTidemark(args);
    child.stdout.resume();
    child.stderr.resume();
    onRequest = () => {
      if (adverts() >= last) child.kill('SIGKILL');
    };
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    onRequest = () => undefined;
    return signal;
  };
  expect(await killAtAdvert(4)).toBe('SIGKILL');
  expect(await killAtAdvert(6)).toBe('SIGKILL');
  await killAtAdvert(9);
  const { exitCode, stderr } = await runTidemark(args);
  expect(exitCode, stderr).toBe(0);
  const kept = objectsOf(await runTidemark(['ls', 'ads', '--json', '--data', data])) as { url: string }[];
  const paths = kept.map(({ url }) => new URL(url).pathname);
  expect(paths.filter((path) => path.startsWith('/p/'))).toHaveLength(40);
  expect(paths.filter((path) => path === '/ad')).toHaveLength(1);
  expect(server.pages().filter((target) => target.startsWith('/ad?')).length).toBeLessThan(45);
  const [learned] = objectsOf(await runTidemark(['learned', 'ls', '--json', '--data', data])).filter((rule) =>
    JSON.stringify(rule).includes('link nonce'),
  );
  expect(JSON.stringify(learned)).toContain('showed the same page');
});
