import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../../src/database/open-store.ts';
import { folderForThisTest } from '../../../extending/blocks-of-page.ts';
import { ftpServer } from '../../../fixtures/servers/ftp-server.ts';
import { runSite } from '../runs/run-site.ts';
import { FileTree } from './file-tree.ts';

/** More than one commit of files that are listed as before. */
const FILES = 1_200;
const PER_COMMIT = 1_000;

test.each(['a folder', 'FTP'])(
  'kill -9 among unchanged files of %s: each is visited once, and the others are as they would have been',
  async (how) => {
    const tree = new FileTree();
    onTestFinished(() => tree.close());
    const data = join(folderForThisTest(), 'data');
    for (let i = 0; i < FILES; i++) tree.write(`${i % 9}/${i}.txt`, `file ${i}`);
    const server = how === 'FTP' ? await ftpServer({ folder: tree.folder }) : null;
    if (server !== null) onTestFinished(server.close);
    const url = server?.url ?? tree.url;

    /** One visit in this process; returns the pages that it reported, and the flags of its run. */
    const visit = async () => {
      const store = await openStore({ kind: 'sqlite', folder: data, access: 'write' });
      let reported = 0;
      const onEvent = ({ event }: { readonly event: string }) => {
        if (event === 'page') reported++;
      };
      await runSite(store, { project: 'files', url, visits: 'changes', onEvent });
      const [run] = await store.runs.list(1);
      const flags = await store.visits.flagTotals(run?.id ?? 0);
      const seen = { number: run?.number, state: run?.state, due: run?.knownPages?.due };
      await store.close();
      return { reported, flags, ...seen };
    };
    await visit();
    const kills = [
      { commit: 1, point: 'before commit', committed: 0 },
      { commit: 1, point: 'after commit', committed: PER_COMMIT },
      { commit: 2, point: 'after visits', committed: PER_COMMIT },
      { commit: 2, point: 'after commit', committed: FILES },
    ];
    for (const [place, { commit, point, committed }] of kills.entries()) {
      tree.write(`${(FILES - 1) % 9}/${FILES - 1}.txt`, `file ${'again '.repeat(place + 1)}`);
      tree.remove(`${(FILES - 2 - place) % 9}/${FILES - 2 - place}.txt`);
      tree.write(`new/${place}.txt`, `new file ${place}`);
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'die-in-visit.ts'), data, url, String(commit), point],
        { stdio: ['ignore', 'inherit', 'inherit'] },
      );
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
      const { reported, flags, ...run } = await visit();
      expect(flags).toEqual({ NEW: 1, SAM: FILES - 2, UPD: 1, MIS: 1, ERR: 0 });
      expect(run).toEqual({ number: place + 2, state: 'finished', due: FILES });
      // Changed, missing and new files are among those that were read first, and are visited later.
      expect(reported).toBeGreaterThanOrEqual(FILES + 1 - committed);
      expect(reported).toBeLessThanOrEqual(FILES + 1 - committed + 2 * kills.length);
    }
  },
  240_000,
);
