import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemoInterface } from '../../../src/features/demo/demo-interface.ts';
import { startServer } from '../../../src/main/server/start-server.ts';
import { runTidemark } from '../../kernel/cli/run-tidemark.ts';

test('the door of a demonstration leads into its project without a password, and no other address does', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tidemark-test-demo-'));
  await runTidemark(['demo', '--data', data, '--quiet']);
  const { url, close } = await openDemoInterface(startServer, data, 'demo');
  try {
    const door = await fetch(url, { redirect: 'manual' });
    const target = door.headers.get('location') ?? '';
    expect([door.status, new URL(target).pathname]).toEqual([302, '/projects/demo']);
    const cookie = (door.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const project = await fetch(new URL('/api/projects/demo', target), { headers: { cookie } });
    expect(await project.json()).toMatchObject({ name: 'demo' });
    expect((await fetch(new URL('/api/projects/demo', target))).status).toBe(401);
    expect((await fetch(new URL('/', url), { redirect: 'manual' })).status).toBe(404);
  } finally {
    await close();
    rmSync(data, { recursive: true, force: true });
  }
});
