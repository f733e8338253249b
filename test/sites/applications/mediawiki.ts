import { appendFile, cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application, Edit, Expected, Place } from './application.ts';
import { unpackDebian } from './tools/packages.ts';
import { needPhp, runPhp, startPhp } from './tools/php.ts';
import { picture } from './tools/picture.ts';
import { Prose } from './tools/prose.ts';
import { type Fields, Visitor } from './tools/visitor.ts';

const PASSWORD = 'tides-and-moons';

/** A wiki in a database: templates and categories, so that one edit shows on many pages; answers 304. */
export function mediawiki(place: Place): Application {
  const { folder, origin, random } = place;
  const root = join(folder, 'mediawiki');
  const prose = new Prose(random);
  const texts = new Map<string, string>();
  const urlOf = (title: string) => `${origin}/index.php/${title.replaceAll(' ', '_')}`;
  let editor = new Visitor();

  const api = async (fields: Fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ format: 'json', ...fields })) body.append(name, value);
    const answer = JSON.parse(
      (await editor.open(`${origin}/api.php`, { method: 'POST', body })).body.toString(),
    );
    if (answer.error !== undefined) throw new Error(`api.php: ${JSON.stringify(answer.error)}`);
    return answer;
  };
  const token = async (type: string) => {
    const { query } = await api({ action: 'query', meta: 'tokens', type });
    return String(query.tokens[`${type}token`]);
  };
  const logIn = async () => {
    editor = new Visitor();
    await api({ action: 'login', lgname: 'Editor', lgpassword: PASSWORD, lgtoken: await token('login') });
  };
  const save = async (title: string, text: string) => {
    texts.set(title, text);
    await api({ action: 'edit', title, text, token: await token('csrf') });
  };
  const change = (title: string, edit: (text: string) => string) => save(title, edit(texts.get(title) ?? ''));
  const upload = async (name: string, shade: number) => {
    const file = new File([new Uint8Array(picture(shade))], name, { type: 'image/png' });
    await api({ action: 'upload', filename: name, file, ignorewarnings: '1', token: await token('csrf') });
  };
  const runJobs = () => runPhp(place, root, 'maintenance/runJobs.php');
  const titles = Array.from(new Set(Array.from({ length: 16 }, () => prose.title())));
  const textOf = (number: number) =>
    [
      `{{Notice}}\n${prose.paragraph()}`,
      `== ${prose.title()} ==\n${prose.paragraph()}`,
      `* ${prose.sentence()}\n* ${prose.sentence()}`,
      `{| class="wikitable"\n! What !! Price\n|-\n| ${prose.word()} || ${prose.price()}\n|}`,
      `[[File:P${number % 3}.png]]`,
      `See [[${titles[(number + 1) % titles.length]}]] and [[${titles[(number + 5) % titles.length]}]].`,
      `[[Category:${['Boats', 'Weather', 'Fish'][number % 3]}]]`,
    ].join('\n\n');

  return {
    name: 'mediawiki',
    startPath: '/index.php/Main_Page',
    project: {
      rules: [
        {
          allow:
            '/index.php/Special:(AllPages|NewPages|RecentChanges|Categories|ListFiles|Statistics|SpecialPages|Version)$',
        },
        { deny: '/Special:' },
        { allow: '/index.php/[^?]*$' },
        { allow: '[?&]action=history$' },
        { allow: '/images/' },
        { default: 'deny' },
      ],
    },

    async install() {
      await needPhp('sqlite3', 'intl', 'curl');
      const unpacked = join(folder, 'unpacked');
      await unpackDebian(unpacked, 'mediawiki', 'mediawiki-classes');
      await cp(join(unpacked, 'usr/share/mediawiki'), root, { recursive: true, verbatimSymlinks: true });
      await rm(unpacked, { recursive: true });
      for (const link of ['extensions', 'config', 'images', 'LocalSettings.php'])
        await rm(join(root, link), { force: true });
      for (const own of ['extensions', 'images', 'data']) await mkdir(join(root, own), { recursive: true });
      const options = [
        '--dbtype=sqlite',
        `--dbpath=${root}/data`,
        `--server=${origin}`,
        '--scriptpath=',
        `--pass=${PASSWORD}`,
      ];
      await runPhp(
        place,
        root,
        'maintenance/install.php',
        ...options,
        '--skins=Vector',
        'Harbour wiki',
        'Editor',
      );
      const settings = [
        '$wgEnableUploads = true;',
        '$wgUsePathInfo = true;',
        '$wgArticlePath = "/index.php/$1";',
        '$wgMainCacheType = CACHE_DB;',
        '$wgJobRunRate = 0;',
        '$wgUseInstantCommons = false;',
        '$wgPingback = false;',
      ];
      await appendFile(join(root, 'LocalSettings.php'), `\n${settings.join('\n')}\n`);
    },

    start: () => startPhp(place, root),

    async fill() {
      await logIn();
      for (const number of [0, 1, 2]) await upload(`P${number}.png`, number * 40);
      await save('Template:Notice', `''${prose.sentence()}''`);
      for (const [number, title] of titles.entries()) await save(title, textOf(number));
      const list = titles.map((title) => `* [[${title}]]`).join('\n');
      await save(
        'Main Page',
        `${prose.paragraph()}\n\n${list}\n\n[[Special:AllPages]] [[Special:NewPages]] [[Special:Categories]]`,
      );
      await runJobs();
    },

    async edit(visit) {
      await logIn();
      const edits: Edit[] = [];
      const free = titles.filter((title) => texts.has(title));
      const some = () => free.splice(random.below(free.length), 1)[0] ?? '';
      const did = (what: string, title: string, truth: Expected) =>
        edits.push({ what: `${what}: ${title}`, shows: { [urlOf(title)]: truth } });

      const text = some();
      await change(text, (was) => `${prose.sentence()} ${was}`);
      did('a sentence more', text, 'UPD');
      const price = some();
      await change(price, (was) => was.replace(/\|\| (\d+)\./, (_, euros) => `|| ${Number(euros) + 1}.`));
      did('another price', price, 'UPD');
      const bold = some();
      await change(bold, (was) => was.replace(/^The (\w+)/m, "The '''$1'''"));
      edits.push({ what: `a word in bold: ${bold}`, shows: {} });
      if (visit % 2 === 0) {
        const added = `New ${prose.title()}`;
        await save(added, textOf(visit));
        titles.push(added);
        await change('Main Page', (was) => `* [[${added}]]\n${was}`);
        did('a new page', added, 'NEW');
        did('a link to it', 'Main Page', 'UPD');
        const moved = some();
        await api({
          action: 'move',
          from: moved,
          to: `${moved} (moved)`,
          noredirect: '1',
          token: await token('csrf'),
        });
        texts.set(`${moved} (moved)`, texts.get(moved) ?? '');
        texts.delete(moved);
        titles.push(`${moved} (moved)`);
        did('a page renamed', moved, 'MIS');
      } else {
        const gone = some();
        await api({ action: 'delete', title: gone, token: await token('csrf') });
        texts.delete(gone);
        did('a page deleted', gone, 'MIS');
        await upload('P1.png', 100 + visit);
        edits.push({ what: 'another picture under the same name', shows: {} });
      }
      if (visit === 4) {
        await save('Template:Notice', `''${prose.sentence()}''`);
        edits.push({
          what: 'a template that all pages use',
          shows: Object.fromEntries(free.map((title) => [urlOf(title), 'UPD'])),
        });
      }
      if (visit === 5) {
        await save(
          'MediaWiki:Sidebar',
          `* navigation\n** mainpage|mainpage-description\n** ${titles[0]}|${titles[0]}`,
        );
        edits.push({ what: 'the side bar of all pages', shows: {} });
      }
      await runJobs();
      return edits;
    },
  };
}
