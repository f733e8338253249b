import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addProject } from '../../../../src/crawl/projects/add-project.ts';
import { ftpServer } from '../../../fixtures/servers/ftp-server.ts';
import { sftpServer } from '../../../fixtures/servers/sftp-server.ts';
import { FileTree } from './file-tree.ts';
import { VisitedSite } from './visited-site.ts';

let tree: FileTree;

beforeEach(() => {
  tree = new FileTree();
  for (const name of [
    'intro/a.txt',
    'intro/b/c.txt',
    'public/doc1/d.txt',
    'public/doc2/e.txt',
    'intro/f.bak',
  ])
    tree.write(name, name);
});
afterEach(() => tree.close());

async function run(file: string, environment: Readonly<Record<string, string>>, site: VisitedSite) {
  const { project } = await addProject(site.store, {
    text: file,
    fileName: 'project.yaml',
    folder: tree.folder,
  });
  return site.visit(null, { project: project.name, environment: (name) => environment[name] });
}

const names = (rows: readonly { readonly url: string }[], root: string) =>
  rows.map(({ url }) => url.slice(root.length)).toSorted();

/** Everything in the data folder, including the write-ahead log of the database. */
const kept = (data: string): string =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');

test('several sub-trees of an FTP server in one project (figure 3-13), with rules and a log-in', async () => {
  const login = { username: 'ann', password: 'open-sesame-42' };
  const server = await ftpServer({ folder: tree.folder, login });
  const site = await VisitedSite.open();
  const file = `
name: two-sub-trees
source: ${server.url}
preference: { user: ann, password: { env: FTP_PASSWORD } }
rules:
  - { deny: '\\.bak$', name: no backups }
steps:
  - { open: /intro/, depth: 0 }
  - open: /public/doc1/
`;
  const visited = await run(file, { FTP_PASSWORD: login.password }, site);
  expect(names(visited.rows, server.url)).toEqual(['intro/a.txt', 'public/doc1/d.txt']);
  expect(visited.ending.rules).toMatchObject([{ name: 'no backups', keptOut: 1 }, {}]);
  const again = await run(file, { FTP_PASSWORD: login.password }, site);
  expect(again.flags).toMatchObject({ SAM: 2, NEW: 0, MIS: 0 });

  const refused = run(file, { FTP_PASSWORD: 'wrong-password-17' }, site);
  await expect(refused).rejects.toMatchObject({ code: 'FETCH_LOGIN' });
  await expect(refused).rejects.not.toThrow(/wrong-password-17/);
  expect(JSON.stringify([visited, again])).not.toContain(login.password);
  expect(kept(site.data)).not.toContain(login.password);
  await server.close();
  await site.close();
});

test('SFTP with an encrypted key, at a known server', async () => {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'low water' },
  });
  const parsed = ssh2.utils.parseKey(pair.privateKey, 'low water');
  if (parsed instanceof Error) throw parsed;
  const publicKey = `ssh-rsa ${parsed.getPublicSSH().toString('base64')}`;
  const server = await sftpServer({ folder: tree.folder, publicKey });
  const hosts = join(tree.folder, 'known_hosts');
  writeFileSync(hosts, server.knownHosts);
  writeFileSync(join(tree.folder, 'id_rsa'), pair.privateKey);
  const file = `
name: over-sftp
source: ${server.url}intro/
preference: { user: ann, key: { file: id_rsa }, passphrase: { env: KEY_PASSPHRASE } }
`;
  const site = await VisitedSite.open({ TIDEMARK_KNOWN_HOSTS: hosts });
  const visited = await run(file, { KEY_PASSPHRASE: 'low water' }, site);
  expect(names(visited.rows, server.url)).toEqual(['intro/a.txt', 'intro/b/c.txt', 'intro/f.bak']);
  await site.close();

  const stranger = await VisitedSite.open({ TIDEMARK_KNOWN_HOSTS: join(tree.folder, 'none') });
  await expect(run(file, { KEY_PASSPHRASE: 'low water' }, stranger)).rejects.toMatchObject({
    code: 'FETCH_HOST_KEY_UNKNOWN',
  });
  await stranger.close();
  await server.close();
});

test('a log-in in the address is used, and kept nowhere', async () => {
  const login = { username: 'ann', password: 'open-sesame-42' };
  const server = await ftpServer({ folder: tree.folder, login });
  const site = await VisitedSite.open();
  const visited = await site.visit(server.url.replace('ftp://', `ftp://ann:${login.password}@`));
  expect(visited.flags).toMatchObject({ NEW: 5 });
  expect(visited.rows[0]?.url).not.toContain('ann');
  expect(kept(site.data)).not.toContain(login.password);
  await server.close();
  await site.close();
});
