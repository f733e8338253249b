import { execFile } from 'node:child_process';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Application, Edit, Expected, Place } from './application.ts';
import { startNginx, unpackNginx } from './tools/nginx.ts';
import { needNpm } from './tools/packages.ts';
import { picture } from './tools/picture.ts';
import { Prose } from './tools/prose.ts';

const run = promisify(execFile);
const plugins = [
  'generator-index',
  'generator-archive',
  'generator-category',
  'generator-tag',
  'generator-feed',
];
const parts = [...plugins, 'renderer-marked', 'renderer-ejs', 'renderer-stylus', 'theme-landscape'].map(
  (part) => `hexo-${part}`,
);

interface Post {
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly date: string;
}

/** A blog whose pages are built anew from files, served by nginx. */
export function hexo(place: Place): Application {
  const { folder, origin, random } = place;
  const prose = new Prose(random);
  const site = join(folder, 'blog');
  const posts = new Map<string, Post>();
  let nginx = '';
  const tags = ['harbour', 'weather', 'fishing', 'history', 'boats'];
  const urlOf = (name: string) => `${origin}/posts/${name}/`;

  const build = async () => {
    await rm(join(site, 'source/_posts'), { recursive: true, force: true });
    await mkdir(join(site, 'source/_posts'), { recursive: true });
    for (const [name, { title, body, tags: own, date }] of posts) {
      const head = `title: ${title}\ndate: ${date}\nupdated: ${date}\ntags: [${own.join(', ')}]\ncategories: [${own[0]}]`;
      await writeFile(join(site, 'source/_posts', `${name}.md`), `---\n${head}\n---\n${body}\n`);
    }
    const hexoProgram = join(site, 'node_modules/hexo/bin/hexo');
    const options = { cwd: site, env: place.clock.environment(), maxBuffer: 2 ** 26 };
    for (const command of ['clean', 'generate']) await run(process.execPath, [hexoProgram, command], options);
    await rm(join(folder, 'served'), { recursive: true, force: true });
    await cp(join(site, 'public'), join(folder, 'served'), { recursive: true, preserveTimestamps: true });
  };
  const setMenu = (entries: Readonly<Record<string, string>>) =>
    writeFile(
      join(site, '_config.landscape.yml'),
      `menu:\n${Object.entries(entries)
        .map(([name, path]) => `  ${name}: ${path}\n`)
        .join('')}`,
    );
  const newPost = (day: number): Post => ({
    title: prose.title(),
    body: [
      prose.paragraph(),
      `![a picture](/pictures/p${day % 3}.png)`,
      `| What | Price |\n| --- | --- |\n| ${prose.word()} | ${prose.price()} |`,
      `## ${prose.title()}`,
      prose.paragraph(),
      `- ${prose.sentence()}\n- ${prose.sentence()}`,
    ].join('\n\n'),
    tags: [random.pick(tags), random.pick(tags)],
    date: new Date(Date.UTC(2026, 0, 1 + day, 8, 30)).toISOString(),
  });

  return {
    name: 'hexo',

    async install() {
      const modules = await needNpm('hexo', 'hexo', ...parts);
      nginx = await unpackNginx(join(folder, 'nginx'));
      await mkdir(join(site, 'source/pictures'), { recursive: true });
      await mkdir(join(folder, 'served'), { recursive: true });
      await symlink(join(modules, 'node_modules'), join(site, 'node_modules'));
      const dependencies = Object.fromEntries(['hexo', ...parts].map((part) => [part, '*']));
      await writeFile(
        join(site, 'package.json'),
        JSON.stringify({ private: true, hexo: { version: '8' }, dependencies }),
      );
      await writeFile(
        join(site, '_config.yml'),
        `title: Harbour news\nurl: ${origin}\npermalink: posts/:title/\ntheme: landscape\nper_page: 10\nfeed: { type: atom, path: atom.xml }\n`,
      );
      await setMenu({ Home: '/', Archives: '/archives' });
    },

    start: () => startNginx(place, nginx, join(folder, 'served')),

    async fill() {
      for (const shade of [0, 1, 2])
        await writeFile(join(site, `source/pictures/p${shade}.png`), picture(shade * 40));
      for (const [day, name] of prose.names(40).entries()) posts.set(name, newPost(day));
      await build();
    },

    async edit(visit) {
      const edits: Edit[] = [];
      const free = [...posts.keys()];
      const some = () => free.splice(random.below(free.length), 1)[0] ?? '';
      const did = (what: string, name: string, truth: Expected) =>
        edits.push({ what: `${what}: ${name}`, shows: { [urlOf(name)]: truth } });
      const change = (name: string, edit: (post: Post) => Partial<Post>) => {
        const post = posts.get(name);
        if (post !== undefined) posts.set(name, { ...post, ...edit(post) });
      };

      const text = some();
      change(text, ({ body }) => ({ body: `${prose.sentence()} ${body}` }));
      did('a sentence more', text, 'UPD');
      const price = some();
      change(price, ({ body }) => ({
        body: body.replace(/\| (\d+)\./, (_, euros) => `| ${Number(euros) + 1}.`),
      }));
      did('another price', price, 'UPD');
      const bold = some();
      change(bold, ({ body }) => ({ body: body.replace(/^The (\w+)/, 'The **$1**') }));
      edits.push({ what: `a word in bold: ${bold}`, shows: {} });
      const title = some();
      change(title, () => ({ title: `${prose.title()} again` }));
      did('another title', title, 'UPD');
      if (visit % 2 === 0) {
        const [name = ''] = prose.names(1);
        posts.set(`new-${name}`, newPost(50 + visit));
        did('a new post', `new-${name}`, 'NEW');
        const gone = some();
        posts.delete(gone);
        did('a post deleted', gone, 'MIS');
      } else {
        const moved = some();
        const post = posts.get(moved);
        if (post !== undefined) posts.set(`${moved}-moved`, post);
        posts.delete(moved);
        did('a post renamed', moved, 'MIS');
        did('its new name', `${moved}-moved`, 'NEW');
        await writeFile(join(site, 'source/pictures/p1.png'), picture(100 + visit));
        edits.push({ what: 'another picture under the same name', shows: {} });
      }
      if (visit === 5) {
        await setMenu({ Home: '/', Archives: '/archives', Boats: '/tags/boats/' });
        edits.push({ what: 'the menu of all pages', shows: {} });
      }
      await build();
      return edits;
    },
  };
}
