import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application, Edit, Expected, Place } from './application.ts';
import { needDebian, unpackDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';
import { freePort, startServer } from './tools/server-process.ts';

/** Folders of files, as Apache lists them: sizes, times of files, and a line with the version of the server. */
export function apacheListing(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const served = join(folder, 'served');
  const files: string[] = [];
  const folders = prose.names(8);
  const put = (path: string, sentences: number) =>
    writeFile(join(served, path), Array.from({ length: sentences }, () => `${prose.sentence()}\n`).join(''));
  const parentOf = (path: string) => `${origin}/${path.replace(/[^/]*$/, '')}`;

  return {
    name: 'apache-listing',
    // The same lists in another order.
    project: { rules: [{ deny: '[?]C=' }, { default: 'allow' }] },

    async install() {
      await needDebian('libapr1', 'libaprutil1', 'liblua5.3-0', 'libpcre2-8-0');
      await unpackDebian(join(folder, 'apache'), 'apache2-bin');
      await mkdir(served, { recursive: true });
    },

    async start() {
      const port = await freePort();
      const modules = join(folder, 'apache/usr/lib/apache2/modules');
      const loaded = ['mpm_event', 'authz_core', 'autoindex', 'dir', 'mime', 'alias'];
      await writeFile(
        join(folder, 'apache.conf'),
        `ServerName localhost
ServerRoot ${folder}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/apache.log
DefaultRuntimeDir ${folder}
Mutex fcntl
Listen 127.0.0.1:${port}
${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
DocumentRoot ${served}
TypesConfig ${folder}/mime.types
AddType text/plain .txt
AddType text/html .html
<Directory ${served}>
  Options +Indexes
  IndexOptions FancyIndexing HTMLTable VersionSort NameWidth=* FoldersFirst
  ReadmeName README.html
  Require all granted
</Directory>
`,
      );
      await writeFile(join(folder, 'mime.types'), '');
      return startServer({
        command: join(folder, 'apache/usr/sbin/apache2'),
        args: ['-DFOREGROUND', '-f', join(folder, 'apache.conf')],
        port,
        cwd: folder,
        env: place.clock.environment(),
        log: join(folder, 'server.log'),
      });
    },

    async fill() {
      for (const [number, name] of folders.entries()) {
        const path = number % 3 === 2 ? `${folders[number - 1]}/${name}` : name;
        folders[number] = path;
        await mkdir(join(served, path), { recursive: true });
        for (const file of prose.names(5)) {
          files.push(`${path}/${file}.txt`);
          await put(`${path}/${file}.txt`, 2 + random.below(60));
        }
        await writeFile(join(served, path, 'README.html'), `<p>${prose.sentence()}</p>\n`);
      }
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const some = () => files.splice(random.below(files.length), 1)[0] ?? '';
      const did = (what: string, path: string, truth: Expected) =>
        edits.push({ what: `${what}: ${path}`, shows: { [`${origin}/${path}`]: truth } });
      const shows = (what: string, list: string) => edits.push({ what, shows: { [list]: 'UPD' } });

      const edited = some();
      await put(edited, 70 + visit);
      did('another text', edited, 'UPD');
      shows('its size', parentOf(edited));
      const added = `${random.pick(folders)}/added-${visit}.txt`;
      await put(added, 3);
      did('a new file', added, 'NEW');
      shows('its line', parentOf(added));
      if (visit % 2 === 0) {
        const gone = some();
        await rm(join(served, gone));
        did('a file deleted', gone, 'MIS');
        shows('its line', parentOf(gone));
      } else {
        const moved = some();
        const name = moved.replace(/\.txt$/, '-moved.txt');
        await rename(join(served, moved), join(served, name));
        did('a file renamed', moved, 'MIS');
        did('its new name', name, 'NEW');
        shows('its line', parentOf(moved));
        files.push(name);
      }
      const list = random.pick(folders);
      await writeFile(join(served, list, 'README.html'), `<p>${prose.sentence()}</p>\n`);
      shows('the text below a list', `${origin}/${list}/`);
      files.push(edited, added);
      return edits;
    },
  };
}
