import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/database/open-store.ts';
import type { Store } from '../../../src/database/store.ts';
import type { OutboxRow } from '../../../src/features/notifications/tables/outbox.ts';
import { folderForThisTest } from '../../extending/blocks-of-page.ts';
import { ftpServer } from '../../fixtures/servers/ftp-server.ts';
import { startTidemark } from '../../kernel/cli/run-tidemark.ts';
import { FileTree } from '../../kernel/crawl/listings/file-tree.ts';
import { receiverForThisTest } from '../notifications/receiver.ts';
import { runCommand } from '../projects/run-command.ts';

interface Reported {
  readonly kind: string;
  readonly detector: string | null;
  readonly page: { readonly url: string };
  readonly words: readonly { readonly kind: string; readonly text: string }[];
}

function treeForThisTest(): FileTree {
  const tree = new FileTree();
  onTestFinished(() => tree.close());
  return tree;
}

async function served(tree: FileTree): Promise<string> {
  const server = await ftpServer({ folder: tree.folder });
  onTestFinished(server.close);
  return server.url;
}

/** A project about the files at a URL, with these lines; returns its file and its data folder. */
function projectAbout(source: string, lines: string) {
  const folder = folderForThisTest();
  const file = join(folder, 'files.yaml');
  writeFileSync(file, `name: files\nsource: ${source}\n${lines}`);
  return { file, data: join(folder, 'data') };
}

async function withStore<T>(data: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ kind: 'sqlite', folder: data, access: 'read' });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Matches of each run, the oldest first, and the keys of everything that was to be notified. */
const findings = (data: string) =>
  withStore(data, async (store) => {
    const { id = 0 } = (await store.projects.find('files')) ?? {};
    const runs = (await store.runs.list(id)).toReversed();
    const matches = await Promise.all(runs.map((run) => store.found.count(run.id)));
    const rows: readonly OutboxRow[] = await store.outbox.list({ projectId: id, limit: 10_000 });
    return { matches, rows };
  });

describe.each([
  { how: 'a folder', serve: (tree: FileTree) => Promise.resolve(tree.url) },
  { how: 'FTP', serve: served },
])('files over $how', ({ serve }) => {
  test('words, prices, new, missing and returning files are reported once each, over four visits', async () => {
    const tree = treeForThisTest();
    tree.write('offer.txt', 'The lamp has a price of 34.90 euros.');
    tree.write('notes.txt', 'Nothing of interest.');
    tree.write('old.txt', 'It was here before.');
    const hook = await receiverForThisTest();
    const { file, data } = projectAbout(
      await serve(tree),
      `detectors:
  - { name: cheap, when: "price < 30" }
  - { name: storm, words: [storm] }
notify: [{ to: "${hook.origin}/hook", events: [match, changed, new, missing, back] }]
`,
    );
    const track = async () => {
      const before = hook.requests.length;
      const { exitCode, stdout } = await runCommand(['track', file, '--data', data]);
      expect(exitCode).toBe(0);
      const reported = hook.requests
        .slice(before)
        .flatMap(({ body }) => (JSON.parse(body) as { changes: readonly Reported[] }).changes);
      const lines = reported.map(({ kind, detector, page }) => [
        page.url.split('/').at(-1),
        kind,
        ...(detector === null ? [] : [detector]),
      ]);
      return { stdout, reported, lines: lines.map((line) => line.join(' ')).sort() };
    };
    expect((await track()).lines).toEqual([]);

    tree.write('offer.txt', 'The lamp has a price of 29.90 euros today.');
    tree.write('warning.txt', 'A storm is coming.');
    tree.remove('old.txt');
    const second = await track();
    expect(second.lines).toEqual([
      'offer.txt changed',
      'offer.txt match cheap',
      'old.txt missing',
      'warning.txt match storm',
      'warning.txt new',
    ]);
    const cheap = second.reported.find(({ detector }) => detector === 'cheap');
    const removed = cheap?.words.filter(({ kind }) => kind === 'removed').map(({ text }) => text.trim());
    expect(removed).toEqual(['34.90']);
    expect(second.stdout).toContain('2 matches');

    expect((await track()).lines).toEqual([]);

    tree.write('old.txt', 'It was here before.');
    expect((await track()).lines).toEqual(['old.txt back']);
    expect((await findings(data)).matches).toEqual([0, 2, 0, 0]);
  });
});

test('kill -9 during a visit loses no message and makes none twice', async () => {
  const tree = treeForThisTest();
  const files = 240;
  const write = (text: string) => {
    for (let i = 0; i < files; i++) tree.write(`${i % 7}/${i}.txt`, `File ${i}: ${text}`);
  };
  write('nothing of interest.');
  const { file, data } = projectAbout(
    await served(tree),
    'detectors: [{ words: [storm] }]\nnotify: [file:told.jsonl]\n',
  );
  const args = ['track', file, '--data', data];
  expect(await runCommand(args)).toMatchObject({ exitCode: 0 });
  write('a storm is coming.');
  const child = startTidemark(['--json', ...args]);
  let visited = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"page"') && ++visited === 60) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const { matches: before } = await findings(data);
  expect(before[1]).toBeGreaterThanOrEqual(60);
  expect(before[1]).toBeLessThan(files);

  expect(await runCommand(args)).toMatchObject({ exitCode: 0 });
  const { matches, rows } = await findings(data);
  expect(matches).toEqual([0, files]);
  expect(new Set(rows.map(({ notification }) => notification)).size).toBe(files);
  expect(rows).toHaveLength(files);
});
