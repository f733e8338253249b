import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FtpServer, ftpServer } from '../../../fixtures/servers/ftp-server.ts';
import { hasVsftpd, vsftpdServer } from '../../../fixtures/servers/vsftpd-server.ts';
import { shortOrLong } from '../../../fixtures/short-or-long.ts';
import { ChangingTree, changesOf } from './changing-tree.ts';
import { VisitedSite } from './visited-site.ts';
import { wrongFlags } from './wrong-flags.ts';

const folderServer = (folder: string): Promise<FtpServer> =>
  Promise.resolve({ url: `${pathToFileURL(folder).href}/`, close: () => Promise.resolve() });

describe.each([
  { how: 'a folder', files: shortOrLong(4_000, 20_000), serve: folderServer, isInstalled: true },
  {
    how: 'ftp-srv',
    files: shortOrLong(1_000, 2_000),
    serve: (folder: string) => ftpServer({ folder }),
    isInstalled: true,
  },
  {
    how: 'vsftpd',
    files: shortOrLong(1_000, 2_000),
    serve: (folder: string) => vsftpdServer(folder),
    isInstalled: hasVsftpd,
  },
])('$files files over $how', ({ files, serve, isInstalled }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-tree-'));
  const changes = changesOf(files);
  let site: VisitedSite;

  beforeAll(async () => {
    site = await VisitedSite.open();
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.runIf(isInstalled)('flags are exact, and almost nothing is fetched needlessly', async () => {
    const tree = new ChangingTree(folder, files);
    const server = await serve(folder);
    try {
      const first = await site.visit(server.url);
      expect(first.flags).toEqual({ NEW: files, SAM: 0, UPD: 0, MIS: 0, ERR: 0 });
      const truth = tree.change(changes);
      const { ending, rows, due } = await site.visit(server.url);
      expect(wrongFlags(rows, server.url, truth)).toEqual([]);
      expect(due).toBe(files);
      expect(ending.state).toBe('finished');
      expect(ending.bytes / truth.bytes).toBeLessThanOrEqual(1.02);
      const count = (words: RegExp) => rows.filter(({ reason }) => words.test(reason)).length;
      expect(count(/renamed from .*file-/)).toBe(changes.renamed);
      expect(count(/renamed to .*renamed-/)).toBe(changes.renamed);
      expect(count(/the same bytes, although the time differs/)).toBe(changes.touched);
    } finally {
      await server.close();
    }
  });
});
