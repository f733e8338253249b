import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallSite, smallSite } from './small-site.ts';

let site: SmallSite;
beforeEach(async () => {
  site = await smallSite();
});
afterEach(() => site.close());

/** Three pages that link to each other, each with a number outside `main`. */
const pages = (number: number) => {
  const body = (name: string) =>
    `<title>${name}</title><main>All about ${name}</main><p>Number ${number}</p><a href="/prices/a">a</a> <a href="/news/b">b</a>`;
  return { '/': body('home'), '/prices/a': body('prices'), '/news/b': body('news') };
};

test('the first entry that fits an address decides', async () => {
  const file = `compare:
  - match: { glob: '**/prices/**' }
    only: main
  - match: [/news/]
    by: bytes
  - ignoreText: 'Number \\d+'
`;
  site.serve(pages(1));
  expect(await site.visitByFile(file)).toEqual({
    '/': 'NEW first visit',
    '/prices/a': 'NEW first visit',
    '/news/b': 'NEW first visit',
  });
  site.serve(pages(2));
  expect(await site.visitByFile(file)).toMatchObject({
    '/': 'SAM the same without the ignored text (Number \\d+)',
    '/prices/a': 'SAM the same in the chosen regions (main)',
    '/news/b': expect.stringMatching(/^UPD different bytes/) as string,
  });
});

test('addresses that fit no entry are compared as usual', async () => {
  const file = 'compare: [{ match: /prices/, only: main }]\n';
  site.serve(pages(1));
  await site.visitByFile(file);
  site.serve(pages(2));
  expect(await site.visitByFile(file)).toMatchObject({
    '/prices/a': expect.stringMatching(/^SAM/) as string,
    '/news/b': expect.stringMatching(/^UPD 1 paragraph changed/) as string,
  });
});
