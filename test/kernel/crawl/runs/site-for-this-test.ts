import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore } from '../../../../src/database/open-store.ts';
import type { Store } from '../../../../src/database/store.ts';
import { type Answering, type SiteServer, serveSite } from '../../../sites/plain/site-server.ts';

/** A database of its own, gone with the test. */
export async function storeForThisTest(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-run-'));
  const store = await openStore({ kind: 'sqlite', folder, access: 'write', thread: false });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

export async function siteForThisTest(answering: Answering): Promise<SiteServer> {
  const server = await serveSite(answering);
  onTestFinished(() => server.close());
  return server;
}
