import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { objectsOf } from '../../kernel/cli/run-tidemark.ts';
import { runCommand } from '../projects/run-command.ts';
import { lamp, type ShopSite, shopForThisTest } from './shop-site.ts';

const commandsOf = (shop: ShopSite) => ({
  detectors: (...args: readonly string[]) => runCommand(['detectors', ...args, '--data', shop.data]),
  track: (what = shop.file) => runCommand(['track', what, '--data', shop.data]),
});

test('a detector is added to a project file and removed again; comments and layout stay', async () => {
  const shop = await shopForThisTest();
  const { detectors } = commandsOf(shop);
  const written = `name: lamps # all of them
source: ${shop.origin}/

detectors:
  # what matters
  - when: "price < 30" # a bargain
    name: cheap
`;
  writeFileSync(shop.file, written);
  const scope = ['--match', '/lamps/', '--region', 'main', '--language', 'en', '--in', 'removed'];
  const added = await detectors('add', shop.file, '{ stems: [lamp, desk] }', '--name', 'gone', ...scope);
  expect(added).toMatchObject({ exitCode: 0, stdout: `${shop.file}: detector added: gone\n` });
  expect(readFileSync(shop.file, 'utf8')).toContain(written);
  expect(objectsOf(await detectors('ls', shop.file, '--json'))).toEqual([
    {
      detector: 'cheap',
      kind: 'number',
      looksFor: 'the number beside "price" below 30',
      match: [],
      region: null,
      language: null,
      in: 'added',
      matches: 0,
      lastMatch: null,
    },
    {
      detector: 'gone',
      kind: 'stems',
      looksFor: 'any form of "lamp" and "desk"',
      match: ['/lamps/'],
      region: 'main',
      language: 'en',
      in: 'removed',
      matches: 0,
      lastMatch: null,
    },
  ]);
  const table = await detectors('ls', shop.file);
  expect(table.stdout).toMatch(
    /^detector +kind +matches +last match +scope +looks for\ncheap +number +0 +never/,
  );
  expect(table.stdout).toContain('/lamps/, in main, en, text that is gone');
  expect(await detectors('rm', shop.file, 'gone')).toMatchObject({ exitCode: 0 });
  expect(readFileSync(shop.file, 'utf8')).toBe(written);
});

test('a stored project and an address get detectors in the same way, and their runs use them', async () => {
  const shop = await shopForThisTest();
  const { detectors, track } = commandsOf(shop);
  shop.show('/', lamp('34.90'));
  shop.project('');
  await track();
  const address = shop.origin;
  await runCommand(['track', address, '--project', 'by-address', '--data', shop.data]);
  for (const project of ['lamps', 'by-address']) {
    expect(await detectors('add', project, 'price < 30')).toMatchObject({ exitCode: 0 });
    const listed = objectsOf(await detectors('ls', project, '--json'));
    expect(listed).toMatchObject([{ detector: 'price < 30', matches: 0 }]);
  }
  shop.show('/', lamp('29.90'));
  for (const project of ['lamps', 'by-address']) {
    expect((await track(project)).stdout).toContain('1 match: price < 30 on');
    const [counted] = objectsOf(await detectors('ls', project, '--json'));
    expect(counted).toMatchObject({ matches: 1, lastMatch: expect.stringMatching(/^20.*Z$/) });
    expect(await detectors('rm', project, 'price < 30')).toMatchObject({ exitCode: 0 });
    const { stderr } = await detectors('ls', project);
    expect(stderr).toBe(
      `${project} has no detectors. Add one:  tidemark detectors add ${project} 'price < 30'\n`,
    );
  }
  shop.show('/', lamp('19.90'));
  expect((await track('by-address')).stdout).not.toContain('match');
});

test('a detector is tried on all stored versions, each result once, with its words marked', async () => {
  const shop = await shopForThisTest();
  const { detectors, track } = commandsOf(shop);
  shop.project('detectors: [{ name: cheap, when: "price < 30" }]\n');
  const story = (more: string) => `${lamp('34.90')}<p>Winter is here. Our lamps fight bird flu.${more}</p>`;
  for (const [price, more] of [
    ['34.90', ''],
    ['29.90', ''],
    ['34.90', ' Truly.'],
    ['28.90', ' Truly.'],
  ] as const) {
    shop.show('/', story(more).replace('34.90', price));
    await track();
  }
  const cheap = await detectors('test', 'lamps', 'cheap');
  expect(cheap.stdout).toMatch(
    /^It would have matched 2 times in the last 30 days:\n\n20\d\d-\d\d-\d\d \d\d:\d\d {2}http/,
  );
  expect(cheap.stdout).toContain('Our desk lamp has a price of [28.90] € including tax.');
  const flu = await detectors('test', shop.file, '--detector', '"bird flu"', '--json');
  expect(objectsOf(flu)).toMatchObject([
    { detector: '"bird flu"', event: 'new', place: { sentence: 'Our lamps fight bird flu.' } },
    { event: 'updated', words: [{ text: 'bird flu' }] },
  ]);
  const noise = await detectors('test', 'lamps', '--detector', 'advert');
  expect(noise.stdout).toBe('It would not have matched in the last 30 days.\n');
  const past = await detectors('test', 'lamps', 'cheap', '--since', '2000-01-01');
  expect(past.stdout).toContain('2 times since 2000-01-01 00:00:');
  const tomorrow = await detectors('test', 'lamps', 'cheap', '--since', '2999-01-01');
  expect(tomorrow.stdout).toBe('It would not have matched since 2999-01-01 00:00.\n');
  expect(tomorrow.stderr).toMatch(/^\n2 times before: {2}--since 20\d\d-\d\d-\d\d\n$/);
});

test('what cannot be done is said with what can', async () => {
  const shop = await shopForThisTest();
  const { detectors, track } = commandsOf(shop);
  shop.project('detectors: [{ name: cheap, when: "price < 30" }]\n');
  shop.show('/', lamp('34.90'));
  const untouched = await detectors('test', shop.file, 'cheap');
  expect(untouched.stderr).toContain('run it first');
  await track();
  const said = async (...args: readonly string[]) => (await detectors(...args)).stderr;
  expect(await said('rm', 'lamps', 'chaep')).toBe(
    'tidemark: lamps has no detector named chaep. Did you mean "cheap"? Its detectors are: cheap [APP_DETECTOR_UNKNOWN]\n',
  );
  expect(await said('add', 'lamps', 'virus', '--name', 'cheap')).toContain('[APP_DETECTOR_EXISTS]');
  expect(await said('add', 'lamps', 'price <')).toContain(
    '"price <" is not understood at <: write one such as',
  );
  expect(await said('add', 'lamps', '{ wrods: [a] }')).toContain(
    'did you mean "words"? [PROJECT_FILE_INVALID]',
  );
  expect(await said('add', 'lamps', '{ words: [a')).toMatch(
    /cannot be read: .* Write it as in \{ stems: \[virus, flu\] \}/,
  );
  expect(await said('add', 'lamps', 'a', '--language', 'xx')).toContain('[PROJECT_FILE_INVALID]');
  expect(await said('add', 'lmaps', 'a')).toContain('Did you mean "lamps"?');
  expect(await said('test', 'lamps')).toContain('Say which detector to test');
  expect(await said('test', 'lamps', 'cheap', '--detector', 'a')).toContain('not both');
  expect(await said('test', 'lamps', 'cheap', '--since', 'soon')).toContain('"soon" is no time');
  expect(await said('ls', `${shop.file}.yaml`)).toContain('[APP_FILE_UNREADABLE]');
  expect(objectsOf(await detectors('ls', 'lamps', '--json'))).toHaveLength(1);
});
