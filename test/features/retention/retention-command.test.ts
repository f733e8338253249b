import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EditedSite, editedSite } from '../../kernel/database/edited-site.ts';
import { endedRun, startedServer } from '../../kernel/http/started-server.ts';
import { runCommand } from '../projects/run-command.ts';

let folder: string;
let site: EditedSite;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-retention-'));
  site = await editedSite();
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const tidemark = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await runCommand([...args, '--data', folder]);
  expect(exitCode, `${args.join(' ')}: ${stderr}`).toBe(0);
  return { stdout };
};
const objects = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('what the rule of a project does not keep is told, then removed, and reports say so', {
  timeout: 300_000,
}, async () => {
  const file = join(folder, 'tides.yaml');
  await writeFile(file, `name: tides\nsource: ${site.url}\nkeep: { versions: 1 }\n`);
  await tidemark('projects', 'add', file);
  await tidemark('track', 'tides');
  site.edit();
  await tidemark('track', 'tides');
  await tidemark('track', 'tides');
  await tidemark('track', 'tides');
  const before = objects((await tidemark('report', 'tides', '--run', '2', '--json')).stdout)[0];

  const [would] = objects((await tidemark('retention', '--dry-run', '--json')).stdout);
  expect(would).toMatchObject({ project: 'tides', keep: { versions: 1 }, dryRun: true });
  expect(would?.['visits']).toBeGreaterThan(0);
  expect(would?.['versions']).toBeGreaterThan(0);
  expect(would?.['bytes']).toBeGreaterThan(0);
  const { stdout: doctor } = await tidemark('doctor');
  expect(doctor).toMatch(/The database takes [\d.]+ kB\./);
  expect(doctor).toMatch(
    /tides +\d+ +4 +\d+ +\d+ visits without changes and the content of \d+ versions? would go/,
  );

  const { visits, versions, contents, bytes } = would ?? {};
  const [done, space] = objects((await tidemark('retention', 'tides', '--json')).stdout);
  expect(done).toMatchObject({ visits, versions, heldUpBy: null });
  expect(space).toMatchObject({ contents, bytes });
  expect((await tidemark('retention')).stdout).toContain('tides: nothing had to go.');

  const [report] = objects((await tidemark('report', 'tides', '--run', '2', '--json')).stdout);
  expect(report).toMatchObject({ totals: before?.['totals'] });
  expect((await tidemark('report', 'tides', '--run', '2')).stdout).toContain(
    'Retention was applied to this run on',
  );
  expect((await tidemark('report', 'tides')).stdout).not.toContain('Retention');
});

test('the server keeps what a reader of the feed has not seen, and tidies after the next run', {
  timeout: 300_000,
}, async () => {
  const server = await startedServer({ kind: 'sqlite', folder });
  try {
    const file = `name: tides\nsource: ${site.url}\nkeep: { versions: 1 }\n`;
    await server.post('/api/projects', { file });
    const run = async (number: number) => {
      await server.post('/api/projects/tides/runs');
      expect(await endedRun(server, 'tides', number)).toBe('finished');
    };
    const { next } = await server.json<{ next: string }>('/api/changes?reader=kms');
    await run(1);
    site.edit();
    await run(2);
    await run(3);
    await run(4);
    const stored = () =>
      server.json<{ visits: number; couldGo: { visits: number } }>('/api/projects/tides/retention');
    const all = await stored();
    expect(all.couldGo).toMatchObject({ keep: { versions: 1 }, visits: 0, versions: 0 });
    // The reader has read everything, and says so by asking for what comes next.
    const changes = await server.json<{
      next: string;
      items: { sha256: string | null; file: string; run: number; kind: string }[];
    }>(`/api/changes?reader=kms&after=${next}`);
    const versions = changes.items.filter(({ kind }) => kind !== 'gone');
    expect(versions.every(({ sha256 }) => sha256 !== null)).toBe(true);
    await server.json(`/api/changes?reader=kms&after=${changes.next}`);
    const { couldGo } = await stored();
    expect(couldGo.visits).toBeGreaterThan(0);
    expect(await server.post('/api/projects/tides/retention')).toMatchObject(couldGo);
    expect((await stored()).visits).toBe(all.visits - couldGo.visits);
    // Whoever asks for a version that is gone is told so, and never gets another one.
    const updated = changes.items.filter(({ kind }) => kind === 'updated').map(({ file: id }) => id);
    for (const { file: id, run: number } of versions) {
      const status = (await server.ask(`/api/projects/tides/files/${id}?run=${number}`)).status;
      expect([id, number, status]).toEqual([id, number, updated.includes(id) && number === 1 ? 404 : 200]);
    }
  } finally {
    await server.close();
  }
});
