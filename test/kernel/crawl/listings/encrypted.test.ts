import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificate } from '../../../fixtures/servers/certificates.ts';
import { ftpServer } from '../../../fixtures/servers/ftp-server.ts';
import { FileTree } from './file-tree.ts';
import { VisitedSite } from './visited-site.ts';

const authorities = getCACertificates('default');
// What NODE_EXTRA_CA_CERTS does for a process.
beforeAll(() => setDefaultCACertificates([...authorities, certificate.cert]));
afterAll(() => setDefaultCACertificates(authorities));

const large = 'tide'.repeat(1024 * 1024);

test.each([
  { scheme: 'ftpes:', security: 'explicit' },
  { scheme: 'ftps:', security: 'implicit' },
] as const)('a tree is tracked over $scheme', async ({ scheme, security }) => {
  const tree = new FileTree();
  const site = await VisitedSite.open();
  for (let i = 0; i < 30; i++) tree.write(`below/${i}.txt`, `file ${i}`);
  tree.write('large.bin', large);
  const server = await ftpServer({ folder: tree.folder, security });
  try {
    expect(server.url.startsWith(scheme)).toBe(true);
    expect((await site.visit(server.url)).flags).toMatchObject({ NEW: 31, ERR: 0 });

    tree.write('below/0.txt', 'file 0, changed');
    tree.write('large.bin', `${large}!`);
    tree.remove('below/1.txt');
    tree.remove('below/2.txt');
    tree.write('renamed.txt', 'file 2');
    tree.write('added.txt', 'added');
    const { flags, rows, ending } = await site.visit(server.url);
    expect(flags).toEqual({ UPD: 2, NEW: 2, MIS: 2, SAM: 27, ERR: 0 });
    expect(ending).toMatchObject({ state: 'finished', errors: 0 });
    const renamed = rows.find(({ url }) => url === `${server.url}renamed.txt`);
    expect(renamed?.reason).toContain(`renamed from ${server.url}below/2.txt`);
  } finally {
    await server.close();
    await site.close();
    tree.close();
  }
});

test('an unknown certificate is refused', async () => {
  const tree = new FileTree();
  const site = await VisitedSite.open();
  tree.write('a.txt', 'a');
  const server = await ftpServer({ folder: tree.folder, security: 'explicit' });
  setDefaultCACertificates(authorities);
  try {
    const { ending, events } = await site.visit(server.url);
    expect(ending).toMatchObject({ pages: 0, errors: 1 });
    expect(JSON.stringify(events)).toContain('FETCH_TLS');
  } finally {
    await server.close();
    await site.close();
    tree.close();
  }
});
