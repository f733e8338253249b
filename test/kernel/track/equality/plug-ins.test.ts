import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallSite, smallSite } from './small-site.ts';

let site: SmallSite;
beforeEach(async () => {
  site = await smallSite();
});
afterEach(() => site.close());

const file = "compare: [{ match: '/a$', plugin: ./compare.mjs }]\n";
const pages = (word: string) => ({
  '/': '<a href="/a">a</a> <a href="/b">b</a>',
  '/a': `<title>A</title><p>A ${word}</p>`,
  '/b': `<title>B</title><p>B ${word}</p>`,
});

/** The flags of a second visit, after a word changed on both pages. */
async function flagsBy(module: string) {
  site.serve(pages('one'));
  await site.visitByFile(file, { 'compare.mjs': module });
  site.takeRequests();
  site.serve(pages('two'));
  return site.visitByFile(file);
}

test('a plug-in says that nothing changed', async () => {
  const flags = await flagsBy('export default () => true;');
  expect(flags).toMatchObject({
    '/a': 'SAM the same according to compare.mjs',
    '/b': expect.stringMatching(/^UPD/) as string,
  });
});

test('a plug-in may take its time, says what changed in its own words, and is asked once', async () => {
  const module = `export default async (before, after) => ({
    same: false,
    reason: [before.text, after.text.split('\\n').at(-1), new URL(after.url).pathname, after.contentType, after.body.length].join(' | '),
  });`;
  const flags = await flagsBy(module);
  expect(flags['/a']).toBe(
    'UPD changed according to compare.mjs: A A one | A two | /a | text/html; charset=utf-8 | 28',
  );
  expect(site.takeRequests()['/a']).toBe(1);
});

test('a plug-in that fails is an error of the page, not of the run', async () => {
  const flags = await flagsBy("export default () => { throw new Error('no price found'); };");
  expect(flags).toMatchObject({
    '/a': 'ERR compare.mjs could not compare /a: no price found (CRAWL_COMPARISON_FAILED)',
    '/b': expect.stringMatching(/^UPD/) as string,
  });
});

test.each(['undefined', '"yes"', '{ same: "yes" }', '{ same: true, reason: 5 }'])(
  'so does one that answers %s',
  async (answer) => {
    const flags = await flagsBy(`export default () => (${answer});`);
    expect(flags['/a']).toMatch(/^ERR compare\.mjs must answer true, false or \{ same, reason \}/);
  },
);

test('what a plug-in does to a body is not stored', async () => {
  const flags = await flagsBy('export default (_, after) => { after.body.fill(32); return false; };');
  expect(flags['/a']).toBe('UPD changed according to compare.mjs');
  expect((await site.visitByFile(file))['/a']).toBe('SAM the same bytes');
});

test('a plug-in that is missing, broken or not a function stops the run before it begins', async () => {
  site.serve(pages('one'));
  const visit = (code: Readonly<Record<string, string>>, name: string) =>
    site.visitByFile(`compare: [{ plugin: ${name} }]\n`, code);
  const invalid = (message: RegExp) =>
    ({ code: 'APP_PLUG_IN_INVALID', message: expect.stringMatching(message) as string }) as const;
  await expect(visit({}, 'missing.mjs')).rejects.toMatchObject(invalid(/missing\.mjs cannot be loaded/));
  await expect(visit({ 'broken.mjs': "throw new Error('broken');" }, 'broken.mjs')).rejects.toMatchObject(
    invalid(/cannot be loaded: broken/),
  );
  await expect(visit({ 'empty.mjs': 'export const a = 1;' }, 'empty.mjs')).rejects.toMatchObject(
    invalid(/no default export that is a function/),
  );
});
