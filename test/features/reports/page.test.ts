import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import { openedFile } from '../../kernel/fetch/exported-file.ts';
import { useBuiltViews } from '../../web/built-views.ts';
import { runCommand } from '../projects/run-command.ts';
import { type TrackedShop, trackedShop } from './tracked-shop.ts';

let shop: TrackedShop;
beforeAll(async () => {
  shop = await trackedShop();
});
afterAll(() => shop.remove());

interface Diff {
  readonly file: string;
  readonly from: { readonly run: number; readonly bytes: number };
  readonly to: { readonly run: number };
  readonly noise: number;
  readonly hasText: boolean;
  readonly changes: readonly {
    readonly flag: string;
    readonly heading: string | null;
    readonly isNoise: boolean;
  }[];
}

/** Has the project compare otherwise for a while. */
async function comparing(compare: readonly object[], look: () => Promise<void>): Promise<void> {
  const change = async (edit: (settings: object) => object) => {
    const store = await openStore({
      kind: 'sqlite',
      folder: shop.data,
      access: 'write',
      command: 'test',
      thread: false,
    });
    const project = await store.projects.find('shop');
    if (project === null) throw new Error('there is no shop');
    const { id, startUrl, settings } = project;
    await store.projects.change(id, {
      startUrl,
      settings: JSON.stringify(edit(JSON.parse(settings) as object)),
    });
    await store.close();
  };
  await change((settings) => ({ ...settings, compare }));
  try {
    await look();
  } finally {
    await change((settings) => ({ ...settings, compare: [] }));
  }
}

test('diff: the two newest versions, word by word, without the advert', async () => {
  const { stdout, exitCode } = await shop.tidemark('diff', `${shop.origin}/chairs`);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    '~ changed paragraph under “Prices”\n    The oak chair costs [-29-] {+31+} euros.',
  );
  expect(stdout).not.toContain('Buy');
  const noisy = await shop.tidemark('diff', `${shop.origin}/chairs`, '--noise');
  expect(noisy.stdout).toContain('Buy');
  expect(noisy.stdout).toMatch(/noise: .*\[[0-9a-f]{8}\]/);
});

test('diff: by file id, between chosen runs, as JSON', async () => {
  const { file } = await shop.object<Diff>('diff', `${shop.origin}/chairs`);
  const diff = await shop.object<Diff>('diff', file, '--from', '1', '--to', '3');
  expect(diff).toMatchObject({ file, from: { run: 1 }, to: { run: 2 }, hasText: true });
  expect(diff.noise).toBeGreaterThan(0);
  expect(diff.changes).toMatchObject([{ flag: 'changed', heading: 'Prices', isNoise: false }]);
  expect(await shop.object('diff', file, '--from', '2', '--to', '3')).toMatchObject({
    isSame: true,
    changes: [],
  });
});

test('diff: of what the project compares now, or of the whole page', async () => {
  await comparing([{ only: ['h1', 'h2'] }], async () => {
    const { stdout } = await shop.tidemark('diff', `${shop.origin}/chairs`, '--as-of-now');
    expect(stdout).toContain(
      'Only what the project compares: text, links and pictures in the chosen regions (h1, h2); --whole shows the whole page.\nRecomputed with the rules and settings of today.\nNothing in it differs.',
    );
    expect(await shop.object('diff', `${shop.origin}/chairs`, '--as-of-now')).toMatchObject({
      isWhole: false,
      changes: [],
    });
    const whole = await shop.object<Diff>('diff', `${shop.origin}/chairs`, '--whole', '--as-of-now');
    expect(whole).toMatchObject({
      compares: 'text, links and pictures in the chosen regions (h1, h2)',
      isWhole: true,
      changes: [{ flag: 'changed', heading: 'Prices' }],
    });
    const file = join(shop.data, 'compared.html');
    await shop.tidemark('diff', `${shop.origin}/chairs`, '--as-of-now', '--html', file);
    expect(await readFile(file, 'utf8')).toContain('Only what the project compares: text');
    const life = await shop.tidemark('explain', `${shop.origin}/chairs`);
    expect(life.stdout).toMatch(/^compared +text, links and pictures in the chosen regions \(h1, h2\)$/m);
  });
});

test('diff: a picture has sizes and hashes', async () => {
  const { stdout } = await shop.tidemark('diff', `${shop.origin}/logo.png`);
  expect(stdout).toContain('No text to compare (image/png).');
  expect(stdout).toContain('8 bytes more');
});

test('diff: as a file for a browser', async () => {
  const file = join(shop.data, 'diff.html');
  await useBuiltViews();
  await runCommand(['diff', `${shop.origin}/chairs`, '--html', file, '--data', shop.data]);
  const { page } = await openedFile(pathToFileURL(file).href);
  const words = page.locator('.changed-words', { hasText: 'The oak chair' });
  expect(await words.innerHTML()).toContain('costs</span> <del>29</del> <ins>31</ins><span> euros.');
});

test.each([
  [['/chair'], 'CLI_PAGE_UNKNOWN', /Did you mean http\S+\/chairs/],
  [['/tables'], 'APP_VERSION_MISSING', /only one version, from run 1 to run 3/],
  [['/chairs', '--to', '1'], 'APP_VERSION_MISSING', /only one version, from run 1\./],
  [['/chairs', '--from', '7'], 'APP_RUN_UNKNOWN', /there is no run 7/],
  [['/lamps', '--from', '1'], 'APP_VERSION_MISSING', /had no version in run 1; its first is from run 2/],
  [['/chairs', '--from', 'x'], 'CLI_OPTION_INVALID', /not a whole number/],
])('diff %j: %s', async ([path = '', ...options], code, message) => {
  const { exitCode, stderr } = await shop.tidemark('diff', `${shop.origin}${path}`, ...options);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`[${code}]`);
  expect(stderr).toMatch(message);
});

test('explain: visits with flags and reasons, where it was found, its name and what was taken out', async () => {
  const { stdout } = await shop.tidemark('explain', `${shop.origin}/help`);
  expect(stdout).toMatch(/^1 +\S+ \S+ +NEW +first visit$/m);
  expect(stdout).toMatch(/^2 +\S+ \S+ +SAM +only noise: /m);
  expect(stdout).toMatch(/^3 +\S+ \S+ +ERR +the server failed \(500\)$/m);
  expect(stdout).toMatch(
    /^found +first visited in run 1; a link \(page\) on http\S+\/, 1 link from the start$/m,
  );
  expect(stdout).toMatch(/without "\w{16}": query parameter "sid"|without "sid=\w{16}"/);
  expect(stdout).toMatch(/^next visit +after /m);
});

test('explain: a session id in the address does not matter', async () => {
  const life = await shop.object<{ identity: string; visits: object[]; rules: { says: string }[] }>(
    'explain',
    `${shop.origin}/help?sid=0123456789abcdef`,
    '--project',
    'shop',
  );
  expect(life.identity).toBe(`${shop.origin}/help`);
  expect(life.visits).toMatchObject([
    { run: 1, flag: 'NEW' },
    { run: 2, flag: 'SAM' },
    { run: 3, flag: 'ERR' },
  ]);
  expect(life.rules.map(({ says }) => says).join('\n')).toMatch(/differs at every fetch/);
});
