import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application, Edit, Place } from './application.ts';
import { mariadb } from './tools/mariadb.ts';
import { unpackDebian } from './tools/packages.ts';
import { needPhp, startPhp } from './tools/php.ts';
import { Prose } from './tools/prose.ts';
import { Visitor } from './tools/visitor.ts';

const PASSWORD = 'tides-and-moons';

/** Tables of a database, behind a log-in: rows in pages, forms with tokens, and how long each query took. */
export function adminer(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const root = join(folder, 'adminer');
  const database = mariadb(place, 'harbour');
  const tables = ['boats', 'berths', 'pilots'];
  const at = (query: string) => `${origin}/?username=editor&db=harbour&${query}`;
  const rowAt = (table: string, id: number) => at(`edit=${table}&where%5Bid%5D=${id}`);
  const ids = new Map(tables.map((table) => [table, Array.from({ length: 12 }, (_, number) => number + 1)]));
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

  const logIn = async (visitor: Visitor) => {
    await visitor.submit(`${origin}/`, { 'auth[username]': 'editor', 'auth[password]': PASSWORD });
  };

  return {
    name: 'adminer',
    startPath: '/?username=editor',
    logIn,
    project: {
      crawl: { nofollow: 'follow' },
      // Tables, their rows and the forms of rows; no other order, no exports, no forms that change tables.
      rules: [
        { allow: '[?]username=editor(&db=harbour)?$' },
        { allow: '&db=harbour&(table|select|indexes|create|schema)=[a-z]*(&page=[0-9])?$' },
        { allow: '&db=harbour&edit=[a-z]+(&where%5Bid%5D=[0-9]+)?$' },
        { default: 'deny' },
      ],
      session: {
        login: {
          open: '/',
          form: { fill: { 'auth[username]': 'editor', 'auth[password]': { env: 'PROOF_PASSWORD' } } },
        },
        loggedInWhen: 'SQL command',
      },
    },

    async install() {
      await needPhp('mysql');
      await database.install();
      const unpacked = join(folder, 'unpacked');
      await unpackDebian(unpacked, 'adminer');
      await mkdir(root, { recursive: true });
      await cp(join(unpacked, 'usr/share/adminer/adminer.php'), join(root, 'adminer.php'));
      await rm(unpacked, { recursive: true });
      await mkdir(join(folder, 'temporary'), { recursive: true });
      await writeFile(
        join(root, 'index.php'),
        `<?php\nini_set('mysqli.default_socket', '${database.socket}');\nputenv('TMPDIR=${folder}/temporary');\ninclude './adminer.php';\n`,
      );
    },

    async start() {
      const data = await database.start();
      const php = await startPhp(place, root);
      return {
        port: php.port,
        async stop() {
          await php.stop();
          await data.stop();
        },
      };
    },

    async fill() {
      const columns =
        'id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(80), price DECIMAL(8,2), built DATE, places INT, notes TEXT';
      const commands = [
        `CREATE USER editor@localhost IDENTIFIED BY '${PASSWORD}'`,
        'GRANT ALL ON harbour.* TO editor@localhost',
        'USE harbour',
      ];
      for (const table of tables) {
        commands.push(`CREATE TABLE ${table} (${columns}) COMMENT = ${quoted(prose.title())}`);
        for (const id of ids.get(table) ?? [])
          commands.push(
            `INSERT INTO ${table} VALUES (${id}, ${quoted(prose.title())}, ${prose.price()}, '19${10 + random.below(90)}-0${1 + random.below(9)}-${10 + random.below(18)}', ${random.below(900)}, ${quoted(prose.sentence())})`,
          );
      }
      await database.command(commands.join(';\n'));
    },

    async edit(visit) {
      const editor = new Visitor();
      await logIn(editor);
      const edits: Edit[] = [];
      const table = tables[visit % tables.length] ?? '';
      const free = [...(ids.get(table) ?? [])];
      const some = () => free.splice(random.below(free.length), 1)[0] ?? 0;
      const list = at(`select=${table}`);
      const did = (what: string, id: number, shows: Edit['shows']) =>
        edits.push({ what: `${what}: ${table} ${id}`, shows: { [list]: 'UPD', ...shows } });
      const change = async (what: string, column: string, value: string) => {
        const id = some();
        await editor.submit(rowAt(table, id), { [`fields[${column}]`]: value });
        // The form of the row has it in a field, which is nothing that a page says.
        did(what, id, {});
      };
      await change('another name', 'name', `${prose.title()} again`);
      await change('another price', 'price', prose.price());
      await change('another date', 'built', `2026-03-0${visit}`);
      if (visit % 2 === 0) {
        await editor.submit(at(`edit=${table}`), {
          'fields[name]': prose.title(),
          'fields[price]': prose.price(),
          'fields[notes]': prose.sentence(),
        });
        const id = Math.max(...(ids.get(table) ?? [])) + 1;
        ids.get(table)?.push(id);
        did('a new row', id, { [rowAt(table, id)]: 'NEW' });
      } else {
        const gone = some();
        await editor.submit(rowAt(table, gone), {}, ['delete', 'Delete']);
        ids.set(
          table,
          (ids.get(table) ?? []).filter((id) => id !== gone),
        );
        // Adminer answers 200, and says that there are no rows.
        did('a row deleted', gone, { [rowAt(table, gone)]: 'MIS or ERR' });
      }
      if (visit === 4) {
        await editor.submit(at('sql='), { query: `ALTER TABLE ${table} ADD draught INT` });
        edits.push({ what: `a new column: ${table}`, shows: { [at(`table=${table}`)]: 'UPD' } });
      }
      return edits;
    },
  };
}
