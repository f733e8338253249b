import { expect, test } from 'vitest';
import { linkPage, pagesOf } from '../../sites/plain/site-server.ts';
import { siteForThisTest } from '../crawl/runs/site-for-this-test.ts';
import { type DataForThisTest, dataForThisTest } from './data-for-this-test.ts';

async function trackedSite(): Promise<{ readonly data: DataForThisTest; readonly origin: string }> {
  const article = '<title>Prices</title><p>A tide table costs 3.';
  const paths = ['/shop/prices', '/old/prices', '/prices/', '/shop/b%C3%BCcher', '/list?id=7', '/guide.html'];
  const { origin } = await siteForThisTest(
    pagesOf({
      '/': linkPage(...paths),
      ...Object.fromEntries(paths.map((path) => [path, `${article} ${path}`])),
    }),
  );
  const data = dataForThisTest();
  await data.run(['track', origin, '--project', 'shop']);
  return { data, origin };
}

test('the end of an address is enough where only one page has it', async () => {
  const { data, origin } = await trackedSite();
  const host = origin.replace('http://', '');
  const urlOf = async (typed: string) => {
    const { stdout, stderr } = await data.run(['show', typed, '--json']);
    return stdout === '' ? stderr : (JSON.parse(stdout) as { url: string }).url.replace(origin, '');
  };
  expect(await urlOf('shop/prices')).toBe('/shop/prices');
  expect(await urlOf('/old/prices')).toBe('/old/prices');
  expect(await urlOf(`${host}/old/prices`)).toBe('/old/prices');
  expect(await urlOf('/prices')).toBe('/prices/');
  expect(await urlOf('bücher')).toBe('/shop/b%C3%BCcher');
  expect(await urlOf('id=7')).toBe('/list?id=7');
  expect(await urlOf('guide')).toBe('/guide.html');
  expect(await urlOf('ices')).toContain('no project has the page ices');
  for (const command of ['diff', 'explain']) {
    const { stdout, stderr } = await data.run([command, 'old/prices']);
    expect(stdout + stderr).toContain('/old/prices');
  }
  const several = await data.run(['explain', 'prices']);
  expect(several.exitCode).toBe(2);
  expect(several.stderr).toContain(
    `3 pages end with "prices". Write more of the address:\n  ${origin}/shop/prices\n  ${origin}/old/prices\n  ${origin}/prices/\n`,
  );
});
