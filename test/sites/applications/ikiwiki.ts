import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Expected, Place } from './application.ts';
import { startNginx, unpackNginx } from './tools/nginx.ts';
import { needDebian } from './tools/packages.ts';
import { Prose } from './tools/prose.ts';

const run = promisify(execFile);

/** A wiki compiled from Git: when each page was edited, what links to it, recent changes, a blog and a calendar. */
export function ikiwiki(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const wiki = join(folder, 'wiki');
  const served = join(folder, 'served');
  const setup = join(folder, 'wiki.setup');
  const texts = new Map<string, string>();
  let nginx = '';
  const urlOf = (name: string) => `${origin}/${name}/`;

  const environment = () => ({ ...place.clock.environment(), HOME: folder, GIT_CONFIG_NOSYSTEM: '1' });
  const git = (...args: readonly string[]) =>
    run(
      'git',
      ['-c', 'user.name=Ed Itor', '-c', 'user.email=ed@example.org', '-c', 'safe.directory=*', ...args],
      {
        cwd: wiki,
        env: environment(),
      },
    );
  const save = async (name: string, text: string) => {
    texts.set(name, text);
    await mkdir(join(wiki, name, '..'), { recursive: true });
    await writeFile(join(wiki, `${name}.mdwn`), text);
  };
  const commit = async (message: string) => {
    await git('add', '--all');
    await git('commit', '--quiet', '-m', message);
    await run('ikiwiki', ['--setup', setup, '--refresh', '--nowrappers'], {
      env: environment(),
      maxBuffer: 2 ** 26,
    });
  };
  const names = prose.names(14);
  const textOf = (number: number) =>
    [
      `[[!meta title="${prose.title()}"]]`,
      prose.paragraph(),
      `## ${prose.title()}`,
      `* ${prose.sentence()}\n* ${prose.word()}: ${prose.price()}`,
      `See [[${names[(number + 1) % names.length]}]] and [[${names[(number + 5) % names.length]}]]. [[!tag ${prose.word()}]]`,
    ].join('\n\n');
  const post = async () => {
    const name = `posts/${prose.names(1)[0]}`;
    await save(name, `[[!meta title="${prose.title()}"]]\n\n${prose.paragraph()}`);
    return name;
  };

  return {
    name: 'ikiwiki',

    async install() {
      await needDebian('git', 'ikiwiki', 'libtimedate-perl');
      nginx = await unpackNginx(join(folder, 'nginx'));
      for (const own of [wiki, served]) await mkdir(own, { recursive: true });
      const settings = {
        wikiname: 'Harbour wiki',
        srcdir: wiki,
        destdir: served,
        url: origin,
        rcs: 'git',
        git_wrapper: '',
        gitorigin_branch: '',
        cgiurl: '',
        add_plugins: ['goodstuff', 'calendar', 'recentchanges', 'meta', 'tag'],
        rss: 1,
        tagbase: 'tags',
        usedirs: 1,
      };
      await writeFile(
        setup,
        `# IkiWiki::Setup::Yaml - YAML formatted setup file\n${JSON.stringify(settings)}\n`,
      );
      await git('init', '--quiet', '--initial-branch=master');
    },

    start: () => startNginx(place, nginx, served),

    async fill() {
      for (const [number, name] of names.entries()) await save(name, textOf(number));
      for (let number = 0; number < 6; number++) await post();
      const list = names.map((name) => `* [[${name}]]`).join('\n');
      await save('index', `Welcome to the harbour.\n\n${list}\n\n[[blog]], [[calendar]], [[recentchanges]]`);
      await save('blog', `[[!inline pages="posts/*" show="5" rss="yes"]]`);
      await save('calendar', `[[!calendar pages="posts/*"]]`);
      await commit('The beginning');
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const free = names.filter((name) => texts.has(name));
      const some = () => free.splice(random.below(free.length), 1)[0] ?? '';
      const did = (what: string, name: string, truth: Expected) =>
        edits.push({ what: `${what}: ${name}`, shows: { [urlOf(name)]: truth } });

      const text = some();
      await save(text, `${texts.get(text)}\n\n${prose.sentence()}`);
      await commit(prose.sentence());
      did('a sentence more', text, 'UPD');
      const price = some();
      await save(
        price,
        (texts.get(price) ?? '').replace(/: (\d+)\./, (_, euros) => `: ${Number(euros) + 1}.`),
      );
      did('another price', price, 'UPD');
      const added = await post();
      did('a new entry of the blog', added, 'NEW');
      did('the blog', 'blog', 'UPD');
      if (visit % 2 === 1) {
        const gone = some();
        texts.delete(gone);
        await rm(join(wiki, `${gone}.mdwn`));
        did('a page deleted', gone, 'MIS');
      } else {
        const title = some();
        await save(
          title,
          (texts.get(title) ?? '').replace(/title="[^"]*"/, `title="${prose.title()} again"`),
        );
        did('another title', title, 'UPD');
      }
      await commit(`${prose.title()}: ${prose.sentence()}`);
      edits.push({ what: 'two commits', shows: { [urlOf('recentchanges')]: 'UPD' } });
      return edits;
    },
  };
}
