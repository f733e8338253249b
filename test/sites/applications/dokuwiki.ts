import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Application, Edit, Expected, Place } from './application.ts';
import { needDebian, unpackDebian } from './tools/packages.ts';
import { needPhp, runPhp, startPhp } from './tools/php.ts';
import { picture } from './tools/picture.ts';
import { Prose } from './tools/prose.ts';
import { Visitor } from './tools/visitor.ts';

const PASSWORD = 'tides-and-moons';

/** A wiki in files: ages by file times, a pixel with the second in its address, forms with tokens. */
export const dokuwiki = (place: Place) => wiki(place, 'dokuwiki', false);

/** The same wiki behind a log-in: every page has a link with the token of the member's session. */
export const dokuwikiMembers = (place: Place) => wiki(place, 'dokuwiki-members', true);

function wiki(place: Place, name: string, isForMembers: boolean): Application {
  const { folder, origin, random } = place;
  const root = join(folder, 'dokuwiki');
  const prose = new Prose(random);
  const texts = new Map<string, string>();
  const urlOf = (id: string) => `${origin}/doku.php${id === 'start' ? '' : `?id=${id}`}`;
  let editor = new Visitor();

  // Remembered, so that a member is one in any session.
  const logIn = async (visitor: Visitor) => {
    await visitor.submit(`${origin}/doku.php?id=start&do=login`, { u: 'editor', p: PASSWORD, r: '1' });
  };
  const save = async (id: string, text: string) => {
    texts.set(id, text);
    await editor.submit(`${origin}/doku.php?id=${id}&do=edit`, { wikitext: text }, ['do[save]', 'Save']);
  };
  const change = (id: string, edit: (text: string) => string) => save(id, edit(texts.get(id) ?? ''));
  const upload = (media: string, shade: number) =>
    editor.submit(`${origin}/lib/exe/mediamanager.php?ns=pictures`, {
      upload: new File([new Uint8Array(picture(shade))], media, { type: 'image/png' }),
      mediaid: media,
      ow: '1',
    });
  const articles = prose.names(24).map((word) => `guide:${word}`);
  const textOf = (number: number) =>
    [
      `====== ${prose.title()} ======`,
      prose.paragraph(),
      `===== ${prose.title()} =====`,
      prose.paragraph(),
      `  * ${prose.sentence()}\n  * ${prose.sentence()}\n  * ${prose.sentence()}`,
      `^ What ^ Price ^\n| ${prose.word()} | ${prose.price()} |\n| ${prose.word()} | ${prose.price()} |`,
      `{{pictures:p${number % 3}.png}}`,
      `See [[${articles[(number + 1) % articles.length]}]] and [[${articles[(number + 7) % articles.length]}]].`,
    ].join('\n\n');

  return {
    name,
    startPath: '/doku.php',
    ...(isForMembers
      ? {
          logIn,
          sessionCookie: 'DokuWiki',
          project: {
            session: {
              login: {
                open: '/doku.php?id=start&do=login',
                form: { fill: { u: 'editor', p: { env: 'PROOF_PASSWORD' } } },
              },
              loggedInWhen: 'Logged in as',
            },
          },
        }
      : {}),

    async install() {
      await needPhp();
      await needDebian('php-geshi', 'php-phpseclib', 'libphp-simplepie');
      const unpacked = join(folder, 'unpacked');
      await unpackDebian(unpacked, 'dokuwiki');
      await cp(join(unpacked, 'usr/share/dokuwiki'), root, { recursive: true });
      for (const link of ['lib/plugins', 'lib/tpl', 'inc/preload.php', '.htaccess'])
        await rm(join(root, link), { force: true });
      await cp(join(unpacked, 'var/lib/dokuwiki/lib'), join(root, 'lib'), { recursive: true });
      await cp(join(unpacked, 'var/lib/dokuwiki/data'), join(root, 'data'), { recursive: true });
      await cp(join(unpacked, 'etc/dokuwiki'), join(root, 'conf'), { recursive: true });
      await rm(unpacked, { recursive: true });
      const hash = await runPhp(place, root, '-r', `echo password_hash('${PASSWORD}', PASSWORD_BCRYPT);`);
      const settings = {
        title: 'Harbour guide',
        useacl: 1,
        superuser: '@admin',
        passcrypt: 'bcrypt',
        disableactions: 'register',
        updatecheck: 0,
        savedir: './data',
        // Else robots may follow no link of a page before it is five days old.
        indexdelay: 0,
      };
      const lines = Object.entries(settings).map(
        ([key, value]) => `$conf['${key}'] = ${JSON.stringify(value)};`,
      );
      for (const file of ['acl.auth.php', 'users.auth.php'])
        await rm(join(root, 'conf', file), { force: true });
      await writeFile(join(root, 'conf/local.php'), `<?php\n${lines.join('\n')}\n`);
      await writeFile(
        join(root, 'conf/users.auth.php'),
        `# <?php exit()?>\neditor:${hash}:Ed Itor:ed@example.org:admin,user\n`,
      );
      await writeFile(
        join(root, 'conf/acl.auth.php'),
        `# <?php exit()?>\n* @ALL ${isForMembers ? 0 : 1}\n* @user 16\n`,
      );
      await mkdir(join(root, 'data/media/pictures'), { recursive: true });
    },

    start: () => startPhp(place, root),

    async fill() {
      await logIn(editor);
      for (const shade of [0, 1, 2]) await upload(`p${shade}.png`, shade * 40);
      for (const [number, id] of articles.entries()) await save(id, textOf(number));
      await save('sidebar', `  * [[start]]\n  * [[${articles[0]}]]\n  * ${prose.sentence()}`);
      const all = articles.map((id) => `  * [[${id}]]`).join('\n');
      await save('start', `====== Harbour guide ======\n\n${prose.paragraph()}\n\n${all}`);
      await runPhp(place, root, 'bin/indexer.php');
    },

    async edit(visit) {
      editor = new Visitor();
      await logIn(editor);
      const edits: Edit[] = [];
      const present = articles.filter((id) => texts.get(id) !== '');
      const did = (what: string, id: string, truth: Expected, more: Edit['shows'] = {}) => {
        edits.push({ what: `${what}: ${id}`, shows: { [urlOf(id)]: truth, ...more } });
        present.splice(present.indexOf(id), 1);
      };
      const some = () => random.pick(present);

      const text = some();
      await change(text, (was) => was.replace(/\.$/m, `. ${prose.sentence()}`));
      did('a sentence more', text, 'UPD');
      const price = some();
      await change(price, (was) => was.replace(/\| (\d+)\./, (_, euros) => `| ${Number(euros) + 1}.`));
      did('another price', price, 'UPD');
      const bold = some();
      await change(bold, (was) => was.replace(/^The (\w+) (\w+)/m, 'The **$1** $2'));
      edits.push({ what: `a word in bold: ${bold}`, shows: {} });
      if (visit % 2 === 0) {
        const added = `guide:added-${prose.word()}`;
        await save(added, textOf(visit));
        await change('start', (was) => `${was}\n  * [[${added}]]`);
        did('a new page', added, 'NEW');
        did('a link to it', 'start', 'UPD');
        articles.push(added);
      } else {
        const gone = some();
        await save(gone, '');
        // DokuWiki answers 200, with a page that says that there is none.
        const exported = `${origin}/doku.php?do=export_xhtml&id=${gone}`;
        did('a page deleted', gone, 'MIS or ERR', { [exported]: 'MIS or ERR' });
        await upload('p1.png', 100 + visit);
        edits.push({ what: 'another picture under the same name', shows: {} });
      }
      if (visit === 4) {
        const title = some();
        await change(title, (was) => was.replace(/====== .* ======/, `====== ${prose.title()} again ======`));
        did('another title', title, 'UPD');
      }
      if (visit === 5) {
        await change('sidebar', (was) => `${was}\n  * Pilots wanted for the ${prose.word()}`);
        edits.push({
          what: 'the side bar of all pages',
          shows: Object.fromEntries(present.map((id) => [urlOf(id), 'UPD'])),
        });
      }
      return edits;
    },
  };
}
